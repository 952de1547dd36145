using AzurePerf.Core.Measurements;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>First operations against later ones in words, over the repetitions of one configuration.</summary>
public static class FirstOperationText
{
    /// <summary>"first operation 120 MB/s, later ones 150 MB/s: 25.0 % more".</summary>
    /// <param name="points">At least one; the rates are the medians of theirs.</param>
    public static string Of(IReadOnlyCollection<FirstOperation> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        var (first, later) = (Median([.. points.Select(point => point.FirstPerSecond)]),
            Median([.. points.Select(point => point.LaterPerSecond)]));
        var movesBytes = points.Any(point => point.MovesBytes);
        var gain = (later / first) - 1;
        return $"first operation {Rate(first, movesBytes)}, later ones {Rate(later, movesBytes)}: {NumberFormat.Percent(Math.Abs(gain))} "
            + $"{(gain < 0 ? "less" : "more")}";
    }

    private static string Rate(double perSecond, bool movesBytes) =>
        movesBytes ? NumberFormat.Megabytes(perSecond) + " MB/s" : NumberFormat.Significant(perSecond) + " ops/s";

    private static double Median(double[] rates) =>
        Statistics.Sample.QuantileOfSorted(Statistics.Sample.Sorted(rates, 1, nameof(rates)), 0.5);
}
