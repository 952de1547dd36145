namespace AzurePerf.Testing.Time;

/// <summary>A timer of a <see cref="FakeTimeProvider"/>, which owns its times.</summary>
internal sealed class FakeTimer(FakeTimeProvider time, Action callback) : ITimer
{
    public Action Callback { get; } = callback;

    public TimeSpan DueAt { get; set; }

    public TimeSpan Period { get; set; }

    public bool Change(TimeSpan dueTime, TimeSpan period)
    {
        time.Set(this, dueTime, period);
        return true;
    }

    public void Dispose() => time.Remove(this);

    public ValueTask DisposeAsync()
    {
        Dispose();
        return ValueTask.CompletedTask;
    }
}
