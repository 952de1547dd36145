using System.Runtime.CompilerServices;
using AzurePerf.Core.Runs;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>What was removed.</summary>
/// <param name="Count">Runs.</param>
internal sealed record RemovedRuns(int Count);

/// <summary>Removes what runs that ended long ago need no more: first their task rows, much later their raw data; and durations that
/// no report looks at. What cannot be removed now is tried again next time.</summary>
internal sealed partial class Retention(
    RunStore runs, TaskStore tasks, AttemptStore attempts, ExecutionStatisticsStore statistics, ControlPlane controlPlane,
    TaskManagerOptions options, TimeProvider time, ILogger<Retention> logger)
{
    /// <summary>Runs are looked for in so many months before the one whose raw data are due: so long nobody may have looked.</summary>
    private const int MonthsMissed = 24;

    private const double ShortestMonthDays = 28;

    /// <summary>By month of the index, when more of it may be due: an index of many runs is not read again for nothing.</summary>
    private readonly Dictionary<string, DateTimeOffset> _nextDue = [];

    /// <summary>Entries of the index that led to no header when they were met: one of sample data may be stored a moment later.</summary>
    private readonly HashSet<RunIndexKey> _orphans = [];

    private int MonthsBack => MonthsMissed + (int)(options.Retention.Data.TotalDays / ShortestMonthDays);

    /// <summary>Removes what is due; how many runs that was, as the last item. Pauses after every few requests. A run that cannot be tidied
    /// keeps no other from it.</summary>
    public async IAsyncEnumerable<RemovedRuns?> RemoveDueAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var count = 0;
        for (var back = 0; back < MonthsBack; back++)
        {
            var month = RunIndexKey.MonthOf(now.AddMonths(-back));
            if (_nextDue.GetValueOrDefault(month) > now)
            {
                continue;
            }

            // What ends from now on is not due before.
            var next = options.Retention.NextDueAfter(now, now);
            await foreach (var entry in runs.ListMonthAsync(month, cancellationToken))
            {
                if (entry.Item?.EndedAt is { } endedAt && options.Retention.DueAt(endedAt, now) is var due && due > entry.Retention)
                {
                    await using var removal = RemoveAsync(entry, due, cancellationToken).GetAsyncEnumerator(cancellationToken);
                    while (await GoesOnAsync(removal, entry.RunId, cancellationToken))
                    {
                        yield return null;
                    }

                    count++;

                    // It may not have gone well.
                    next = now;
                }
                else if (entry.Item?.EndedAt is { } ended && options.Retention.NextDueAfter(ended, now) is var later && later < next)
                {
                    next = later;
                }

                // Also after a run that is not due, or that gave no item: there may be thousands.
                yield return null;
            }

            _nextDue[month] = next;
            yield return null;
        }

        await foreach (var _ in statistics.RemoveOldAsync(cancellationToken))
        {
            yield return null;
        }

        yield return new(count);
    }

    private async Task<bool> GoesOnAsync(IAsyncEnumerator<bool> removal, string runId, CancellationToken cancellationToken)
    {
        try
        {
            return await removal.MoveNextAsync();
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, cancellationToken))
        {
            LogKept(runId, exception);
            return false;
        }
    }

    /// <summary>An item after each transaction or blob.</summary>
    private async IAsyncEnumerable<bool> RemoveAsync(
        RunIndexEntry entry, RunRetention due, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var runId = entry.RunId;
        if (await runs.FindAsync(runId, cancellationToken) is not { } run || run.IndexKey != entry.Key)
        {
            if (!_orphans.Add(entry.Key))
            {
                LogOrphan(runId);
                await runs.DeleteIndexAsync(entry.Key, cancellationToken);
                _orphans.Remove(entry.Key);
            }

            yield break;
        }

        if (!run.Status.IsTerminal())
        {
            yield break;
        }

        foreach (var (stage, shards) in await runs.ListPartitionsAsync(runId, cancellationToken))
        {
            for (var shard = 0; shard < shards; shard++)
            {
                await foreach (var _ in tasks.RemoveAsync(runId, stage, shard, cancellationToken))
                {
                    yield return true;
                }

                if (due == RunRetention.PointsOnly)
                {
                    await foreach (var _ in attempts.RemoveAsync(runId, shard, cancellationToken))
                    {
                        yield return true;
                    }
                }

                // Also where nothing was left: it was asked for all the same.
                yield return true;
            }
        }

        if (due == RunRetention.PointsOnly)
        {
            await foreach (var _ in controlPlane.Results.DeleteAllAsync(runId + "/", cancellationToken))
            {
                yield return true;
            }
        }

        // Last: a removal that broke off is found again.
        await runs.PutIndexAsync(run, cancellationToken, due);
        LogRemoved(runId, due);
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Run {RunId} keeps what is due to go until the next time")]
    private partial void LogKept(string runId, Exception exception);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Index entry of run {RunId} leads to no run: removed")]
    private partial void LogOrphan(string runId);

    [LoggerMessage(Level = LogLevel.Information, Message = "Run {RunId} ended long ago and keeps {Kept}")]
    private partial void LogRemoved(string runId, RunRetention kept);
}
