using System.Runtime.CompilerServices;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Bags;

/// <summary>Gives up the tasks of a bag whose run ends early.</summary>
internal sealed class BagCancelling(TaskStore tasks, WorkerCommandWriter commands, OutstandingTasks outstanding)
{
    /// <summary>Tasks that are given up before others have their turn.</summary>
    private const int TasksAtOnce = 256;

    private static readonly BenchmarkTaskStatus[] Terminal =
        [BenchmarkTaskStatus.Done, BenchmarkTaskStatus.Dead, BenchmarkTaskStatus.Cancelled];

    /// <summary>Gives up what is not terminal, whoever executes it; how many tasks that were, as the last item. Pauses after every few
    /// hundred.</summary>
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
        // By the rows, not by what workers list: whoever claimed since its last heartbeat lists nothing yet, and once the row is given up
        // nobody looks for it any more.
        foreach (var task in BagBundles.Of(open.Where(task => task.Status == BenchmarkTaskStatus.Running)).SelectMany(ToBeTold))
        {
            await commands.StopAsync(task.Owner, StopCommand.Of(task, FailureCause.Preempted, "the run ends early"), cancellationToken);
        }

        BenchmarkTask[] cancelled = [.. open.Select(TaskTransitions.Cancel).OfType<BenchmarkTask>()];
        await RequestLanes.ForEachAsync(cancelled, task => tasks.TryReplaceAsync(task, cancellationToken));
        return cancelled.Length;
    }

    /// <summary>Of several that a worker claimed together one stands for all.</summary>
    private static IEnumerable<BenchmarkTask> ToBeTold(IReadOnlyList<BenchmarkTask> bundle) => bundle.DistinctBy(task => task.Owner);
}

/// <summary>What came of giving up a bag.</summary>
/// <param name="Tasks">That were not terminal: while there are any, workers may still change their rows.</param>
internal sealed record BagCancel(int Tasks);
