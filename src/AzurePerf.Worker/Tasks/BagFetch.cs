namespace AzurePerf.Worker.Tasks;

/// <summary>
/// Decides how many messages a bag worker gets and when: when half of its slots are free, or one has been for a second. While tasks are short, as many more wait
/// inside the worker as begin within two seconds.
/// </summary>
/// <param name="slots">Tasks that the worker executes at once.</param>
internal sealed class BagFetch(int slots)
{
    /// <summary>Messages that one request can get.</summary>
    private const int MostAtOnce = 32;

    private const double DurationWeight = 0.1;
    /// <summary>How long a slot may be free before a get for it alone is worth its request.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan WaitInside = TimeSpan.FromSeconds(2);

    private double? _meanSeconds;
    private long? _freeSince;

    /// <summary>Takes note of how long a task kept its slot.</summary>
    public void NoteDuration(TimeSpan duration) =>
        _meanSeconds = _meanSeconds is { } mean ? mean + (DurationWeight * (duration.TotalSeconds - mean)) : duration.TotalSeconds;

    /// <summary>Messages to get now; 0 to wait.</summary>
    /// <param name="busy">Slots in use.</param>
    /// <param name="waiting">Messages that wait for a slot.</param>
    /// <param name="time">The clock.</param>
    public int CountFor(int busy, int waiting, TimeProvider time)
    {
        var room = slots + Ahead();
        var wanted = Math.Clamp(room - busy - waiting, 0, MostAtOnce);
        var anyFree = busy + waiting < slots;
        _freeSince = anyFree ? _freeSince ?? time.GetTimestamp() : null;
        var late = _freeSince is { } since && time.GetElapsedTime(since) >= Patience;
        return late || 2 * wanted >= Math.Min(room, MostAtOnce) ? wanted : 0;
    }

    /// <summary>Messages beyond the free slots that will begin soon enough.</summary>
    private int Ahead() => _meanSeconds is not { } mean ? 0 : (int)Math.Clamp(slots * WaitInside.TotalSeconds / Math.Max(mean, 0.001), 0, MostAtOnce);
}
