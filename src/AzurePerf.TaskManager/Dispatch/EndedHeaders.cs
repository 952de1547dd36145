using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Mail;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Writes that a run has ended.</summary>
internal sealed class EndedHeaders(RunMails mails, RunStore runs, EventStore events)
{
    /// <summary>The mail before the header, because nobody looks after a run that has ended; the event after it.</summary>
    /// <param name="ended">The header as it is to be stored.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>The stored header; null when somebody changed it meanwhile.</returns>
    public async Task<RunState?> TryWriteAsync(RunState ended, CancellationToken cancellationToken)
    {
        await mails.AddAsync(ended, cancellationToken);
        if ((await runs.TryReplaceAsync(ended, cancellationToken) ?? await FindTaggedAsync(ended, cancellationToken)) is not { } stored)
        {
            return null;
        }

        await events.AppendAsync(ended.RunId, RunEvent.Ending(ended.Status, ended.Reason), cancellationToken);
        return stored;
    }

    /// <summary>The header that was written although the answer to it was lost, where somebody tagged the run before it was asked for
    /// again; null when it was not written.</summary>
    private async Task<RunState?> FindTaggedAsync(RunState ended, CancellationToken cancellationToken) =>
        await runs.FindAsync(ended.RunId, cancellationToken) is { } stored
            && (stored.Status, stored.EndedAt) == (ended.Status, ended.EndedAt)
        ? stored
        : null;
}
