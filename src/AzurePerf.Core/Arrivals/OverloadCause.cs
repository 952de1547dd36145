namespace AzurePerf.Core.Arrivals;

/// <summary>Why an open loop was not sustained; what was measured is then no latency at the offered rate.</summary>
public enum OverloadCause
{
    /// <summary>It was sustained.</summary>
    None = 0,

    /// <summary>Fewer operations ended per second, whatever their outcome, than 95 % of those offered.</summary>
    RateNotAchieved,

    /// <summary>Operations started later and later all through the measurement.</summary>
    BacklogGrew,
}
