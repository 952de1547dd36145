namespace AzurePerf.Core.Schedules;

/// <summary>Counts missed firings and keeps the newest ones' times.</summary>
internal sealed class MissedFirings
{
    private readonly Queue<DateTimeOffset> _times = new();

    public int Count { get; private set; }

    /// <summary>Oldest first.</summary>
    public DateTimeOffset[] Times => [.. _times];

    /// <summary>Adds a nominal time; null adds nothing.</summary>
    public void Add(DateTimeOffset? nominal)
    {
        if (nominal is not { } time)
        {
            return;
        }

        Count++;
        _times.Enqueue(time);
        if (_times.Count > ScheduleLimits.MissedTimes)
        {
            _times.Dequeue();
        }
    }

    public DueFirings Due(Firing? fires, DateTimeOffset consideredUpTo) => new(fires, Count, Times, consideredUpTo);
}
