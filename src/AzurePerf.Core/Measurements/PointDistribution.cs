namespace AzurePerf.Core.Measurements;

/// <summary>
/// A distribution of a point with a name, such as the times in which instances became ready. Some of its observations may be known only in
/// part: those that were still going on when nobody looked any more (right-censored), and those that ended between two looks
/// (interval-censored).
/// </summary>
/// <remarks>
/// Percentiles are those of all observations together, by Turnbull's estimate: without censored ones those of the others, with
/// right-censored ones Kaplan and Meier's. One that the number of observations does not support, or that lies where all of them were cut
/// off, is null.
/// </remarks>
public sealed record PointDistribution
{
    /// <summary>What it is of, in words for people, unique in the point.</summary>
    public required string Name { get; init; }

    /// <summary>Unit of all that follows, as printed: ns, B; empty for pure numbers.</summary>
    public required string Unit { get; init; }

    /// <summary>Observations that are known exactly.</summary>
    public required long Exact { get; init; }

    /// <summary>Observations of which only a lower bound is known.</summary>
    public long RightCensored { get; init; }

    /// <summary>Observations of which a lower and an upper bound are known.</summary>
    public long IntervalCensored { get; init; }

    /// <summary>Arithmetic mean of the exact ones; null without any, as are the next two.</summary>
    public double? Mean { get; init; }

    /// <summary>Smallest of the exact ones.</summary>
    public double? Minimum { get; init; }

    /// <summary>Largest of the exact ones.</summary>
    public double? Maximum { get; init; }

    /// <summary>Median.</summary>
    public double? P50 { get; init; }

    /// <summary>90th percentile.</summary>
    public double? P90 { get; init; }

    /// <summary>95th percentile.</summary>
    public double? P95 { get; init; }

    /// <summary>99th percentile.</summary>
    public double? P99 { get; init; }

    /// <summary>All observations.</summary>
    public long Count => Exact + RightCensored + IntervalCensored;
}
