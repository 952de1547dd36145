using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>What only a probe could observe, as one line for people.</summary>
public static class ProbeValueText
{
    /// <summary>The values of a point in one line, each of its distributions and each type of its operations in another; nothing where it
    /// has none.</summary>
    public static IEnumerable<string> Of(PointResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        return [.. Of(result.Values), .. result.Distributions.Select(Of), .. result.OperationTypes.Select(Of)];
    }

    /// <summary>"first second 1,180 MB/s, after the first second 954 MB/s"; nothing when there is none.</summary>
    public static IEnumerable<string> Of(IReadOnlyList<PointValue> figures) => figures.Count == 0
        ? []
        : [string.Join(", ",
            figures.Select(figure =>
                $"{figure.Name} {MetricText.Value(figure.Value, figure.Unit)} {MetricText.Unit(figure.Unit)}".TrimEnd()))];

    /// <summary>"read: 1,180 ops/s, p50 0.120 ms, p99 1.90 ms, 3 of 400 operations failed".</summary>
    private static string Of(OperationTypeSummary type)
    {
        (string Name, double? Value)[] latencies = [("p50", type.Latency.P50Nanoseconds), ("p99", type.Latency.P99Nanoseconds)];
        var failed = type.Operations - type.Outcomes.GetValueOrDefault(OperationOutcome.Ok);
        return string.Join(
            ", ",
            [
                $"{type.Name}: {MetricText.Value(type.OperationsPerSecond.SumOfClientMeans, "1/s")} {MetricText.Unit("1/s")}",
                .. latencies.Where(latency => latency.Value is not null)
                    .Select(latency => $"{latency.Name} {MetricText.Value(latency.Value, "ns")} {MetricText.Unit("ns")}"),
                failed == 0
                    ? NumberFormat.Counted(type.Operations, "operation")
                    : $"{NumberFormat.Count(failed)} of {NumberFormat.Counted(type.Operations, "operation")} failed",
            ]);
    }

    /// <summary>"ready after p50 3.10 s, p95 9.00 s of 40 (2 cut off, 38 between two looks)".</summary>
    private static string Of(PointDistribution distribution)
    {
        (string Name, double? Value)[] quantiles = [("p50", distribution.P50), ("p90", distribution.P90), ("p95", distribution.P95),
            ("p99", distribution.P99)];
        string[] known = [.. quantiles.Where(quantile => quantile.Value is not null)
            .Select(quantile =>
                $"{quantile.Name} {MetricText.Value(quantile.Value, distribution.Unit)} {MetricText.Unit(distribution.Unit)}".TrimEnd())];
        var parts = (distribution.RightCensored > 0 ? $"{NumberFormat.Count(distribution.RightCensored)} cut off" : "")
            + (distribution is { RightCensored: > 0, IntervalCensored: > 0 } ? ", " : "")
            + (distribution.IntervalCensored > 0 ? $"{NumberFormat.Count(distribution.IntervalCensored)} between two looks" : "");
        var without = QuantileSupport.Exists(distribution.Count, 0.5) ? "p50 unknown" : QuantileSupport.TooSmallText;
        return $"{distribution.Name} {(known.Length == 0 ? without : string.Join(", ", known))} of "
            + $"{NumberFormat.Count(distribution.Count)}{(parts.Length > 0 ? $" ({parts})" : "")}";
    }
}
