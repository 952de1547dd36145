using System.Runtime.CompilerServices;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Workers;

/// <summary>Heartbeat rows, written by workers only, and order rows, written by the TaskManager only.</summary>
public sealed class WorkerStore(IRowStore rows)
{
    /// <summary>Stores a new worker's first row; null when its id exists.</summary>
    public async Task<WorkerState?> TryAddAsync(WorkerState worker, CancellationToken cancellationToken) =>
        await rows.TryInsertAsync(ControlNames.WorkersTable, WorkerRows.FromState(worker), cancellationToken) is { } etag
            ? worker with { ETag = etag }
            : null;

    /// <summary>Stores a heartbeat; null when the row is gone, which tells the worker that it was declared dead.</summary>
    public async Task<WorkerState?> TryBeatAsync(WorkerState worker, CancellationToken cancellationToken) =>
        await rows.TryReplaceAsync(ControlNames.WorkersTable, WorkerRows.FromState(worker), worker.ETag, cancellationToken) is { } etag
            ? worker with { ETag = etag }
            : null;

    /// <summary>The row of one worker, or null.</summary>
    public async Task<WorkerState?> FindAsync(string pool, string workerId, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.WorkersTable, pool, workerId, cancellationToken) is { } row ? WorkerRows.ToState(row) : null;

    /// <summary>Removes a worker and its commands. They go first: where only one of both is removed, the worker is still listed, and is
    /// removed again.</summary>
    public async Task RemoveAsync(string pool, string workerId, CancellationToken cancellationToken)
    {
        await rows.TryDeleteAsync(ControlNames.WorkersTable, pool, WorkerRows.CommandsKey(workerId), null, cancellationToken);
        await rows.TryDeleteAsync(ControlNames.WorkersTable, pool, workerId, null, cancellationToken);
    }

    /// <summary>Every worker of a pool that has a row. One whose row makes no sense counts as gone, so that it cannot hide the
    /// others.</summary>
    /// <param name="pool">The pool.</param>
    /// <param name="onCorrupt">Told of each row that makes no sense.</param>
    public async IAsyncEnumerable<WorkerState> ListAsync(
        string pool, Action<CorruptRowException>? onCorrupt = null, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await foreach (var row in rows.ListAsync(ControlNames.WorkersTable, pool, cancellationToken: cancellationToken))
        {
            if (!WorkerRows.IsCommands(row) && Read(row, onCorrupt) is { } worker)
            {
                yield return worker;
            }
        }
    }

    /// <summary>Every worker with a row, of all pools, and the commands that stand beside them, in one look.</summary>
    /// <param name="onCorrupt">Told of each row that makes no sense; its worker counts as gone.</param>
    public async Task<WorkerList> ListWithCommandsAsync(Action<CorruptRowException>? onCorrupt, CancellationToken cancellationToken)
    {
        var workers = new List<WorkerState>();
        var commands = new Dictionary<string, WorkerCommands>();
        var (listed, told) = (new List<(string Pool, string WorkerId)>(), new List<(string Pool, string WorkerId)>());
        await foreach (var row in rows.ListAllAsync(ControlNames.WorkersTable, cancellationToken))
        {
            if (WorkerRows.IsCommands(row))
            {
                commands[WorkerRows.WorkerOfCommands(row)] = ReadCommands(row, onCorrupt);
                told.Add((row.PartitionKey, WorkerRows.WorkerOfCommands(row)));
                continue;
            }

            listed.Add((row.PartitionKey, row.RowKey));
            if (Read(row, onCorrupt) is { } worker)
            {
                workers.Add(worker);
            }
        }

        return new(workers, commands) { Left = [.. told.Except(listed)] };
    }

    /// <summary>Stores a worker's commands if nobody changed them since they were read; the stored commands, or null.</summary>
    public async Task<WorkerCommands?> TryPutCommandsAsync(
        string pool, string workerId, WorkerCommands commands, CancellationToken cancellationToken)
    {
        var row = WorkerRows.FromCommands(pool, workerId, commands);
        var etag = commands.ETag.Length == 0
            ? await rows.TryInsertAsync(ControlNames.WorkersTable, row, cancellationToken)
            : await rows.TryReplaceAsync(ControlNames.WorkersTable, row, commands.ETag, cancellationToken);
        return etag is null ? null : commands with { ETag = etag };
    }

    /// <summary>Removes the commands of a worker unless it has a row.</summary>
    public async Task RemoveLeftCommandsAsync(string pool, string workerId, CancellationToken cancellationToken)
    {
        if (await rows.FindAsync(ControlNames.WorkersTable, pool, workerId, cancellationToken) is null)
        {
            await rows.TryDeleteAsync(ControlNames.WorkersTable, pool, WorkerRows.CommandsKey(workerId), null, cancellationToken);
        }
    }

    /// <summary>The worker's commands, or null when it has none.</summary>
    public async Task<WorkerCommands?> FindCommandsAsync(string pool, string workerId, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.WorkersTable, pool, WorkerRows.CommandsKey(workerId), cancellationToken) is { } row
            ? WorkerRows.ToCommands(row)
            : null;

    /// <summary>Commands that make no sense are replaced by the next ones.</summary>
    private static WorkerCommands ReadCommands(Row row, Action<CorruptRowException>? onCorrupt)
    {
        try
        {
            return WorkerRows.ToCommands(row);
        }
        catch (CorruptRowException corrupt)
        {
            onCorrupt?.Invoke(corrupt);
            return new() { ETag = row.ETag };
        }
    }

    private static WorkerState? Read(Row row, Action<CorruptRowException>? onCorrupt)
    {
        try
        {
            return WorkerRows.ToState(row);
        }
        catch (CorruptRowException corrupt)
        {
            onCorrupt?.Invoke(corrupt);
            return null;
        }
    }
}

/// <summary>All workers at one look.</summary>
/// <param name="Workers">Every worker with a row, dead ones included.</param>
/// <param name="Commands">The commands that are stored, by worker.</param>
public sealed record WorkerList(IReadOnlyList<WorkerState> Workers, IReadOnlyDictionary<string, WorkerCommands> Commands)
{
    /// <summary>Workers that have commands and no row: they left while those were written.</summary>
    public IReadOnlyList<(string Pool, string WorkerId)> Left { get; init; } = [];
}
