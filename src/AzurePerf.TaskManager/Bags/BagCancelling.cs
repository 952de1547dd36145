using System.Runtime.CompilerServices;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Bags;

/// <summary>Gives up the tasks of a bag whose run ends early.</summary>
internal sealed class BagCancelling(TaskStore tasks, WorkerCommandWriter commands, OutstandingTasks outstanding, TimeProvider time)
{
    /// <summary>Tasks that are given up before others have their turn.</summary>
    private const int TasksAtOnce = 256;

    private static readonly BenchmarkTaskStatus[] Terminal =
        [BenchmarkTaskStatus.Done, BenchmarkTaskStatus.Dead, BenchmarkTaskStatus.Cancelled];

    /// <summary>Cancels every task that has not ended, also those that a worker executes. The last item says how many they were. Each item
    /// before it is a pause, after a few hundred tasks.</summary>
    public async IAsyncEnumerable<BagCancel?> CancelAsync(StageState stage, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        // Rows of the block whose messages were being put stand before the cursor.
        var (cancelled, messagesLeft) = (0, 0);
        for (var shard = 0; shard < stage.Shards; shard++)
        {
            await foreach (var some in tasks.ListExceptAsync(stage.RunId, stage.Id, shard, Terminal, cancellationToken)
                .Chunk(TasksAtOnce).WithCancellation(cancellationToken))
            {
                cancelled += await CancelAsync(some, cancellationToken);
                messagesLeft += BagBundles.Of(some).Count;
                yield return null;
            }
        }

        outstanding.Note(stage.RunId, WorkerPool.Bag, messagesLeft);
        yield return new(cancelled);
    }

    private async Task<int> CancelAsync(IReadOnlyList<BenchmarkTask> open, CancellationToken cancellationToken)
    {
        // The rows say who must stop, not the heartbeats: a worker may have claimed a task since its last one. Once the row is cancelled,
        // nobody looks for that worker again.
        foreach (var task in BagBundles.Of(open.Where(task => task.Status == BenchmarkTaskStatus.Running)).SelectMany(ToBeTold))
        {
            await commands.StopAsync(task.Owner, StopCommand.Of(task, FailureCause.Preempted, "the run ends early"), cancellationToken);
        }

        var now = time.GetUtcNow();
        BenchmarkTask[] cancelled = [.. open.Select(task => TaskTransitions.Cancel(task, now)).OfType<BenchmarkTask>()];
        await RequestLanes.ForEachAsync(cancelled, task => tasks.TryReplaceAsync(task, cancellationToken));
        return cancelled.Length;
    }

    /// <summary>One task of each worker: a stop of one ends all that were claimed with it.</summary>
    private static IEnumerable<BenchmarkTask> ToBeTold(IReadOnlyList<BenchmarkTask> bundle) => bundle.DistinctBy(task => task.Owner);
}

/// <summary>What came of giving up a bag.</summary>
/// <param name="Tasks">That were not terminal: while there are any, workers may still change their rows.</param>
internal sealed record BagCancel(int Tasks);
