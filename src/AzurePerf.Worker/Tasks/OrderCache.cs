using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.Worker.Tasks;

/// <summary>
/// Orders of the tasks that this worker executes, read a block at a time: neighbours in a block are executed about the same time. A stage
/// that has been planned is read once, because its plan never changes. What was read longest ago is forgotten first.
/// </summary>
internal sealed class OrderCache(RunStore runs, StageOrders orders)
{
    private const int Most = 16;

    private readonly Lock _lock = new();
    private readonly OrderedDictionary<(string RunId, StageId Stage), Task<StageState>> _stages = [];
    private readonly OrderedDictionary<(string RunId, StageId Stage, int Block), Task<IReadOnlyList<string>>> _blocks = [];

    /// <summary>What a task is to do.</summary>
    /// <exception cref="InvalidDataException">Its stage is gone or not planned, or the orders are.</exception>
    public async Task<string> FindAsync(TaskKey key, CancellationToken cancellationToken)
    {
        // Not by the token of whoever asks first: others wait for the same answer.
        var stage = await Once(_stages, (key.RunId, key.Stage), () => ReadStageAsync(key)).WaitAsync(cancellationToken);
        var block = (key.RunId, key.Stage, key.Number / TaskSharding.BlockTasks);
        var read = await Once(_blocks, block, () => orders.ReadAsync(stage, key.Number, CancellationToken.None))
            .WaitAsync(cancellationToken);
        return read[key.Number % TaskSharding.BlockTasks];
    }

    /// <summary>A stage as it is now; null when there is none.</summary>
    public Task<StageState?> FindStageAsync(string runId, StageId stage, CancellationToken cancellationToken) =>
        runs.FindStageAsync(runId, stage, cancellationToken);

    private async Task<StageState> ReadStageAsync(TaskKey key) =>
        await runs.FindStageAsync(key.RunId, key.Stage, CancellationToken.None) is { PlanId.Length: > 0 } planned
            ? planned
            : throw new InvalidDataException($"the stage of task {key} has no plan");

    private Task<T> Once<TKey, T>(OrderedDictionary<TKey, Task<T>> known, TKey key, Func<Task<T>> read)
        where TKey : notnull
    {
        lock (_lock)
        {
            if (known.TryGetValue(key, out var reading) && !reading.IsFaulted && !reading.IsCanceled)
            {
                return reading;
            }

            known.Remove(key);
            if (known.Count >= Most)
            {
                // The others belong to tasks that are executed now.
                known.RemoveAt(0);
            }

            return known[key] = read();
        }
    }
}
