namespace AzurePerf.Core.Workers;

/// <summary>
/// Decides which workers are dead: those whose heartbeat counter did not change over <see cref="EngineTimes.Dead"/> of successful reads. A
/// gap between reads restarts the count, so that a paused TaskManager or a throttled account kills nobody. No clock of a worker is trusted.
/// </summary>
public sealed class WorkerLiveness(EngineTimes times)
{
    private readonly Dictionary<string, (long Beat, TimeSpan Since)> _seen = [];
    private TimeSpan? _lastRead;

    /// <summary>Takes note of one successful read of all workers.</summary>
    /// <param name="workers">Every worker row.</param>
    /// <param name="now">Monotonic time of the observer.</param>
    public void Observe(IEnumerable<WorkerState> workers, TimeSpan now)
    {
        var interrupted = _lastRead is { } last && now - last > times.LongestReadGap;
        _lastRead = now;
        var present = workers.ToDictionary(worker => worker.WorkerId, worker => worker.Beat);
        foreach (var gone in _seen.Keys.Except(present.Keys).ToArray())
        {
            _seen.Remove(gone);
        }

        foreach (var (workerId, beat) in present)
        {
            if (interrupted || !_seen.TryGetValue(workerId, out var before) || before.Beat != beat)
            {
                _seen[workerId] = (beat, now);
            }
        }
    }

    /// <summary>True when the worker's row is gone or its counter stood still for too long, as of the last read.</summary>
    public bool IsDead(string workerId) =>
        _lastRead is { } now && (!_seen.TryGetValue(workerId, out var seen) || now - seen.Since >= times.Dead);
}
