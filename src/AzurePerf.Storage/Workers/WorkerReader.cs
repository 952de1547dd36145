using AzurePerf.Core.Api;
using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Storage.Workers;

/// <summary>What people see of workers; API and portal give the same. Costs one request for all workers and up to two for each pool's
/// queue.</summary>
public sealed class WorkerReader(WorkerStore workers, ControlPlane controlPlane, TimeProvider time)
{
    public async Task<WorkerListResponse> ListAsync(CancellationToken cancellationToken)
    {
        var unreadable = new List<string>();
        var roll = await workers.ListWithCommandsAsync(corrupt => unreadable.Add(corrupt.Message), cancellationToken);
        var now = time.GetUtcNow();
        var pools = new List<PoolResponse>();
        foreach (var pool in WorkerPool.All)
        {
            var found = WorkerSummary.PoolOf(pool, roll.Workers, await controlPlane.TasksOf(pool).LookAsync(cancellationToken), now);
            if (pool != WorkerPool.Peer || found.Workers + found.Silent + found.Outstanding > 0)
            {
                // Most installations have no pool of peers: it is shown where there is something of it.
                pools.Add(found);
            }
        }

        var listed = roll.Workers
            .OrderBy(worker => worker.Pool, StringComparer.Ordinal).ThenBy(worker => worker.HostId, StringComparer.Ordinal)
            .ThenBy(worker => worker.WorkerId, StringComparer.Ordinal)
            .Select(worker => WorkerSummary.Of(worker, roll.Commands.GetValueOrDefault(worker.WorkerId), roll.Workers, now));
        return new(pools, [.. listed], unreadable);
    }
}
