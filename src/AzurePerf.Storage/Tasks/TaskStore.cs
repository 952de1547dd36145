using System.Runtime.CompilerServices;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Tasks;

/// <summary>Task rows: the truth about every task.</summary>
public sealed class TaskStore(IRowStore rows)
{
    /// <summary>The task, or null.</summary>
    public async Task<BenchmarkTask?> FindAsync(TaskKey key, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.TasksTable, TaskRows.PartitionOf(key), TaskRows.RowKeyOf(key.Number), cancellationToken) is { } row
            ? TaskRows.ToTask(row)
            : null;

    /// <summary>Inserts a block of new tasks of one partition, at most 100. False when they exist already, from an earlier try.</summary>
    public async Task<bool> TryAddAsync(IReadOnlyList<BenchmarkTask> block, CancellationToken cancellationToken) =>
        await rows.TryWriteAllAsync(ControlNames.TasksTable, [.. block.Select(task => new RowWrite(TaskRows.FromTask(task), null))], cancellationToken) is not null;

    /// <summary>Replaces a task if nobody changed it since it was read; the stored task, or null.</summary>
    public async Task<BenchmarkTask?> TryReplaceAsync(BenchmarkTask task, CancellationToken cancellationToken) =>
        await rows.TryReplaceAsync(ControlNames.TasksTable, TaskRows.FromTask(task), task.ETag, cancellationToken) is { } etag ? task with { ETag = etag } : null;

    /// <summary>Replaces tasks of one partition, at most 100, all or none; false when anybody changed one since.</summary>
    public async Task<bool> TryReplaceAllAsync(IReadOnlyList<BenchmarkTask> block, CancellationToken cancellationToken) =>
        await rows.TryWriteAllAsync(ControlNames.TasksTable, [.. block.Select(task => new RowWrite(TaskRows.FromTask(task), task.ETag))], cancellationToken) is not null;

    /// <summary>The tasks of a stage from one number on, in order.</summary>
    public async IAsyncEnumerable<BenchmarkTask> ListAsync(
        string runId, StageKind stage, int fromNumber, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var partition = TaskRows.PartitionOf(runId, stage, shard: 0);
        await foreach (var row in rows.ListAsync(ControlNames.TasksTable, partition, TaskRows.RowKeyOf(fromNumber), cancellationToken: cancellationToken))
        {
            yield return TaskRows.ToTask(row);
        }
    }
}
