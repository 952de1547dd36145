namespace AzurePerf.Simulation.Scheduling;

/// <summary>A timer of a process: it never fires while the process is paused, and never again once it has ended.</summary>
internal sealed class ProcessTimer(ProcessClock clock, int number, TimerCallback callback, object? state) : ITimer
{
    private TimeSpan _dueAt;
    private TimeSpan _period;
    private int _setting;

    public int Number { get; } = number;

    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        if (dueTime == Timeout.InfiniteTimeSpan)
        {
            Dispose();
        }
        else
        {
            _period = period;
            Set(clock.Scheduler.Now + dueTime);
        }

        return true;
    }

    public void Dispose()
    {
        _setting++;
        clock.Forget(this);
    }

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }

    internal void Postpone(TimeSpan duration) => Set(_dueAt + duration);

    private void Set(TimeSpan dueAt)
    {
        _dueAt = dueAt;
        clock.Keep(this);
        var setting = ++_setting;
        clock.Scheduler.At(dueAt, () => clock.Process.Reach(() => Fire(setting)));
    }

    private void Fire(int setting)
    {
        if (setting != _setting)
        {
            return;
        }

        if (_period > TimeSpan.Zero)
        {
            // A late one does not make up for what it missed.
            Set(_dueAt + _period > clock.Scheduler.Now ? _dueAt + _period : clock.Scheduler.Now + _period);
        }
        else
        {
            clock.Forget(this);
        }

        callback(state);
    }
}
