namespace AzurePerf.Testing;

/// <summary>A clock that stands until it is moved; timers fire, in order, on the thread that moves it.</summary>
public sealed class ManualTime : TimeProvider
{
    private readonly Lock _sync = new();
    private readonly List<ManualTimer> _timers = [];
    private DateTimeOffset _now = new(2030, 1, 1, 0, 0, 0, TimeSpan.Zero);

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow()
    {
        lock (_sync)
        {
            return _now;
        }
    }

    public override long GetTimestamp() => GetUtcNow().Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new ManualTimer(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    public void Advance(TimeSpan by)
    {
        var end = GetUtcNow() + by;
        while (NextUntil(end) is { } timer)
        {
            timer.Fire();
        }

        lock (_sync)
        {
            _now = end;
        }
    }

    private ManualTimer? NextUntil(DateTimeOffset end)
    {
        lock (_sync)
        {
            var next = _timers.MinBy(timer => timer.Due);
            if (next is null || next.Due > end)
            {
                return null;
            }

            _now = next.Due > _now ? next.Due : _now;
            return next;
        }
    }

    private sealed class ManualTimer(ManualTime time, Action fire) : ITimer
    {
        private TimeSpan _period;

        public DateTimeOffset Due { get; private set; }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            lock (time._sync)
            {
                _period = period;
                time._timers.Remove(this);
                if (dueTime != Timeout.InfiniteTimeSpan)
                {
                    Due = time._now + dueTime;
                    time._timers.Add(this);
                }

                return true;
            }
        }

        public void Fire()
        {
            Change(_period > TimeSpan.Zero ? _period : Timeout.InfiniteTimeSpan, _period);
            fire();
        }

        public void Dispose() => Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
