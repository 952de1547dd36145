using AzurePerf.Core.Workers;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Workers;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>Reads the workers at the engine's pace and knows which are alive.</summary>
internal sealed partial class WorkerWatch(WorkerStore workers, EngineTimes times, TimeProvider time, ILogger<WorkerWatch> logger)
{
    private readonly WorkerLiveness _liveness = new(times);
    private readonly long _origin = time.GetTimestamp();
    private readonly HashSet<string> _nonsense = [];
    private IReadOnlyList<WorkerState> _workers = [];
    private TimeSpan? _lastRead;

    /// <summary>Workers that are alive as of the last read.</summary>
    public IReadOnlyList<string> Alive => _liveness.Alive();

    /// <summary>Workers that are dead although their row is still there.</summary>
    public IReadOnlyList<string> DeadWithRow => _liveness.DeadWithRow();

    /// <summary>Workers that are alive and said in their last heartbeat that they execute a task of the run.</summary>
    public IReadOnlyList<WorkerState> ExecutingFor(string runId) =>
        [.. _workers.Where(worker => worker.Running?.RunId == runId && !_liveness.IsDead(worker.WorkerId))];

    /// <summary>Reads the workers if it is time to.</summary>
    public async Task ReadIfDueAsync(CancellationToken cancellationToken)
    {
        if (_lastRead is not { } last || time.GetElapsedTime(_origin) - last >= times.WorkerRead)
        {
            await ReadAsync(cancellationToken);
        }
    }

    /// <summary>
    /// True when the owner of a task row that was read before this call is dead. The workers are read again first: a stale list would kill a worker
    /// that came after it was read.
    /// </summary>
    public async Task<bool> IsDeadAsync(string workerId, CancellationToken cancellationToken)
    {
        if (!_liveness.IsDead(workerId))
        {
            return false;
        }

        await ReadAsync(cancellationToken);
        return _liveness.IsDead(workerId);
    }

    /// <summary>Removes the row of a dead worker that executes nothing any more.</summary>
    public Task RemoveAsync(string workerId, CancellationToken cancellationToken) => workers.RemoveAsync(WorkerPool.Measure, workerId, cancellationToken);

    private async Task ReadAsync(CancellationToken cancellationToken)
    {
        _workers = await workers.ListAsync(WorkerPool.Measure, NoteNonsense, cancellationToken).ToArrayAsync(cancellationToken);
        _lastRead = time.GetElapsedTime(_origin);
        _liveness.Observe(_workers, _lastRead.Value);
    }

    private void NoteNonsense(CorruptRowException nonsense)
    {
        if (_nonsense.Add(nonsense.Message))
        {
            LogNonsense(nonsense.Message);
        }
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "A worker counts as gone: {Reason}")]
    private partial void LogNonsense(string reason);
}
