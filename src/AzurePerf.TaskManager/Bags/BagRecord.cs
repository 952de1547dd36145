using AzurePerf.Core.Kinds;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Kinds;
using AzurePerf.TaskManager.Metrics;

namespace AzurePerf.TaskManager.Bags;

/// <summary>
/// Writes down how the executions of a finished bag ended, from its rows and, for machine and time, from the record of abnormal ends: exactly once, however
/// often it is begun. While a bag is open nothing of it is written down, because what workers count may count a task twice.
/// </summary>
internal sealed class BagRecord(TaskStore tasks, AttemptStore attempts, KindBook book, ExecutionCounter counter)
{
    private string _lastCounted = "";

    /// <summary>Reads all rows of a bag without open tasks and counts them.</summary>
    public async Task<BagCounts> KeepAsync(RunState run, StageState stage, CancellationToken cancellationToken)
    {
        var (tallies, counts) = (new KindTallies(), new BagCounts());
        for (var shard = 0; shard < stage.Shards; shard++)
        {
            await using var record = new RecordedEnds(attempts.ListAsync(stage.RunId, stage.Id, shard, cancellationToken));
            await foreach (var task in tasks.ListAsync(stage.RunId, stage.Id, 0, cancellationToken, shard))
            {
                counts.Add(task);
                if (task is { Status: BenchmarkTaskStatus.Done, IsReused: false, ClaimedAt: { } claimedAt, EndedAt: { } endedAt })
                {
                    tallies.Add(TaskKinds.Of(run, task), endedAt, KindTally.OfSuccess(endedAt - claimedAt));
                }

                foreach (var end in await record.OfAsync(task))
                {
                    counts.Add(end.Cause);
                    tallies.Add(TaskKinds.Of(run, stage.Id, null, end.Sku), end.EndedAt, KindTally.OfEnd(end.Cause));
                }
            }
        }

        var (entries, batch) = (tallies.Drain(), $"{stage.RunId}-{stage.Id.Number}");
        await book.StoreAsync(entries, batch, cancellationToken);
        Count(entries, batch);
        return counts;
    }

    /// <summary>The rows know by the batch's name that they have it; so does the counter, where the bag could not be closed and is looked through again.</summary>
    private void Count(IReadOnlyList<KindHour> entries, string batch)
    {
        if (_lastCounted == batch)
        {
            return;
        }

        _lastCounted = batch;
        foreach (var entry in entries)
        {
            counter.Add(entry.Kind, entry.Tally);
        }
    }
}
