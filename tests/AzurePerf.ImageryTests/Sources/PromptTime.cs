namespace AzurePerf.ImageryTests.Sources;

/// <summary>
/// Time in which each wait is over at once and moves the clock by its length. Timers of the silence that a test watches for are held until
/// the test says that it has passed.
/// </summary>
internal sealed class PromptTime(TimeSpan silence) : TimeProvider
{
    private readonly Lock _lock = new();
    private readonly List<TimeSpan> _waits = [];
    private readonly List<Timer> _silent = [];
    private bool _isSilencePast;
    private DateTimeOffset _now = new(2026, 1, 1, 12, 0, 0, TimeSpan.Zero);

    public IReadOnlyList<TimeSpan> Waits
    {
        get
        {
            lock (_lock) return [.. _waits];
        }
    }

    public override DateTimeOffset GetUtcNow()
    {
        lock (_lock) return _now;
    }

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var timer = new Timer(this, () => callback(state));
        timer.Change(dueTime, period);
        return timer;
    }

    /// <summary>Lets the silence pass that is waited for, or else the next one.</summary>
    public void PassSilence()
    {
        List<Timer> due;
        lock (_lock)
        {
            due = [.. _silent];
            _isSilencePast = due.Count == 0;
        }

        foreach (var timer in due) timer.Fire();
    }

    private void Set(Timer timer, TimeSpan due)
    {
        lock (_lock)
        {
            _silent.Remove(timer);
            if (due == Timeout.InfiniteTimeSpan) return;
            if (due == silence && !_isSilencePast)
            {
                _silent.Add(timer);
                return;
            }

            if (due != silence) _waits.Add(due);
            else _isSilencePast = false;
            _now += due;
        }

        ThreadPool.QueueUserWorkItem(_ => timer.Fire());
    }

    private sealed class Timer(PromptTime time, Action fire) : ITimer
    {
        public void Fire() => fire();

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
