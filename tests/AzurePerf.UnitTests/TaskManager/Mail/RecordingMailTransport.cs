using AzurePerf.Core.Mail;
using AzurePerf.TaskManager.Mail;

namespace AzurePerf.UnitTests.TaskManager.Mail;

/// <summary>A mail server that keeps what it took, and says what a test wants of each attempt.</summary>
internal sealed class RecordingMailTransport : IMailTransport
{
    /// <summary>What it took, in order: a mail that came twice is here twice.</summary>
    public List<(OutboxMail Mail, RunMail Content, ReadOnlyMemory<byte>? Picture)> Taken { get; } = [];

    /// <summary>Attempts, those that failed included.</summary>
    public int Attempts { get; private set; }

    /// <summary>What becomes of an attempt.</summary>
    public Func<OutboxMail, MailOutcome> Answer { get; set; } = _ => MailOutcome.Sent;

    /// <summary>Lets an attempt hang until it is set.</summary>
    public TaskCompletionSource? Silence { get; set; }

    /// <summary>Which attempts hang then.</summary>
    public Func<OutboxMail, bool> Hangs { get; set; } = _ => true;

    /// <summary>Whether it has the whole mail before it hangs.</summary>
    public bool IsWhole { get; set; }

    public async Task<MailOutcome> SendAsync(
        OutboxMail mail, RunMail content, ReadOnlyMemory<byte>? picture, Action handedOver, CancellationToken cancellationToken)
    {
        Attempts++;
        if (IsWhole)
        {
            handedOver();
        }

        if (Silence is { } silence && Hangs(mail))
        {
            await silence.Task.WaitAsync(cancellationToken);
        }

        var outcome = Answer(mail);
        if (outcome.Kind == MailOutcomeKind.Sent)
        {
            Taken.Add((mail, content, picture));
        }

        return outcome;
    }
}
