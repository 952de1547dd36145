namespace AzurePerf.Worker.Execution;

/// <summary>The monotonic clock of one execution, in nanoseconds since it was made. The only place that reads a timestamp or knows its
/// unit.</summary>
internal sealed class MeasurementClock
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    private readonly TimeProvider _time;
    private readonly long _origin;
    private readonly long _nanosecondsPerTick;

    public MeasurementClock(TimeProvider time)
    {
        _time = time;
        Frequency = time.TimestampFrequency;
        _nanosecondsPerTick = NanosecondsPerSecond % Frequency == 0 ? NanosecondsPerSecond / Frequency : 0;
        _origin = time.GetTimestamp();
    }

    /// <summary>Ticks per second of the underlying clock.</summary>
    public long Frequency { get; }

    public long Nanoseconds()
    {
        var ticks = _time.GetTimestamp() - _origin;
        return _nanosecondsPerTick != 0 ? ticks * _nanosecondsPerTick : Scale(ticks);
    }

    // A tick that is no whole number of nanoseconds: 128 bits, because ticks times 10^9 overflow 64 bits after seconds.
    private long Scale(long ticks) => (long)((Int128)ticks * NanosecondsPerSecond / Frequency);
}
