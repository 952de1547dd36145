namespace AzurePerf.Testing.Time;

/// <summary>
/// A clock that stands still until a test moves it. Timestamps run at 70 MHz from an odd origin: code that takes them for ticks of 100 ns, for nanoseconds,
/// or for a time since zero gets visibly wrong results.
/// </summary>
public sealed class FakeTimeProvider : TimeProvider
{
    /// <summary>Timestamps per <see cref="TimeSpan"/> tick.</summary>
    private const long TimestampsPerTick = 7;

    private const long TimestampOrigin = 987_654_321;

    private static readonly DateTimeOffset Origin = new(2010, 6, 21, 9, 0, 0, TimeSpan.Zero);

    private readonly Lock _lock = new();
    private readonly List<FakeTimer> _timers = [];
    private TimeSpan _elapsed;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond * TimestampsPerTick;

    public override TimeZoneInfo LocalTimeZone => TimeZoneInfo.Utc;

    /// <summary>Time since the clock was made.</summary>
    public TimeSpan Elapsed
    {
        get
        {
            lock (_lock)
            {
                return _elapsed;
            }
        }
    }

    /// <summary>Called on the thread that sets a timer, with its due time; lets a test know that somebody waits.</summary>
    public Action<TimeSpan>? TimerSet { get; set; }

    /// <summary>By how much somebody has set the wall clock; timestamps and timers do not follow.</summary>
    public TimeSpan WallClockSetBy { get; set; }

    public override DateTimeOffset GetUtcNow() => Origin + Elapsed + WallClockSetBy;

    public override long GetTimestamp() => TimestampOrigin + (Elapsed.Ticks * TimestampsPerTick);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new FakeTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        TimerSet?.Invoke(dueTime);
        return timer;
    }

    /// <summary>Moves the clock, and calls what falls due on the way, in order, on this thread and at its own time.</summary>
    public void Advance(TimeSpan time)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(time, TimeSpan.Zero);
        var target = Elapsed + time;
        while (TakeDue(target) is { } due)
        {
            due();
        }

        lock (_lock)
        {
            _elapsed = target > _elapsed ? target : _elapsed;
        }
    }

    /// <summary>Moves the clock first, and then calls what fell due on the way: all of it late, as after a machine stood still. Code on another thread
    /// cannot see a time in between.</summary>
    public void Leap(TimeSpan time)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(time, TimeSpan.Zero);
        lock (_lock)
        {
            _elapsed += time;
        }

        Advance(TimeSpan.Zero);
    }

    internal void Set(FakeTimer timer, TimeSpan dueTime, TimeSpan period)
    {
        lock (_lock)
        {
            _timers.Remove(timer);
            if (dueTime != Timeout.InfiniteTimeSpan)
            {
                timer.DueAt = _elapsed + dueTime;
                timer.Period = period;
                _timers.Add(timer);
            }
        }
    }

    internal void Remove(FakeTimer timer)
    {
        lock (_lock)
        {
            _timers.Remove(timer);
        }
    }

    private Action? TakeDue(TimeSpan target)
    {
        lock (_lock)
        {
            var next = _timers.Where(timer => timer.DueAt <= target).MinBy(timer => timer.DueAt);
            if (next is null)
            {
                return null;
            }

            _elapsed = next.DueAt > _elapsed ? next.DueAt : _elapsed;
            if (next.Period > TimeSpan.Zero)
            {
                next.DueAt += next.Period;
            }
            else
            {
                _timers.Remove(next);
            }

            return next.Callback;
        }
    }
}
