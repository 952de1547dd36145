using AzurePerf.Core.Mail;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Hosting.Mail;
using AzurePerf.Storage;
using AzurePerf.Storage.Mail;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Mail;

/// <summary>
/// Sends what is due of the outbox, one mail at a time. The attempt is noted before it begins, with the time of the next one, so that it
/// is made again if this process ends meanwhile; it goes on between the rounds, because a server may take longer than the lead may go
/// without renewal.
/// </summary>
internal sealed partial class MailDelivery(
    OutboxStore outbox, RunStore runs, EventStore events, MailComposer composer, IMailTransport transport, MailOptions options,
    EngineTimes times, TimeProvider time, ILogger<MailDelivery> logger)
{
    /// <summary>How often the outbox is read when nothing is known to be due.</summary>
    public static readonly TimeSpan LookInterval = TimeSpan.FromMinutes(1);

    /// <summary>How long a mail that was sent or given up stays in the outbox.</summary>
    public static readonly TimeSpan Kept = TimeSpan.FromDays(30);

    /// <summary>How often those that ended are read, to remove the old ones.</summary>
    public static readonly TimeSpan RemovalInterval = TimeSpan.FromDays(1);

    // Time stamps: where the wall clock is set back, nothing would be looked at for as long.
    private long? _lookedAt;
    private TimeSpan _untilNextLook;
    private long? _removedAt;
    private OutboxMail? _claimed;
    private Task<MailOutcome>? _attempt;
    private MailOutcome? _outcome;

    /// <summary>Something was put into the outbox.</summary>
    public void LookSoon() => _lookedAt = null;

    /// <summary>Does what can be done now, and returns before a mail is sent.</summary>
    public async Task ContinueAsync(CancellationToken cancellationToken)
    {
        await SettleIfEndedAsync(cancellationToken);
        if (_attempt is not null)
        {
            return;
        }

        if (options.IsOn && IsPast(_lookedAt, _untilNextLook))
        {
            await BeginNextAsync(cancellationToken);
        }
        else
        {
            // Also without a server: what was sent while there was one goes too, and what waits is sent when there is one again.
            await RemoveOldIfDueAsync(cancellationToken);
        }
    }

    /// <summary>Notes what came of the attempt of this process, once it ended. Also where this process leads no more: nobody else knows,
    /// and the mail would be sent again.</summary>
    public async Task SettleIfEndedAsync(CancellationToken cancellationToken)
    {
        if (_attempt is { IsCompleted: true } attempt)
        {
            // First, or one that threw would be met again by every round.
            _attempt = null;
            _outcome = await attempt;
        }

        if (_outcome is not null)
        {
            await SettleAsync(_claimed!, _outcome, cancellationToken);
            (_claimed, _outcome) = (null, null);
        }
    }

    /// <summary>Notes what came of the attempt of a process that ends: it was told to end too. Where the server had taken the mail, and was
    /// slow to say goodbye, it ends as sent; where nobody knows, there is nothing to note.</summary>
    public async Task EndAsync(CancellationToken cancellationToken)
    {
        if (_attempt is { } attempt)
        {
            await ((Task)attempt).WaitAsync(cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        }

        if (_attempt is null or { IsCompletedSuccessfully: true })
        {
            await SettleIfEndedAsync(cancellationToken);
        }
    }

    private async Task BeginNextAsync(CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var next = now + LookInterval;

        // The one that is due longest first: those that are due again and again would keep back whatever stands behind them.
        foreach (var entry in (await outbox.ListAsync(cancellationToken)).OrderBy(stored => stored.Value?.NextAt))
        {
            if (entry.Value is not { } mail)
            {
                LogCorrupt(entry.Fault);
            }
            else if (mail.State != OutboxState.Waiting)
            {
                // A process ended before it was filed, and maybe before it said so.
                await TellSentAsync(mail, cancellationToken);
                await outbox.FileAsync(mail, cancellationToken);
            }
            else if (mail.IsDueAt(now) && await TryBeginReadableAsync(mail, cancellationToken))
            {
                return;
            }
            else if (mail.NextAt > now && mail.NextAt < next)
            {
                next = mail.NextAt;
            }
        }

        (_lookedAt, _untilNextLook) = (time.GetTimestamp(), next - now);
    }

    /// <summary>As far as a turn goes; the next call goes on.</summary>
    private async Task RemoveOldIfDueAsync(CancellationToken cancellationToken)
    {
        if (!IsPast(_removedAt, RemovalInterval))
        {
            return;
        }

        var (now, began) = (time.GetUtcNow(), time.GetTimestamp());
        await foreach (var entry in outbox.ListEndedAsync(cancellationToken))
        {
            if (entry.Value is not { } mail)
            {
                LogCorrupt(entry.Fault);
            }
            else if (now - (mail.EndedAt ?? mail.CreatedAt) > Kept)
            {
                await outbox.RemoveEndedAsync(mail.Id, cancellationToken);
                if (time.GetElapsedTime(began) >= times.Turn)
                {
                    return;
                }
            }
        }

        _removedAt = began;
    }

    /// <summary>False also where a row that it needs makes no sense: those behind it go on.</summary>
    private async Task<bool> TryBeginReadableAsync(OutboxMail mail, CancellationToken cancellationToken)
    {
        try
        {
            return await TryBeginAsync(mail, cancellationToken);
        }
        catch (CorruptRowException corrupt)
        {
            LogUnreadable(mail.RunId, corrupt.Message);
            // Counted as an attempt, so that it is tried less and less, and given up in the end.
            if (await outbox.TryReplaceAsync(mail.Claimed(time.GetUtcNow()), cancellationToken) is { State: OutboxState.GivenUp } left)
            {
                await outbox.FileAsync(left, cancellationToken);
            }

            return false;
        }
    }

    /// <summary>False when nothing of it is to be sent now, or another process changed it.</summary>
    private async Task<bool> TryBeginAsync(OutboxMail mail, CancellationToken cancellationToken)
    {
        // It was stored before its run ended, which may not have come about.
        if (await runs.FindAsync(mail.RunId, cancellationToken) is not { } run || !run.Status.IsTerminal())
        {
            return false;
        }

        // A process that led before may have stored it once more after it was sent.
        if (await outbox.FindEndedAsync(mail.Id, cancellationToken) is not null)
        {
            await outbox.WithdrawAsync(mail.Id, cancellationToken);
            return false;
        }

        var next = mail.Claimed(time.GetUtcNow());
        await TellAsync(mail, next, cancellationToken);
        if (await outbox.TryReplaceAsync(next, cancellationToken) is not { } claimed)
        {
            return false;
        }

        if (claimed.State == OutboxState.GivenUp)
        {
            LogGivenUp(claimed.RunId, claimed.Reason);
            await outbox.FileAsync(claimed, cancellationToken);
            return false;
        }

        _claimed = claimed;
        _attempt = AttemptAsync(claimed, run, cancellationToken);
        return true;
    }

    private async Task<MailOutcome> AttemptAsync(OutboxMail mail, RunState run, CancellationToken cancellationToken)
    {
        var isWhole = false;
        using var limit = new CancellationTokenSource(OutboxMail.HandingOver + OutboxMail.Confirming, time);
        using var handingOver = new CancellationTokenSource(OutboxMail.HandingOver, time);
        using var early = handingOver.Token.Register(() =>
        {
            if (!Volatile.Read(ref isWhole))
            {
                limit.Cancel();
            }
        });
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            var (content, picture) = await composer.ComposeAsync(mail, run, either.Token);
            return await transport.SendAsync(mail, content, picture, () => Volatile.Write(ref isWhole, true), either.Token);
        }
        catch (OperationCanceledException) when (limit.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            return MailOutcome.Failed(isWhole
                ? "the server got the whole mail and did not confirm it within 10 minutes"
                : "the server did not take the mail within 45 s");
        }
        catch (Exception exception) when (!cancellationToken.IsCancellationRequested && !ProcessFault.Is(exception, cancellationToken))
        {
            // What the mail says could not be read, or it met a fault of ours: the run says so, or nobody would know for days.
            if (!StorageFailure.MayPass(exception))
            {
                LogAttemptFailed(exception, mail.RunId);
            }

            return MailOutcome.Failed(StorageFailure.Matches(exception)
                ? StorageFailure.Describe(exception)
                : $"internal error in the TaskManager: {FailureText.Of(exception)}");
        }
    }

    /// <summary>Notes what came of an attempt. Another process may have begun one meanwhile: that it was sent counts in any case.</summary>
    private async Task SettleAsync(OutboxMail mail, MailOutcome outcome, CancellationToken cancellationToken)
    {
        var after = mail.After(outcome, time.GetUtcNow());
        if (outcome.Kind != MailOutcomeKind.Sent && await IsUnchangedAsync(mail, cancellationToken))
        {
            await TellAsync(mail, after, cancellationToken);
        }

        while (await outbox.TryReplaceAsync(after, cancellationToken) is null)
        {
            if (outcome.Kind != MailOutcomeKind.Sent || await FindWaitingAsync(mail.Id, cancellationToken) is not { } stored)
            {
                return;
            }

            after = stored.After(outcome, time.GetUtcNow());
        }

        LookSoon();
        if (after.State == OutboxState.GivenUp)
        {
            LogGivenUp(mail.RunId, after.Reason);
        }
        else if (after.State == OutboxState.Sent)
        {
            LogSent(mail.RunId, mail.MessageId, mail.Attempts);
            await TellSentAsync(after, cancellationToken);
        }
        else
        {
            LogFailed(mail.RunId, after.Reason, after.NextAt);
            return;
        }

        await outbox.FileAsync(after, cancellationToken);
    }

    /// <summary>False where another process went on with it: what became of an older attempt is nothing to tell a run any more.</summary>
    private async Task<bool> IsUnchangedAsync(OutboxMail mail, CancellationToken cancellationToken)
    {
        try
        {
            return (await outbox.FindAsync(mail.Id, cancellationToken))?.ETag == mail.ETag;
        }
        catch (CorruptRowException)
        {
            // Not what this process wrote.
            return false;
        }
    }

    private async Task<OutboxMail?> FindWaitingAsync(string id, CancellationToken cancellationToken) =>
        await outbox.FindAsync(id, cancellationToken) is { State: OutboxState.Waiting } stored ? stored : null;

    /// <summary>
    /// Tells the run that its mail failed for the first time or is given up: people who wait for it look there, and a log may not be kept.
    /// It is said before the row has it, as nobody would say it afterwards where this breaks off; so it may be said twice.
    /// </summary>
    private Task TellAsync(OutboxMail before, OutboxMail after, CancellationToken cancellationToken) => after.State switch
    {
        OutboxState.GivenUp => SayAsync(after.RunId, $"No mail was sent: {after.Reason}", cancellationToken),
        OutboxState.Waiting when before.Reason.Length == 0 && after.Reason.Length > 0 =>
            SayAsync(after.RunId, $"The mail is not sent yet: {after.Reason}. It is tried again for a day", cancellationToken),
        _ => Task.CompletedTask,
    };

    /// <summary>Tells the run that a mail which it may have heard of was sent. Not before the row has it, or the mail could go once more;
    /// so it may be said twice too.</summary>
    private Task TellSentAsync(OutboxMail mail, CancellationToken cancellationToken) =>
        mail is { State: OutboxState.Sent, Attempts: > 1 }
            ? SayAsync(mail.RunId, "The mail was sent", cancellationToken)
            : Task.CompletedTask;

    private bool IsPast(long? since, TimeSpan interval) => since is not { } at || time.GetElapsedTime(at) >= interval;

    private async Task SayAsync(string runId, string text, CancellationToken cancellationToken)
    {
        await events.AppendAsync(runId, text, cancellationToken);
        events.Forget(runId);
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "Mail about run {RunId} sent as {MessageId}, attempt {Attempt}")]
    private partial void LogSent(string runId, string messageId, int attempt);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Mail about run {RunId} was not sent: {Reason}; tried again at {NextAt}")]
    private partial void LogFailed(string runId, string reason, DateTimeOffset nextAt);

    [LoggerMessage(Level = LogLevel.Error, Message = "An attempt to send the mail about run {RunId} failed")]
    private partial void LogAttemptFailed(Exception exception, string runId);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Mail about run {RunId} is given up: {Reason}")]
    private partial void LogGivenUp(string runId, string reason);

    [LoggerMessage(Level = LogLevel.Error, Message = "A mail of the outbox makes no sense and is not sent: {Fault}")]
    private partial void LogCorrupt(string fault);

    [LoggerMessage(Level = LogLevel.Error, Message = "A mail about run {RunId} waits, as a row makes no sense: {Fault}")]
    private partial void LogUnreadable(string runId, string fault);
}
