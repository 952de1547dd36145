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

    /// <summary>Every worker of a pool that has a row.</summary>
    public async IAsyncEnumerable<WorkerState> ListAsync(string pool, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(ControlNames.WorkersTable, pool, cancellationToken: cancellationToken))
        {
            if (!WorkerRows.IsOrders(row))
            {
                yield return WorkerRows.ToState(row);
            }
        }
    }

    public Task PutOrdersAsync(string pool, string workerId, WorkerOrders orders, CancellationToken cancellationToken) =>
        rows.PutAsync(ControlNames.WorkersTable, WorkerRows.FromOrders(pool, workerId, orders), cancellationToken);

    /// <summary>The worker's orders, or null when it has none.</summary>
    public async Task<WorkerOrders?> FindOrdersAsync(string pool, string workerId, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.WorkersTable, pool, WorkerRows.OrdersKey(workerId), cancellationToken) is { } row ? WorkerRows.ToOrders(row) : null;
}
