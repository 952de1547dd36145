using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Storage.Runs;

/// <summary>Asks a run to stop. The TaskManager then stops what runs, cleans up and ends it.</summary>
public sealed class RunCancellation(RunStore runs, IMessageQueue requests)
{
    public async Task<CancellationOutcome> RequestAsync(string runId, string reason, CancellationToken cancellationToken)
    {
        while (await runs.FindAsync(runId, cancellationToken) is { } run)
        {
            if (run.Status == RunStatus.Cancelled)
            {
                return CancellationOutcome.Requested;
            }

            if (run.Status.IsTerminal())
            {
                return CancellationOutcome.AlreadyEnded;
            }

            if (run.Status == RunStatus.Cancelling
                || await runs.TryReplaceAsync(
                    run with { Status = RunStatus.Cancelling, Reason = reason, Wait = null }, cancellationToken) is not null)
            {
                await requests.PutAsync(
                    MessageText.Write(new RunRequestMessage(RunRequestMessage.CurrentVersion, runId)), TimeSpan.Zero, cancellationToken);
                return CancellationOutcome.Requested;
            }
        }

        return CancellationOutcome.NotFound;
    }
}

/// <summary>What came of asking a run to stop.</summary>
public enum CancellationOutcome
{
    /// <summary>It is stopping, or was stopped before; asking again changes nothing.</summary>
    Requested,

    /// <summary>There is no such run.</summary>
    NotFound,

    /// <summary>It had ended by itself before.</summary>
    AlreadyEnded,
}
