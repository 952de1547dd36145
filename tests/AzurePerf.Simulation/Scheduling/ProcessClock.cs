using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Scheduling;

/// <summary>
/// The clocks of one process. Its wall clock is wrong by a constant; its monotonic clock starts anywhere and may stand still while the machine is suspended.
/// </summary>
internal sealed class ProcessClock(SimulationScheduler scheduler, SimulatedProcess process, DateTimeOffset origin, TimeSpan skew, long timestampOrigin) : TimeProvider
{
    /// <summary>Not 10 MHz, so that code that takes time stamps for ticks gets visibly wrong results.</summary>
    private const long TimestampsPerTick = 7;

    private const int MostLooks = 100_000;

    private readonly SortedDictionary<int, ProcessTimer> _timers = [];
    private TimeSpan _stoodStill;
    private int _lastTimer;
    private int _looks;
    private long _lookedIn;

    /// <summary>True for a wall clock that stands still with its machine too.</summary>
    public bool WallClockStands { get; init; }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond * TimestampsPerTick;

    public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;

    internal SimulationScheduler Scheduler => scheduler;

    internal SimulatedProcess Process => process;

    public override DateTimeOffset GetUtcNow()
    {
        scheduler.CheckThread();
        return origin + skew + scheduler.Now - (WallClockStands ? _stoodStill : TimeSpan.Zero);
    }

    public override long GetTimestamp()
    {
        scheduler.CheckThread();
        CheckSpin();
        return timestampOrigin + ((scheduler.Now - _stoodStill).Ticks * TimestampsPerTick);
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        scheduler.CheckThread();
        var timer = new ProcessTimer(this, ++_lastTimer, callback, state);
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>The machine slept: the monotonic clock and all timers missed that time.</summary>
    public void StandStill(TimeSpan duration)
    {
        _stoodStill += duration;
        foreach (var timer in _timers.Values.ToArray())
        {
            timer.Postpone(duration);
        }
    }

    /// <summary>Time does not pass while a process runs: one that waits for that without awaiting would wait for ever.</summary>
    private void CheckSpin()
    {
        _looks = scheduler.Steps == _lookedIn ? _looks + 1 : 0;
        _lookedIn = scheduler.Steps;
        if (_looks > MostLooks)
        {
            throw new EscapedException($"{process} looks at its clock again and again without ever waiting");
        }
    }

    internal void Keep(ProcessTimer timer) => _timers[timer.Number] = timer;

    internal void Forget(ProcessTimer timer) => _timers.Remove(timer.Number);
}
