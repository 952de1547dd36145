using System.Text.Json.Serialization;

namespace AzurePerf.Core.Measurements.Arrivals;

/// <summary>What a point of an open loop says in addition to its latencies, which count from the intended starts.</summary>
public sealed record OpenLoopSummary
{
    /// <summary>How its operations arrived.</summary>
    public required ArrivalKind Arrivals { get; init; }

    /// <summary>Arrivals per second, over all clients; of random ones those that were drawn.</summary>
    public required double OfferedPerSecond { get; init; }

    /// <summary>Successes per second of the time in which operations were to start or still did.</summary>
    public required double AchievedPerSecond { get; init; }

    /// <summary>Arrivals whose time came.</summary>
    public required long Due { get; init; }

    /// <summary>Of them, those that were never started, because there was no room before the measurement ended.</summary>
    public required long DroppedStarts { get; init; }

    /// <summary>Time from the real start to the end, of successful operations.</summary>
    public required LatencyStatistics ServiceTime { get; init; }

    /// <summary>How much later than intended operations started, whatever their outcome.</summary>
    public required LatencyStatistics Lag { get; init; }

    /// <summary>Whether more was offered than could be done, and how that showed.</summary>
    public required OverloadCause Overload { get; init; }

    /// <summary>True when it was.</summary>
    [JsonIgnore]
    public bool IsOverloaded => Overload != OverloadCause.None;

    /// <summary>True when operations that were to be done have no time: it was overloaded, or some were never started.</summary>
    [JsonIgnore]
    public bool LacksTimes => IsOverloaded || DroppedStarts > 0;
}

/// <summary>Why an open loop was not sustained; what was measured is then no latency at the offered rate.</summary>
public enum OverloadCause
{
    /// <summary>It was sustained.</summary>
    None = 0,

    /// <summary>Fewer operations ended per second, whatever their outcome, than 95 % of those offered, and than chance explains.</summary>
    RateNotAchieved,

    /// <summary>Operations started later and later all through the measurement.</summary>
    BacklogGrew,
}
