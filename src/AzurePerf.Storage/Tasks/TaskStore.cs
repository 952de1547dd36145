using System.Runtime.CompilerServices;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Tasks;

/// <summary>Task rows: the truth about every task.</summary>
public sealed class TaskStore(IRowStore rows)
{
    /// <summary>The task, or null.</summary>
    public async Task<BenchmarkTask?> FindAsync(TaskKey key, CancellationToken cancellationToken) =>
        await rows.FindAsync(
            ControlNames.TasksTable, TaskRows.PartitionOf(key), TaskRows.RowKeyOf(key.Number), cancellationToken) is { } row
            ? TaskRows.ToTask(row)
            : null;

    /// <summary>Inserts a block of new tasks of one partition, at most 100; the stored tasks, or null when they exist already, from an
    /// earlier try.</summary>
    public Task<IReadOnlyList<BenchmarkTask>?> TryAddAsync(IReadOnlyList<BenchmarkTask> block, CancellationToken cancellationToken) =>
        TryWriteAllAsync(block, task => null, cancellationToken);

    /// <summary>Replaces a task if nobody changed it since it was read; the stored task, or null.</summary>
    public async Task<BenchmarkTask?> TryReplaceAsync(BenchmarkTask task, CancellationToken cancellationToken) =>
        await rows.TryReplaceAsync(ControlNames.TasksTable, TaskRows.FromTask(task), task.ETag, cancellationToken) is { } etag
            ? task with { ETag = etag }
            : null;

    /// <summary>Replaces tasks of one partition, at most 100, all or none; the stored tasks, or null when anybody changed one
    /// since.</summary>
    public Task<IReadOnlyList<BenchmarkTask>?> TryReplaceAllAsync(
        IReadOnlyList<BenchmarkTask> block, CancellationToken cancellationToken) =>
        TryWriteAllAsync(block, task => task.ETag, cancellationToken);

    /// <summary>
    /// Stores a claim of a task that is known by its key and the ETag of its Ready row alone; the claimed task with the new ETag, or null
    /// when the row was changed or is gone. Only what a claim changes is written, so the rest need not be known.
    /// </summary>
    public async Task<BenchmarkTask?> TryClaimUnreadAsync(BenchmarkTask claimed, CancellationToken cancellationToken) =>
        await rows.TryMergeAsync(ControlNames.TasksTable, TaskRows.ClaimOf(claimed), claimed.ETag, cancellationToken) is { } etag
            ? claimed with { ETag = etag }
            : null;

    /// <summary>Stores the result of a claimed task by writing only what it changes; the stored task, or null when the row was changed or
    /// is gone.</summary>
    public async Task<BenchmarkTask?> TryCompleteAsync(BenchmarkTask completed, CancellationToken cancellationToken) =>
        await rows.TryMergeAsync(ControlNames.TasksTable, TaskRows.CompletionOf(completed), completed.ETag, cancellationToken) is { } etag
            ? completed with { ETag = etag }
            : null;

    /// <summary>Stores claims like <see cref="TryClaimUnreadAsync"/> of tasks of one partition, all or none.</summary>
    public Task<IReadOnlyList<BenchmarkTask>?> TryClaimAllUnreadAsync(
        IReadOnlyList<BenchmarkTask> claimed, CancellationToken cancellationToken) =>
        TryMergeAllAsync(claimed, TaskRows.ClaimOf, cancellationToken);

    /// <summary>Stores results like <see cref="TryCompleteAsync"/> of tasks of one partition, all or none, with the time at which each
    /// began.</summary>
    public Task<IReadOnlyList<BenchmarkTask>?> TryCompleteAllAsync(
        IReadOnlyList<BenchmarkTask> completed, CancellationToken cancellationToken) =>
        TryMergeAllAsync(completed, TaskRows.CompletionOf, cancellationToken);

    /// <summary>The tasks of one partition of a stage from one number on, in order.</summary>
    public async IAsyncEnumerable<BenchmarkTask> ListAsync(
        string runId, StageId stage, int fromNumber, [EnumeratorCancellation] CancellationToken cancellationToken, int shard = 0,
        int? beforeNumber = null)
    {
        var partition = TaskRows.PartitionOf(runId, stage, shard);
        var before = beforeNumber is { } number ? TaskRows.RowKeyOf(number) : null;
        await foreach (var row in rows.ListAsync(
            ControlNames.TasksTable, partition, TaskRows.RowKeyOf(fromNumber), before, cancellationToken: cancellationToken))
        {
            yield return TaskRows.ToTask(row);
        }
    }

