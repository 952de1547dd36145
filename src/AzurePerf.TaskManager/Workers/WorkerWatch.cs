using AzurePerf.Core.Workers;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Workers;

namespace AzurePerf.TaskManager.Workers;

/// <summary>Reads all workers and their commands at the engine's pace and knows which are alive.</summary>
internal sealed partial class WorkerWatch(
    WorkerStore workers, ControlRequests requests, PoolGauges gauges, EngineTimes times, TimeProvider time, ILogger<WorkerWatch> logger)
{
    private readonly WorkerLiveness _liveness = new(times);
    private readonly long _origin = time.GetTimestamp();
    private readonly HashSet<string> _corrupt = [];
    private WorkerList _list = new([], new Dictionary<string, WorkerCommands>());
    private HashSet<(string WorkerId, bool Draining)> _present = [];
    private TimeSpan? _lastRead;

    /// <summary>Changes when a worker comes, goes or begins to drain: who waits for workers need not look before.</summary>
    public int Workforce { get; private set; }

    /// <summary>Counts the reads, so that others notice a new one.</summary>
    public int Reads { get; private set; }

    /// <summary>The commands that are stored, by worker.</summary>
    public IReadOnlyDictionary<string, WorkerCommands> Commands => _list.Commands;

    /// <summary>Workers that are alive as of the last read.</summary>
    public IReadOnlyList<WorkerState> Alive => [.. _list.Workers.Where(worker => !_liveness.IsDead(worker.WorkerId))];

    /// <summary>Whether anybody is alive who measures.</summary>
    public bool HasMeasureWorker => Alive.Any(worker => worker is { Pool: WorkerPool.Measure, Draining: false });

    /// <summary>Workers that are dead although their row is still there.</summary>
    public IReadOnlyList<WorkerState> DeadWithRow => [.. _list.Workers.Where(worker => _liveness.IsDead(worker.WorkerId))];

    /// <summary>Those of them that have nothing to do.</summary>
    public IdleSlots Idle { get; } = new(times);

    /// <summary>Requests to the control account of this process and of all workers with a row.</summary>
    public long Requests => requests.Total + _list.Workers.Sum(worker => worker.Requests);

    /// <summary>Monotonic time of the last read since this object was made; null before the first.</summary>
    public TimeSpan? LastRead => _lastRead;

    /// <summary>The row of a worker as last read, dead or alive; null when it is gone.</summary>
    public WorkerState? Find(string workerId) => _list.Workers.FirstOrDefault(worker => worker.WorkerId == workerId);

    /// <summary>How long until the workers are to be read again; zero when it is time to.</summary>
    public TimeSpan UntilDue =>
        _lastRead is { } last && last + times.WorkerRead - time.GetElapsedTime(_origin) is var left && left > TimeSpan.Zero
        ? left
        : TimeSpan.Zero;

    /// <summary>Reads the workers if it is time to.</summary>
    public async Task ReadIfDueAsync(CancellationToken cancellationToken)
    {
        if (UntilDue == TimeSpan.Zero)
        {
            await ReadAsync(cancellationToken);
        }
    }

    /// <summary>
    /// True when the owner of a task row that was read before this call is dead. The workers are read again first: a stale list would kill
    /// a worker that came after it was read.
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
    public async Task RemoveAsync(WorkerState worker, CancellationToken cancellationToken)
    {
        await workers.RemoveAsync(worker.Pool, worker.WorkerId, cancellationToken);
        _list = _list with { Workers = [.. _list.Workers.Where(other => other.WorkerId != worker.WorkerId)] };
    }

    /// <summary>Removes the commands of workers that had left when those were written.</summary>
    public async Task RemoveLeftCommandsAsync(CancellationToken cancellationToken)
    {
        foreach (var (pool, workerId) in _list.Left)
        {
            await workers.RemoveLeftCommandsAsync(pool, workerId, cancellationToken);
        }

        _list = _list with { Left = [] };
    }

    public async Task ReadAsync(CancellationToken cancellationToken)
    {
        // From the beginning of the read: what it found may be as old.
        var began = time.GetElapsedTime(_origin);
        _list = await workers.ListWithCommandsAsync(NoteCorrupt, cancellationToken);
        _lastRead = began;
        Reads++;
        _liveness.Observe(_list.Workers, began, ended: time.GetElapsedTime(_origin));
        Idle.Observe(Alive, began);
        gauges.Record(Alive);
        NoteWorkforce();
    }

    private void NoteWorkforce()
    {
        var present = Alive.Select(worker => (worker.WorkerId, worker.Draining)).ToHashSet();
        Workforce += present.SetEquals(_present) ? 0 : 1;
        _present = present;
    }

    private void NoteCorrupt(CorruptRowException corrupt)
    {
        if (_corrupt.Add(corrupt.Message))
        {
            LogCorrupt(corrupt.Message);
        }
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "A worker counts as gone: {Reason}")]
    private partial void LogCorrupt(string reason);
}
