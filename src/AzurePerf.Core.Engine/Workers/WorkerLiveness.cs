namespace AzurePerf.Core.Workers;

/// <summary>
/// Decides which workers are dead: those whose heartbeat counter did not change over <see cref="EngineTimes.Dead"/> of successful reads. A
/// gap between reads restarts the count, so that a paused TaskManager or a throttled account kills nobody. No clock of a worker is trusted.
/// A read takes its time: a counter that it found new may be from its end, and one that it found unchanged is so since its beginning.
/// </summary>
public sealed class WorkerLiveness(EngineTimes times)
{
    private readonly Dictionary<string, (long Beat, TimeSpan Since)> _seen = [];
    private TimeSpan? _lastRead;

    /// <summary>Takes note of one successful read of all workers.</summary>
    /// <param name="workers">Every worker row.</param>
    /// <param name="began">When the read began, by the monotonic time of the observer.</param>
    /// <param name="ended">When it had ended.</param>
    public void Observe(IEnumerable<WorkerState> workers, TimeSpan began, TimeSpan ended)
    {
        var interrupted = _lastRead is { } last && began - last > times.LongestReadGap;
        _lastRead = began;
        var present = workers.ToDictionary(worker => worker.WorkerId, worker => worker.Beat);
        foreach (var gone in _seen.Keys.Except(present.Keys).ToArray())
        {
            _seen.Remove(gone);
        }

        foreach (var (workerId, beat) in present)
        {
            if (interrupted || !_seen.TryGetValue(workerId, out var before) || before.Beat != beat)
            {
                _seen[workerId] = (beat, ended);
            }
        }
    }

    /// <summary>True when the worker's row is gone or its counter stood still for too long, as of the last read.</summary>
    public bool IsDead(string workerId) =>
        _lastRead is { } began && (!_seen.TryGetValue(workerId, out var seen) || began - seen.Since >= times.Dead);
}
