using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Storage.Tasks;

/// <summary>
/// What the closed stages of a run produced, read from the rows of their tasks: of a stage in several partitions a block at a time, a
/// request each, so that products come in the order of the tasks.
/// </summary>
/// <param name="tasks">The rows.</param>
/// <param name="stages">All stages of the run.</param>
/// <param name="cancellationToken">Ends the requests.</param>
/// <param name="pause">Waited for after every few hundred rows, whatever they are asked for; null for no pause.</param>
public sealed class StageProducts(
    TaskStore tasks, IReadOnlyList<StageState> stages, CancellationToken cancellationToken, Func<Task>? pause = null) : IStageProducts
{
    private const int RowsAtOnce = 250;

    private int _rows;

    /// <inheritdoc/>
    public async IAsyncEnumerable<TaskProduct> OfAsync(string stage)
    {
        var closed = stages.FirstOrDefault(other => other.Name == stage) is { Closed: true } found
            ? found
            : throw new InvalidDataException($"products of stage {stage} were asked for, and the run has no such stage that has closed");
        foreach (var slice in TaskSharding.SlicesOf(closed.Shards, closed.Total))
        {
            await foreach (var task in tasks.ListAsync(
                closed.RunId, closed.Id, slice.From, cancellationToken, slice.Partition!.Value, slice.Before))
            {
                if (pause is not null && Interlocked.Increment(ref _rows) % RowsAtOnce == 0)
                {
                    await pause();
                }

                if (ProductOf(task) is { } product)
                {
                    yield return product;
                }
            }
        }
    }

    /// <summary>What a task produced, or found there already and gave back; null where it did neither.</summary>
    public static TaskProduct? ProductOf(BenchmarkTask task) =>
        task is { Status: BenchmarkTaskStatus.Done } and ({ IsReused: false } or { Result.Length: > 0 })
            ? new(task.Key.Number, task.Result)
            : null;
}
