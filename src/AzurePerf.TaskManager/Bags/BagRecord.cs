using System.Runtime.CompilerServices;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Executions;

namespace AzurePerf.TaskManager.Bags;

/// <summary>
/// Writes down how the executions of a finished bag ended, from its rows and, for machine and time, from the record of abnormal ends: exactly once, however
/// often it is begun. While a bag is open nothing of it is written down, because what workers count may count a task twice.
/// </summary>
internal sealed class BagRecord(TaskStore tasks, AttemptStore attempts, CachedExecutionStatistics book)
{
    private const int RowsAtOnce = 250;

    /// <summary>Reads all rows of a bag without open tasks and counts them; the counts are the last item. Pauses after every few hundred rows.</summary>
    public async IAsyncEnumerable<BagCounts?> KeepAsync(RunState run, StageState stage, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var (statistics, counts) = (new ExecutionStatisticsBuffer(), new BagCounts());
        for (var shard = 0; shard < stage.Shards; shard++)
        {
            await using var record = new RecordedEnds(attempts.ListAsync(stage.RunId, stage.Id, shard, cancellationToken));
            await foreach (var task in tasks.ListAsync(stage.RunId, stage.Id, 0, cancellationToken, shard))
            {
                counts.Add(task);
                if (counts.Rows % RowsAtOnce == 0)
                {
                    yield return null;
                }

                if (task is { Status: BenchmarkTaskStatus.Done, IsReused: false, ClaimedAt: { } claimedAt, EndedAt: { } endedAt })
                {
                    statistics.Add(TaskClasses.Of(run, task), endedAt, ExecutionStatistics.OfSuccess(endedAt - claimedAt));
                }

                foreach (var end in await record.OfAsync(task))
                {
                    counts.Add(end.Cause);
                    statistics.Add(TaskClasses.Of(run, stage.Id, null, end.Sku), end.EndedAt, ExecutionStatistics.OfEnd(end.Cause));
                }
            }
        }

        await book.StoreAsync(statistics.Drain(), $"{stage.RunId}-{stage.Id.Number}", cancellationToken);
        yield return counts;
    }
}
