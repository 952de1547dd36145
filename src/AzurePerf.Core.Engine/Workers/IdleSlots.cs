namespace AzurePerf.Core.Workers;

/// <summary>
/// Which slots have nothing to do, shared out among tasks whose messages are taken for lost: each slot stands for one message at a time,
/// because it takes no more. A worker that has just come, or is between two short tasks, looks idle once; only one that does over two
/// heartbeats, and so by two of its own, counts.
/// </summary>
public sealed class IdleSlots(EngineTimes times)
{
    private readonly Dictionary<string, Idle> _idle = [];
    private IReadOnlyList<WorkerState> _alive = [];
    private TimeSpan _now;

    /// <summary>Takes note of one successful read of the workers.</summary>
    /// <param name="alive">Those that live.</param>
    /// <param name="now">Monotonic time of the observer.</param>
    public void Observe(IReadOnlyList<WorkerState> alive, TimeSpan now)
    {
        (_alive, _now) = (alive, now);
        var idle = alive.Where(IsIdle).ToDictionary(worker => worker.WorkerId, EndedOf);
        foreach (var busy in _idle.Keys.Except(idle.Keys).ToArray())
        {
            _idle.Remove(busy);
        }

        foreach (var (workerId, ended) in idle)
        {
            if (!_idle.TryGetValue(workerId, out var known) || known.Ended != ended)
            {
                _idle[workerId] = new(now, ended);
            }
        }
    }

    /// <summary>
    /// Takes one slot that would have taken a message by now. It is free again when its worker has done something since, or did not take
    /// the next message either for <see cref="EngineTimes.Reconciliation"/>.
    /// </summary>
    /// <param name="pool">The pool of the task.</param>
    /// <param name="build">The build that the task is for; empty for any.</param>
    /// <param name="programs">Whether the task may run a program of a user. Where a worker of the pool runs programs, others leave such
    /// tasks to it.</param>
    /// <returns>False where there is none.</returns>
    public bool TryTake(string pool, string build = "", bool programs = false)
    {
        var ofPool = _alive.Where(worker => worker.Pool == pool).ToArray();
        var leftToOthers = programs && ofPool.Any(worker => worker.RunsPrograms);
        return ofPool.Any(worker => (build.Length == 0 || worker.Build == build) && (worker.RunsPrograms || !leftToOthers)
            && _idle.TryGetValue(worker.WorkerId, out var idle) && TryTake(idle, worker.Slots));
    }

    private bool TryTake(Idle idle, int slots)
    {
        idle.Taken.RemoveAll(at => _now - at >= times.Reconciliation);
        if (_now - idle.Since < 2 * times.Heartbeat || idle.Taken.Count >= slots)
        {
            return false;
        }

        idle.Taken.Add(_now);
        return true;
    }

    /// <summary>Executions that its heartbeats have told of: those shorter than a heartbeat are in no list of what it executes.</summary>
    private static long EndedOf(WorkerState worker) => worker.Tallies.Sum(tally => (long)tally.Done + tally.Reused + tally.Failed);

    private static bool IsIdle(WorkerState worker) =>
        worker is { Running.Count: 0, Draining: false, Holding: false, PeerTrial: null or { Reached: true } };

    /// <summary>A worker with nothing to do.</summary>
    /// <param name="Since">When it was first seen so.</param>
    /// <param name="Ended">Executions that it had ended then.</param>
    private sealed record Idle(TimeSpan Since, long Ended)
    {
        /// <summary>When each of its slots was taken.</summary>
        public List<TimeSpan> Taken { get; } = [];
    }
}
