namespace AzurePerf.Core.Arrivals;

/// <summary>Why an open loop was not sustained; what was measured is then no latency at the offered rate.</summary>
public enum OverloadCause
{
    /// <summary>It was sustained.</summary>
    None = 0,

    /// <summary>Fewer operations succeeded per second than 95 % of those offered.</summary>
    RateNotAchieved,

    /// <summary>Operations started later and later through the second half of the measurement.</summary>
    BacklogGrew,
}
