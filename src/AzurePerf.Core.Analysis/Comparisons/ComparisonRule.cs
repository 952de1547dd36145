namespace AzurePerf.Core.Comparisons;

/// <summary>When a difference counts.</summary>
public sealed record ComparisonRule
{
    /// <summary>
    /// The fewest repetitions of either side. From 6 on the median has a distribution-free 95 % interval, and 6 against 6 can show p =
    /// 0.002; 3 against 3 never shows less than 0.1.
    /// </summary>
    public const int MinimumRepetitions = 6;

    /// <summary>The margin unless another is asked for.</summary>
    public const double DefaultMargin = 0.05;

    /// <summary>The chance of calling any one of a sweep's unchanged points changed.</summary>
    public const double Significance = 0.05;

    /// <summary>Changes up to this share do not matter; 0 calls every credible one, and then nothing can be shown to be the same.</summary>
    /// <value>Not negative; 0.05 is 5 %.</value>
    public double Margin { get; init; } = DefaultMargin;

    /// <summary>What differs on purpose, because it is what the comparison is about.</summary>
    public IReadOnlySet<ComparisonObstacle> OnPurpose { get; init; } = new HashSet<ComparisonObstacle>();
}
