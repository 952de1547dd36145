namespace AzurePerf.UnitTests.Cli;

/// <summary>A clock that nobody waits for: a short wait ends at once and moves the clock on, a long one ends when short ones have brought the clock there.</summary>
internal sealed class ImpatientTime : TimeProvider
{
    private static readonly TimeSpan Short = TimeSpan.FromSeconds(5);
    private readonly Lock _lock = new();
    private readonly List<Alarm> _alarms = [];
    private DateTimeOffset _now = SampleRuns.Submitted;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override DateTimeOffset GetUtcNow()
    {
        lock (_lock)
        {
            return _now;
        }
    }

    public override long GetTimestamp() => GetUtcNow().UtcTicks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var alarm = new Alarm(this, () => callback(state));
        alarm.Change(dueTime, period);
        return alarm;
    }

    private void Set(Alarm alarm, TimeSpan dueTime)
    {
        lock (_lock)
        {
            _alarms.Remove(alarm);
            if (dueTime == Timeout.InfiniteTimeSpan)
            {
                return;
            }

            alarm.Due = _now + dueTime;
            _alarms.Add(alarm);
            _now = dueTime <= Short ? _now + dueTime : _now;
            foreach (var due in _alarms.Where(candidate => candidate.Due <= _now).ToArray())
            {
                _alarms.Remove(due);
                ThreadPool.UnsafeQueueUserWorkItem(_ => due.Ring(), null);
            }
        }
    }

    private sealed class Alarm(ImpatientTime time, Action ring) : ITimer
    {
        public DateTimeOffset Due { get; set; }

        public void Ring() => ring();

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            time.Set(this, dueTime);
            return true;
        }

        public void Dispose() => time.Set(this, Timeout.InfiniteTimeSpan);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
