using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>How throughput ran and how the clients overlapped, over all points of a table, in one line.</summary>
public static class TimelineText
{
    /// <summary>"steady state: 3 steady throughout, 1 too short to tell; overlap 0.950 to 1.00 of the median client's time; start skew up
    /// to 1.20 ms"; null without any that has operations.</summary>
    public static string? Of(IReadOnlyCollection<PointResult> results)
    {
        ArgumentNullException.ThrowIfNull(results);
        OperationSummary[] summaries = [.. results.Select(result => result.Operations).OfType<OperationSummary>()];
        if (summaries.Length == 0)
        {
            return null;
        }

        var classes = summaries.CountBy(summary => summary.SteadyState).OrderBy(count => count.Key)
            .Select(count => $"{NumberFormat.Count(count.Value)} {SteadyStateText.Of(count.Key)}");
        var (low, high) = (NumberFormat.Percent(summaries.Min(summary => summary.OverlapRatio)),
            NumberFormat.Percent(summaries.Max(summary => summary.OverlapRatio)));
        var skew = summaries.Max(summary => summary.StartSkewSeconds + summary.StartSkewBoundSeconds);
        double[] known = [.. summaries.Select(KnownWithin).OfType<double>()];
        return $"steady state: {string.Join(", ", classes)}; clients overlapped for {(low == high ? low : $"{low} to {high}")} of the "
            + "time; "
            + $"start skew up to {NumberFormat.Milliseconds(skew * 1e9)} ms"
            + (known.Length == 0 ? "" : $"; rate inside a point known within {NumberFormat.Percent(known.Max())}")
            + Pace([.. results.Select(result => result.Generator?.Fma).OfType<FmaRates>()]);
    }

    private static string Pace(FmaRates[] points)
    {
        if (points.Length == 0)
        {
            return "";
        }

        double[] rates = [.. points.SelectMany(fma => new[] { fma.BeforeFlopPerSecond, fma.AfterFlopPerSecond })];
        var changed = points.Count(fma => fma.IsNotable);
        return $"; CPU speed check {NumberFormat.Significant(rates.Min() / 1e9)} to "
            + $"{NumberFormat.Significant(rates.Max() / 1e9)} GFLOP/s"
            + (changed == 0
                ? ""
                : $", changed by more than {NumberFormat.Percent(FmaRates.NotableChange)} "
                    + $"during {NumberFormat.Counted(changed, "point")}");
    }

    /// <summary>Half the width of the 95 % interval of a point's own rate, as a share of its middle; null without interval.</summary>
    public static double? KnownWithin(OperationSummary summary)
    {
        ArgumentNullException.ThrowIfNull(summary);
        return summary is { OperationsPerSecondLow: { } low, OperationsPerSecondHigh: { } high } && low + high > 0
            ? (high - low) / (high + low)
            : null;
    }
}
