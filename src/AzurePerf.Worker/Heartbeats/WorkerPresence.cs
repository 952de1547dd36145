using AzurePerf.Core.Ids;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>This process as the TaskManager sees it: its row, its heartbeat, its orders.</summary>
internal sealed class WorkerPresence(WorkerStore workers, WorkerOptions options, HostIdentity identity, IIdSource ids, TimeProvider time)
{
    private WorkerState? _state;

    /// <summary>New with every start of the process.</summary>
    public string WorkerId { get; } = ids.NewId();

    public string HostId => options.HostId;

    /// <summary>Stores the first row. Nothing may be claimed before.</summary>
    public async Task AppearAsync(CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var first = new WorkerState
        {
            WorkerId = WorkerId,
            Pool = WorkerPool.Measure,
            HostId = options.HostId,
            Build = identity.BuildId,
            StartedAt = now,
            BeatAt = now,
        };
        _state = await workers.TryAddAsync(first, cancellationToken)
            ?? await workers.FindAsync(WorkerPool.Measure, WorkerId, cancellationToken)
            ?? throw new InvalidOperationException($"worker {WorkerId} was removed while it started");
    }

    /// <summary>One heartbeat; false when the row is gone: this worker was declared dead.</summary>
    public async Task<bool> BeatAsync(RunningTask? running, bool draining, CancellationToken cancellationToken)
    {
        var current = _state ?? throw new InvalidOperationException("the first row comes before the first heartbeat");
        var next = current with { Beat = current.Beat + 1, BeatAt = time.GetUtcNow(), Running = running, Draining = draining };
        if (await workers.TryBeatAsync(next, cancellationToken) is { } stored)
        {
            _state = stored;
            return true;
        }

        // Only this process writes the row: a changed ETag means that an earlier write landed without its answer.
        if (await workers.FindAsync(WorkerPool.Measure, WorkerId, cancellationToken) is not { } found)
        {
            return false;
        }

        _state = found;
        return true;
    }

    /// <summary>The execution that is to stop, or null.</summary>
    public async Task<StopOrder?> ReadOrderAsync(CancellationToken cancellationToken) =>
        (await workers.FindOrdersAsync(WorkerPool.Measure, WorkerId, cancellationToken))?.Stop;

    public Task DisappearAsync(CancellationToken cancellationToken) => workers.RemoveAsync(WorkerPool.Measure, WorkerId, cancellationToken);
}
