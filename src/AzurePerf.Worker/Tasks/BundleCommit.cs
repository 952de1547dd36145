using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Tasks;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>Stores what became of tasks that were claimed together, all of one partition, in transactions.</summary>
internal sealed partial class BundleCommit(
    TaskStore tasks, TaskCommit single, ControlPlaneRetry requests, TimeProvider time, ILogger<BundleCommit> logger)
{
    /// <summary>Stores results.</summary>
    /// <param name="ended">Executions that brought one, in the order of their numbers; at most as many as one claim takes.</param>
    /// <returns>Those of them that still owned their tasks, as stored: of the others nothing counts.</returns>
    public async Task<IReadOnlyList<BenchmarkTask>> StoreAsync(IReadOnlyList<BundledResult> ended)
    {
        BenchmarkTask[] completed = [.. ended.Select(one => one.Completed)];
        try
        {
            return await WriteAsync(
                completed, tasks.TryCompleteAllAsync, TaskTransitions.IsStored,
                row => row.Status == BenchmarkTaskStatus.Running);
        }
        catch (Exception refused) when (refused is not (OutOfMemoryException or OperationCanceledException))
        {
            // One of them will never be taken: alone, that one fails.
            LogRefused(refused, completed.Length);
            var stored = new List<BenchmarkTask>();
            foreach (var one in ended)
            {
                var claimed = one.Claimed with { ClaimedAt = one.Completed.ClaimedAt };
                if (await single.TryStoreAsync(claimed, new(one.Completed.Result, null), CancellationToken.None) is { } alone)
                {
                    stored.Add(alone);
                }
            }

            return stored;
        }
    }

    /// <summary>Gives tasks back that have not begun.</summary>
    /// <param name="claimed">In the order of their numbers.</param>
    /// <returns>Those of them that are Ready again: they have no message yet.</returns>
    public async Task<IReadOnlyList<BenchmarkTask>> ReturnAsync(IReadOnlyList<BenchmarkTask> claimed)
    {
        // The claim did not read the rows, and all of a row is written.
        var rows = await ReadAsync(claimed);
        BenchmarkTask[] returned =
        [
            .. claimed.Where(task => rows.GetValueOrDefault(task.Key.Number)?.Nonce == task.Nonce)
                .Select(task => TaskTransitions.Return(rows[task.Key.Number], time.GetUtcNow())).OfType<BenchmarkTask>(),
        ];
        return returned.Length == 0 ? [] : await WriteAsync(
            returned, tasks.TryReplaceAllAsync, (now, row) => row.Status == now.Status && row.Attempt == now.Attempt,
            row => row.Status == BenchmarkTaskStatus.Running);
    }

    /// <summary>Whether none of some tasks, in the order of their numbers, needs a message any more.</summary>
    public async Task<bool> AreOverAsync(IReadOnlyList<TaskKey> keys)
    {
        var rows = await ReadAsync(keys[0], keys[^1].Number);
        return keys.All(key => MessageDecisions.ByRow(rows.GetValueOrDefault(key.Number), "") == MessageStep.Delete);
    }

    /// <summary>Writes all at once. Where a row was changed by somebody else, or the answer was lost, the rows are read and the rest
    /// follows.</summary>
    private async Task<IReadOnlyList<BenchmarkTask>> WriteAsync(
        IReadOnlyList<BenchmarkTask> all,
        Func<IReadOnlyList<BenchmarkTask>, CancellationToken, Task<IReadOnlyList<BenchmarkTask>?>> write,
        Func<BenchmarkTask, BenchmarkTask, bool> isStored,
        Func<BenchmarkTask, bool> isOpen)
    {
        var stored = new List<BenchmarkTask>();
        for (var open = all; open.Count > 0;)
        {
            if (await requests.RepeatAsync(() => write(open, CancellationToken.None), CancellationToken.None) is { } written)
            {
                stored.AddRange(written);
                break;
            }

            var rows = await ReadAsync(open);
            var own = open.Where(task => rows.GetValueOrDefault(task.Key.Number)?.Nonce == task.Nonce)
                .Select(task => (Task: task, Row: rows[task.Key.Number])).ToArray();
            stored.AddRange(own.Where(one => isStored(one.Task, one.Row)).Select(one => one.Row));
            open = [.. own.Where(one => isOpen(one.Row)).Select(one => one.Task with { ETag = one.Row.ETag })];
        }

        return stored;
    }

    private Task<Dictionary<int, BenchmarkTask>> ReadAsync(IReadOnlyList<BenchmarkTask> block) =>
        ReadAsync(block[0].Key, block[^1].Key.Number);

    private Task<Dictionary<int, BenchmarkTask>> ReadAsync(TaskKey first, int last) => requests.RepeatAsync(
        async () => await tasks.ListAsync(
            first.RunId, first.Stage, first.Number, CancellationToken.None, first.Shard, last + 1)
            .ToDictionaryAsync(task => task.Key.Number),
        CancellationToken.None);

    [LoggerMessage(Level = LogLevel.Error, Message = "The results of {Count} tasks are refused together; they are stored one by one")]
    private partial void LogRefused(Exception exception, int count);
}

/// <summary>One of several tasks that were claimed together and brought a result.</summary>
/// <param name="Claimed">As claimed.</param>
/// <param name="Completed">As it is to be stored: it began when its turn came.</param>
/// <param name="Elapsed">How long it took.</param>
internal sealed record BundledResult(BenchmarkTask Claimed, BenchmarkTask Completed, TimeSpan Elapsed);
