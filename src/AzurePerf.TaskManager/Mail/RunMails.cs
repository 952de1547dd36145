using AzurePerf.Core.Mail;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Shares;
using AzurePerf.Hosting.Mail;
using AzurePerf.Storage.Mail;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Mail;

/// <summary>Puts the mail about a run into the outbox before the run's header says that it has ended: a process that ends in between is
/// carried on by one that does the same again.</summary>
internal sealed class RunMails(
    OutboxStore outbox, MailDelivery delivery, EventStore events, MailOptions options, MailLinks links, TimeProvider time)
{
    private const string NoServer = "No mail is sent: the TaskManager has no mail server (Mail:Server)";
    private const string NotAllowed = "No mail is sent: the settings of this installation do not allow the address any more";

    /// <summary>Stores the mail that the run asked for, if any; harmless to repeat.</summary>
    /// <param name="run">The run, about to end.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task AddAsync(RunState run, CancellationToken cancellationToken)
    {
        var recipient = run.Spec.Notify;
        if (recipient.Length == 0)
        {
            return;
        }

        // The settings may be others than when it was submitted.
        if (options.Rules.FaultOf(run.Owner, recipient) is not null)
        {
            await events.AppendAsync(run.RunId, options.IsOn ? NotAllowed : NoServer, cancellationToken);
            return;
        }

        var token = links.Days > 0 ? ShareToken.New() : "";
        var domain = MailAddressText.DomainOf(options.Sender.Address);
        await outbox.AddAsync(OutboxMail.For(run.RunId, recipient, domain, token, time.GetUtcNow()), cancellationToken);
        delivery.LookSoon();
    }
}
