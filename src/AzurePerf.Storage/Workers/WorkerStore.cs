using System.Runtime.CompilerServices;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Workers;

/// <summary>Heartbeat rows, written by workers only, and order rows, written by the TaskManager only.</summary>
public sealed class WorkerStore(IRowStore rows)
{
    /// <summary>Stores a new worker's first row; null when its id exists.</summary>
    public async Task<WorkerState?> TryAddAsync(WorkerState worker, CancellationToken cancellationToken) =>
        await rows.TryInsertAsync(ControlNames.WorkersTable, WorkerRows.FromState(worker), cancellationToken) is { } etag ? worker with { ETag = etag } : null;

    /// <summary>Stores a heartbeat; null when the row is gone, which tells the worker that it was declared dead.</summary>
    public async Task<WorkerState?> TryBeatAsync(WorkerState worker, CancellationToken cancellationToken) =>
        await rows.TryReplaceAsync(ControlNames.WorkersTable, WorkerRows.FromState(worker), worker.ETag, cancellationToken) is { } etag
            ? worker with { ETag = etag }
            : null;

    /// <summary>The row of one worker, or null.</summary>
    public async Task<WorkerState?> FindAsync(string pool, string workerId, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.WorkersTable, pool, workerId, cancellationToken) is { } row ? WorkerRows.ToState(row) : null;

    /// <summary>Removes a worker and its orders.</summary>
    public async Task RemoveAsync(string pool, string workerId, CancellationToken cancellationToken)
    {
        await rows.TryDeleteAsync(ControlNames.WorkersTable, pool, workerId, null, cancellationToken);
        await rows.TryDeleteAsync(ControlNames.WorkersTable, pool, WorkerRows.OrdersKey(workerId), null, cancellationToken);
    }

    /// <summary>Every worker of a pool that has a row. One whose row makes no sense counts as gone, so that it cannot hide the others.</summary>
    /// <param name="pool">The pool.</param>
    /// <param name="onNonsense">Told of each row that makes no sense.</param>
    public async IAsyncEnumerable<WorkerState> ListAsync(
        string pool, Action<CorruptRowException>? onNonsense = null, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        await foreach (var row in rows.ListAsync(ControlNames.WorkersTable, pool, cancellationToken: cancellationToken))
        {
            if (!WorkerRows.IsOrders(row) && Read(row, onNonsense) is { } worker)
            {
                yield return worker;
            }
        }
    }

    /// <summary>Every worker with a row, of all pools, and the orders that stand beside them, in one look.</summary>
    /// <param name="onNonsense">Told of each row that makes no sense; its worker counts as gone.</param>
    public async Task<WorkerRoll> CallAsync(Action<CorruptRowException>? onNonsense, CancellationToken cancellationToken)
    {
        var workers = new List<WorkerState>();
        var orders = new Dictionary<string, WorkerOrders>();
        await foreach (var row in rows.ListAllAsync(ControlNames.WorkersTable, cancellationToken))
        {
            if (WorkerRows.IsOrders(row))
            {
                orders[WorkerRows.WorkerOfOrders(row)] = ReadOrders(row, onNonsense);
            }
            else if (Read(row, onNonsense) is { } worker)
            {
                workers.Add(worker);
            }
        }

        return new(workers, orders);
    }

    /// <summary>Stores a worker's orders if nobody changed them since they were read; the stored orders, or null.</summary>
    public async Task<WorkerOrders?> TryPutOrdersAsync(string pool, string workerId, WorkerOrders orders, CancellationToken cancellationToken)
    {
        var row = WorkerRows.FromOrders(pool, workerId, orders);
        var etag = orders.ETag.Length == 0
            ? await rows.TryInsertAsync(ControlNames.WorkersTable, row, cancellationToken)
            : await rows.TryReplaceAsync(ControlNames.WorkersTable, row, orders.ETag, cancellationToken);
        return etag is null ? null : orders with { ETag = etag };
    }

    /// <summary>The worker's orders, or null when it has none.</summary>
    public async Task<WorkerOrders?> FindOrdersAsync(string pool, string workerId, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.WorkersTable, pool, WorkerRows.OrdersKey(workerId), cancellationToken) is { } row ? WorkerRows.ToOrders(row) : null;

    /// <summary>Orders that make no sense are replaced by the next ones.</summary>
    private static WorkerOrders ReadOrders(Row row, Action<CorruptRowException>? onNonsense)
    {
        try
        {
            return WorkerRows.ToOrders(row);
        }
        catch (CorruptRowException nonsense)
        {
            onNonsense?.Invoke(nonsense);
            return new() { ETag = row.ETag };
        }
    }

    private static WorkerState? Read(Row row, Action<CorruptRowException>? onNonsense)
    {
        try
        {
            return WorkerRows.ToState(row);
        }
        catch (CorruptRowException nonsense)
        {
            onNonsense?.Invoke(nonsense);
            return null;
        }
    }
}
