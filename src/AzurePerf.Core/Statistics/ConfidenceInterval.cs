namespace AzurePerf.Core.Statistics;

/// <summary>An interval for an unknown quantity, in its own unit; both ends belong to it.</summary>
/// <param name="Low">Lower end.</param>
/// <param name="High">Upper end, not below the lower one.</param>
public readonly record struct ConfidenceInterval(double Low, double High)
{
    /// <summary>True when the value is one of the interval's.</summary>
    public bool Contains(double value) => Low <= value && value <= High;

    /// <summary>True when the whole interval lies between the bounds, which may be touched.</summary>
    public bool LiesWithin(double low, double high) => low <= Low && High <= high;
}
