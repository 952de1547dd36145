using AzurePerf.Core.Ids;

namespace AzurePerf.Core.Mail;

/// <summary>One mail that is to be sent, or was: to one recipient, about the end of one run.</summary>
public sealed record OutboxMail
{
    /// <summary>After a failed attempt beyond this age, and after <see cref="LeastAttempts"/>, the mail is given up.</summary>
    public static readonly TimeSpan GivenUpAfter = TimeSpan.FromDays(1);

    /// <summary>About those of a day: while nothing was tried no day of trying passed.</summary>
    public const int LeastAttempts = 29;

    /// <summary>Attempts after which it is given up whatever became of them: of one whose attempts end the process too.</summary>
    public const int MostAttempts = 100;

    /// <summary>For everything until the server has the whole mail.</summary>
    public static readonly TimeSpan HandingOver = TimeSpan.FromSeconds(45);

    /// <summary>For the server's answer once it has the whole mail, which RFC 5321 asks for: a server may look at a mail for minutes and
    /// deliver it then, also where nobody waits for its answer any more.</summary>
    public static readonly TimeSpan Confirming = TimeSpan.FromMinutes(10);

    /// <summary>Longer than an attempt, so that another process does not begin one beside it.</summary>
    private static readonly TimeSpan Claim = TimeSpan.FromMinutes(12);

    private static readonly TimeSpan LongestPause = TimeSpan.FromHours(1);

    public required string RunId { get; init; }

    public required string Recipient { get; init; }

    /// <summary>What mail programs know it by, without the angle brackets: the same each time it is sent.</summary>
    public required string MessageId { get; init; }

    /// <summary>When it was stored; the date of the mail.</summary>
    public required DateTimeOffset CreatedAt { get; init; }

    /// <summary>Begun so far.</summary>
    public int Attempts { get; init; }

    /// <summary>When it is tried next, by the clock of who wrote it.</summary>
    public required DateTimeOffset NextAt { get; init; }

    /// <summary>True from when an attempt is noted until what became of it is; for good where its process ended meanwhile.</summary>
    public bool UnderWay { get; init; }

    /// <summary>How long its row stood unchanged when it was read, by the clock of the service that keeps it; null where the service did
    /// not say.</summary>
    public TimeSpan? Age { get; init; }

    public OutboxState State { get; init; }

    /// <summary>Why the last attempt failed; empty before one did, and once it was sent.</summary>
    public string Reason { get; init; } = "";

    /// <summary>When it was sent or given up; null before.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>The secret of the shared link in it; empty without one, and once the mail was sent or given up.</summary>
    public string LinkToken { get; init; } = "";

    /// <summary>Of the stored row.</summary>
    public string ETag { get; init; } = "";

    /// <summary>Names it: one for each run and recipient.</summary>
    public string Id => $"{RunId}-{IdText.Hash("recipient", Recipient.ToLowerInvariant())}";

    /// <summary>A mail about the end of a run.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="recipient">Its address.</param>
    /// <param name="domain">Of the sender.</param>
    /// <param name="linkToken">The secret of the shared link; empty for none.</param>
    /// <param name="now">The time.</param>
    public static OutboxMail For(string runId, string recipient, string domain, string linkToken, DateTimeOffset now) => new()
    {
        RunId = runId,
        Recipient = recipient,
        MessageId = MessageIdOf(runId, recipient, domain),
        CreatedAt = now,
        NextAt = now,
        LinkToken = linkToken,
    };

    /// <summary>The Message-ID that follows from run and recipient.</summary>
    public static string MessageIdOf(string runId, string recipient, string domain) =>
        $"{runId}.{IdText.Hash("mail", runId, recipient.ToLowerInvariant())}@{domain}";

    /// <summary>Whether it is to be tried now. While another process may be at it, its time alone does not count: the clock of that one
    /// may be behind.</summary>
    public bool IsDueAt(DateTimeOffset now) => State == OutboxState.Waiting && NextAt <= now && !(UnderWay && Age < Claim);

    /// <summary>
    /// An attempt begins: the next one is due when this one must be over, should this process not live to say what became of it. Given
    /// up where there were too many.
    /// </summary>
    public OutboxMail Claimed(DateTimeOffset now) => Attempts >= MostAttempts
        ? Ended(OutboxState.GivenUp, Reason.Length > 0 ? Reason : "no attempt came to an end", now)
        : this with { Attempts = Attempts + 1, NextAt = now + new[] { PauseAfter(Attempts + 1), Claim }.Max(), UnderWay = true };

    /// <summary>What follows from an attempt.</summary>
    public OutboxMail After(MailOutcome outcome, DateTimeOffset now) => outcome switch
    {
        { Kind: MailOutcomeKind.Sent } => Ended(OutboxState.Sent, "", now),
        { Kind: MailOutcomeKind.Refused } => Ended(OutboxState.GivenUp, outcome.Reason, now),
        _ when now - CreatedAt >= GivenUpAfter && Attempts >= LeastAttempts =>
            Ended(OutboxState.GivenUp, $"{outcome.Reason}; it was tried for a day, {Attempts} times", now),
        _ => this with { Reason = outcome.Reason, NextAt = now + PauseAfter(Attempts), UnderWay = false },
    };

    /// <summary>1, 2, 4 minutes and so on, at most an hour.</summary>
    public static TimeSpan PauseAfter(int attempts)
    {
        var growing = TimeSpan.FromMinutes(Math.Pow(2, Math.Clamp(attempts - 1, 0, 10)));
        return growing < LongestPause ? growing : LongestPause;
    }

    private OutboxMail Ended(OutboxState state, string reason, DateTimeOffset now) =>
        this with { State = state, Reason = reason, EndedAt = now, LinkToken = "", UnderWay = false };
}

/// <summary>Where a mail stands.</summary>
public enum OutboxState
{
    /// <summary>It is still to be sent.</summary>
    Waiting,

    /// <summary>A mail server took it.</summary>
    Sent,

    /// <summary>It is not tried any more.</summary>
    GivenUp,
}
