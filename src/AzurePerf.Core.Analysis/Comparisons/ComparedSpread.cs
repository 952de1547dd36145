using AzurePerf.Core.Series;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>How differently the same part of two series varies.</summary>
public sealed record ComparedSpread
{
    /// <summary>How the series varies that the other is compared with.</summary>
    public required SpreadStatistics Baseline { get; init; }

    /// <summary>How the judged one does.</summary>
    public required SpreadStatistics Candidate { get; init; }

    /// <summary>Standard deviation of the candidate over that of the baseline; null where one has none or the baseline's is 0.</summary>
    public double? Ratio { get; init; }

    /// <summary>Lower end of its 95 % interval (<see cref="DeviationRatio"/>); null where a side has fewer than 10 values or is worth fewer
    /// than 4 independent ones.</summary>
    public double? RatioLow { get; init; }

    /// <summary>Its upper end.</summary>
    public double? RatioHigh { get; init; }

    /// <summary>Two-sided, by <see cref="BrownForsythe"/>; of an interval adjusted by Holm over all intervals. Null where a side has fewer
    /// than 10 values.</summary>
    public double? Probability { get; init; }

    internal static ComparedSpread Of(IReadOnlyList<double> baseline, IReadOnlyList<double> candidate)
    {
        var ratio = DeviationRatio.Of(candidate, baseline);
        return new()
        {
            Baseline = SpreadStatistics.Of(baseline),
            Candidate = SpreadStatistics.Of(candidate),
            Ratio = ratio?.Value,
            RatioLow = ratio?.Interval?.Low,
            RatioHigh = ratio?.Interval?.High,
            Probability = ratio?.Probability,
        };
    }
}
