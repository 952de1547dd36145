using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>Removes what runs that ended long ago need no more: first their task rows, much later their raw data. What cannot be removed now is tried again next time.</summary>
internal sealed partial class Retention(
    RunStore runs, TaskStore tasks, AttemptStore attempts, ControlPlane controlPlane, TaskManagerOptions options, TimeProvider time, ILogger<Retention> logger)
{
    /// <summary>Runs are looked for in so many months before the one whose raw data are due: so long nobody may have looked.</summary>
    private const int MonthsMissed = 24;

    private const double ShortestMonthDays = 28;

    private int MonthsBack => MonthsMissed + (int)(options.Retention.Data.TotalDays / ShortestMonthDays);

    public async Task RemoveDueAsync(CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        for (var back = 0; back < MonthsBack; back++)
        {
            await foreach (var entry in runs.ListMonthAsync(RunIndexKey.MonthOf(now.AddMonths(-back)), cancellationToken))
            {
                if (entry.Item?.EndedAt is { } endedAt && options.Retention.DueAt(endedAt, now) is var due && due > entry.Retention)
                {
                    await RemoveAsync(entry.RunId, due, cancellationToken);
                }
            }
        }
    }

    private async Task RemoveAsync(string runId, RunRetention due, CancellationToken cancellationToken)
    {
        if (await runs.FindWithStagesAsync(runId, cancellationToken) is not { } found || !found.Run.Status.IsTerminal())
        {
            return;
        }

        foreach (var stage in found.Stages)
        {
            for (var shard = 0; shard < stage.Shards; shard++)
            {
                await tasks.RemoveAsync(runId, stage.Id, shard, cancellationToken);
                if (due == RunRetention.PointsOnly)
                {
                    await attempts.RemoveAsync(runId, shard, cancellationToken);
                }
            }
        }

        if (due == RunRetention.PointsOnly)
        {
            await controlPlane.Results.DeleteAllAsync(runId + "/", cancellationToken);
        }

        // Last: a removal that broke off is found again.
        await runs.PutIndexAsync(found.Run, cancellationToken, due);
        LogRemoved(runId, due);
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "Run {RunId} ended long ago and keeps {Kept}")]
    private partial void LogRemoved(string runId, RunRetention kept);
}
