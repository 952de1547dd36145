using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>
/// Ends runs whose rows make no sense, so that the others go on. Nothing of such a run is relied on: who executes for it is asked of the workers, which keys
/// it holds of the leases. What it left in its target is the janitor's.
/// </summary>
internal sealed partial class RunCondemnation(
    RunStore runs, LeaseStore leases, EventStore events, OrderBook orders, WorkerWatch watch, TimeProvider time, ILogger<RunCondemnation> logger)
{
    /// <summary>Ends a run as failed; false while a live worker still executes for it or its header was just changed: then ask again.</summary>
    public async Task<bool> TryEndAsync(RunMemory memory, string reason, CancellationToken cancellationToken)
    {
        if (watch.ExecutingFor(memory.RunId) is { Count: > 0 } executing)
        {
            await StopAsync(executing, memory.RunId, cancellationToken);
            return false;
        }

        // Keys before the header, as at every end; only a header that ended is certain to keep nobody waiting.
        await ReleaseKeysAsync(memory.RunId, cancellationToken);
        if (await runs.TryCondemnAsync(memory.RunId, reason, time.GetUtcNow(), cancellationToken) is not { } ended)
        {
            return !await runs.ExistsAsync(memory.RunId, cancellationToken);
        }

        LogCondemned(memory.RunId, reason);
        await events.AppendAsync(memory.RunId, $"{ended.Status}: {ended.Reason}", cancellationToken);
        events.Forget(memory.RunId);
        await runs.PutIndexAsync(ended, cancellationToken);
        return true;
    }

    private async Task StopAsync(IReadOnlyList<WorkerState> executing, string runId, CancellationToken cancellationToken)
    {
        foreach (var worker in executing)
        {
            foreach (var task in worker.Running.Where(task => task.RunId == runId))
            {
                await orders.StopAsync(
                    worker.WorkerId,
                    new(task.RunId, task.Stage, task.Task, task.Attempt, FailureCause.Preempted, "the rows of its run make no sense"),
                    cancellationToken);
            }
        }
    }

    private async Task ReleaseKeysAsync(string runId, CancellationToken cancellationToken)
    {
        await foreach (var (key, holder) in leases.ListAsync(cancellationToken))
        {
            if (holder == runId)
            {
                await leases.ReleaseAsync(key, runId, cancellationToken);
            }
        }
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Run {RunId} cannot go on: {Reason}")]
    private partial void LogCondemned(string runId, string reason);
}