    /// <summary>The tasks of one partition of a stage that have none of the given statuses, in order.</summary>
    public async IAsyncEnumerable<BenchmarkTask> ListExceptAsync(
        string runId, StageId stage, int shard, IReadOnlyList<BenchmarkTaskStatus> except,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var partition = TaskRows.PartitionOf(runId, stage, shard);
        var exclusion = new RowExclusion(TaskRows.StatusColumn, [.. except.Select(status => status.ToString())]);
        await foreach (var row in rows.ListAsync(
            ControlNames.TasksTable, partition, except: exclusion, cancellationToken: cancellationToken))
        {
            yield return TaskRows.ToTask(row);
        }
    }

    /// <summary>
    /// Some tasks of one partition of a stage that a filter may admit, in order and in one request. For people: rows that make no sense are
    /// left out.
    /// </summary>
    /// <param name="runId">The run.</param>
    /// <param name="stage">The stage.</param>
    /// <param name="slice">Which tasks.</param>
    /// <param name="filter">What is admitted; the caller still has to ask it.</param>
    /// <param name="count">The most that are given.</param>
    /// <param name="continuation">Of the batch before; null for the first.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task<TaskBatch> ReadAsync(
        string runId, StageId stage, TaskSlice slice, TaskFilter filter, int count, string? continuation,
        CancellationToken cancellationToken)
    {
        var query = TaskRows.Filtered(
            new(TaskRows.PartitionOf(runId, stage, slice.Partition ?? 0), TaskRows.RowKeyOf(slice.From), TaskRows.RowKeyOf(slice.Before)),
            filter);
        var batch = await rows.BatchAsync(ControlNames.TasksTable, query, count, continuation, cancellationToken);
        return new([.. batch.Rows.Select(TryRead).OfType<BenchmarkTask>()], batch.Continuation);
    }

    /// <summary>Removes the tasks of one partition of a stage whose run has ended; an item after each transaction.</summary>
    public IAsyncEnumerable<bool> RemoveAsync(string runId, StageId stage, int shard, CancellationToken cancellationToken) =>
        rows.DeleteBlocksAsync(ControlNames.TasksTable, TaskRows.PartitionOf(runId, stage, shard), cancellationToken);

    private static BenchmarkTask? TryRead(Row row)
    {
        try
        {
            return TaskRows.ToTask(row);
        }
        catch (CorruptRowException)
        {
            return null;
        }
    }

    private Task<IReadOnlyList<BenchmarkTask>?> TryWriteAllAsync(
        IReadOnlyList<BenchmarkTask> block, Func<BenchmarkTask, string?> etagOf, CancellationToken cancellationToken) =>
        TryWriteAllAsync(block, [.. block.Select(task => new RowWrite(TaskRows.FromTask(task), etagOf(task)))], cancellationToken);

    private Task<IReadOnlyList<BenchmarkTask>?> TryMergeAllAsync(
        IReadOnlyList<BenchmarkTask> block, Func<BenchmarkTask, Row> changesOf, CancellationToken cancellationToken) =>
        TryWriteAllAsync(block, [.. block.Select(task => new RowWrite(changesOf(task), task.ETag) { Merges = true })], cancellationToken);

    private async Task<IReadOnlyList<BenchmarkTask>?> TryWriteAllAsync(
        IReadOnlyList<BenchmarkTask> block, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken)
    {
        var etags = await rows.TryWriteAllAsync(ControlNames.TasksTable, writes, cancellationToken);
        return etags is null ? null : [.. block.Select((task, index) => task with { ETag = etags[index] })];
    }
}

/// <summary>What one request brought of the tasks of a partition.</summary>
/// <param name="Tasks">In order.</param>
/// <param name="Continuation">Goes on with the same request; null when there are no more.</param>
public sealed record TaskBatch(IReadOnlyList<BenchmarkTask> Tasks, string? Continuation);
