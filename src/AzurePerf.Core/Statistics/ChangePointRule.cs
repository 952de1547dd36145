namespace AzurePerf.Core.Statistics;

/// <summary>When <see cref="ChangePointSearch"/> calls a difference a change.</summary>
public sealed record ChangePointRule
{
    /// <summary>Probability below which a change is kept in the end; candidates need ten times as much.</summary>
    internal const double MaximumProbability = 0.001;

    /// <summary>Values looked at at once, at least 2; windows overlap by half.</summary>
    public int Window { get; init; } = 50;

    /// <summary>Changes up to this relative size are dropped; 0 keeps all.</summary>
    public double MinimumMagnitude { get; init; }

    /// <summary>
    /// True only where a search is compared with Hunter, who takes it that no value tells anything of the next. Rates over time and runs
    /// over days do: a change has to be significant for as many independent values as the two segments are worth.
    /// </summary>
    internal bool Independent { get; init; }

    /// <summary>
    /// True where values vary by factors, as what runs over days or weeks measure: they are tested by their logarithms where all are above
    /// 0. Latencies are skewed, and a few long ones next to each other would be taken for a level. The means
    /// are geometric then, so that size and direction are those of what was tested.
    /// </summary>
    public bool ByFactors { get; init; }

    /// <summary>The fewest values between two changes, and between one and either end of the series; at least 1.</summary>
    public int MinimumSegment { get; init; } = 1;
}
