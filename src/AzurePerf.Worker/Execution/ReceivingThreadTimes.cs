namespace AzurePerf.Worker.Execution;

/// <summary>Processor times of the <see cref="ReceivingThreads"/> at one instant.</summary>
/// <param name="ticks">By thread, in hundredths of a second; null for none.</param>
internal readonly struct ReceivingThreadTimes(IReadOnlyDictionary<string, long>? ticks)
{
    /// <summary>What .NET calls them.</summary>
    public const string Name = ".NET Sockets";

    private const double TicksPerSecond = 100;

    private readonly IReadOnlyDictionary<string, long>? _ticks = ticks;

    /// <summary>Processor time that the busiest of them used until a later instant; null where there was none.</summary>
    public double? BusiestSecondsUntil(ReceivingThreadTimes end)
    {
        var begin = _ticks;
        return end._ticks?.Select(thread => (double?)(thread.Value - (begin?.GetValueOrDefault(thread.Key) ?? 0))).Max() / TicksPerSecond;
    }
}
