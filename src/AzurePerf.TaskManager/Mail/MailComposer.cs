using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Shares;
using AzurePerf.Core.Views;
using AzurePerf.Hosting.Mail;
using AzurePerf.Storage.Access;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Shares;

namespace AzurePerf.TaskManager.Mail;

/// <summary>Writes the mail about a run from its rows, as it is sent.</summary>
internal sealed class MailComposer(
    ExperimentCatalogue experiments, RunReader reader, ImageCounts images, ShareStore shares, AuditStore audit, MailOptions options,
    MailLinks links)
{
    private const string Mailed = "share mailed";
    private const int HoursPerDay = 24;

    /// <summary>The mail, and the picture that it shows; null for none.</summary>
    public async Task<(RunMail Content, ReadOnlyMemory<byte>? Picture)> ComposeAsync(
        OutboxMail mail, RunState run, CancellationToken cancellationToken)
    {
        var made = await images.FindAsync(run, cancellationToken);
        var share = await ShareAsync(mail, run, cancellationToken);
        var content = RunMail.Of(new()
        {
            Run = run,
            Course = await CourseAsync(run, cancellationToken),
            Images = made,
            Title = experiments.Find(run.Spec.Experiment)?.Title ?? run.Spec.Experiment,
            Portal = options.PortalAddress,
            SharedLink = share is null ? "" : $"{options.PortalAddress}/shared/{mail.LinkToken}",
            SharedUntil = share?.ExpiresAt,
            SharedWithAnyone = links.IsForAnyone,
        });
        return (content, made?.Picture);
    }

    private async Task<RunResponse?> CourseAsync(RunState run, CancellationToken cancellationToken)
    {
        try
        {
            return await reader.FindAsync(run.RunId, cancellationToken);
        }
        catch (CorruptRowException)
        {
            // The run's reason says it; that it has ended is worth a mail all the same.
            return null;
        }
    }

    /// <summary>The link, which is in the audit before anybody has it; null where the mail has none.</summary>
    private async Task<Share?> ShareAsync(OutboxMail mail, RunState run, CancellationToken cancellationToken)
    {
        if (mail.LinkToken.Length == 0 || links.Days == 0
            || ViewAddress.Read("/runs/" + run.RunId, out _) is not { } address
            || await EnsureAsync(mail, new(address, links.Days * HoursPerDay), run.Owner, cancellationToken) is not { } share)
        {
            return null;
        }

        // Again with each attempt: the process that made the link may have ended before it said so.
        await audit.AppendOnceAsync(
            share.CreatedAt, share.Id, new(run.Owner, AccessScope.Submit), Mailed, share.Id, $"mail about run {run.RunId}",
            AuditOutcome.Done, cancellationToken);
        return share;
    }

    private async Task<Share?> EnsureAsync(OutboxMail mail, ShareRequest request, string owner, CancellationToken cancellationToken)
    {
        try
        {
            return await shares.EnsureAsync(mail.LinkToken, request, owner, links.IsForAnyone, cancellationToken);
        }
        catch (CorruptRowException)
        {
            // The list of links says what is wrong with it; the mail is worth sending without.
            return null;
        }
    }
}
