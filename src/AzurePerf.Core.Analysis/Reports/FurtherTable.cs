using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>A table beside that of the metrics, for people: what points have of several things with names of their own.</summary>
/// <param name="Title">Above it.</param>
/// <param name="Headings">Of the columns behind the factors.</param>
/// <param name="Rows">One for each name of each configuration.</param>
public sealed record FurtherTable(string Title, IReadOnlyList<string> Headings, IReadOnlyList<FurtherRow> Rows)
{
    /// <summary>Those that have a row: the types of operation, and the distributions. Figures are medians of the repetitions shown, counts
    /// are sums over them.</summary>
    /// <param name="levels">The configurations of a run.</param>
    public static IReadOnlyList<FurtherTable> Of(IReadOnlyList<LevelResult> levels)
    {
        FurtherTable[] all =
        [
            new("By type of operation", ["type", "operations", "failed", "ops/s", "mean ms", "p50 ms", "p95 ms", "p99 ms"],
                [.. levels.SelectMany(level => RowsOf(level, result => result.OperationTypes, type => type.Name, TypeCells))]),
            new("Distributions", ["of", "unit", "observations", "cut off", "between looks", "p50", "p90", "p95", "p99"],
                [.. levels.SelectMany(level => RowsOf(level, result => result.Distributions, one => one.Name, DistributionCells))]),
        ];
        return [.. all.Where(table => table.Rows.Count > 0)];
    }

    private static IEnumerable<FurtherRow> RowsOf<T>(
        LevelResult level, Func<PointResult, IReadOnlyList<T>> read, Func<T, string> nameOf, Func<IReadOnlyList<T>, string[]> cells) =>
        level.Shown.SelectMany(point => read(point.Result!))
        .GroupBy(nameOf, (name, same) => new FurtherRow(level, [name, .. cells([.. same])]));

    private static string[] TypeCells(IReadOnlyList<OperationTypeSummary> types) =>
    [
        NumberFormat.Count(types.Sum(type => type.Operations)),
        NumberFormat.Count(types.Sum(type => type.Operations - type.Outcomes.GetValueOrDefault(OperationOutcome.Ok))),
        Median(types.Select(type => (double?)type.OperationsPerSecond.SumOfClientMeans), "1/s"),
        Median(types.Select(type => type.Latency.MeanNanoseconds), "ns"),
        Median(types.Select(type => (double?)type.Latency.P50Nanoseconds), "ns"),
        Median(types.Select(type => (double?)type.Latency.P95Nanoseconds), "ns"),
        Median(types.Select(type => (double?)type.Latency.P99Nanoseconds), "ns"),
    ];

    private static string[] DistributionCells(IReadOnlyList<PointDistribution> distributions) =>
    [
        MetricText.Unit(distributions[0].Unit),
        NumberFormat.Count(distributions.Sum(one => one.Count)),
        NumberFormat.Count(distributions.Sum(one => one.RightCensored)),
        NumberFormat.Count(distributions.Sum(one => one.IntervalCensored)),
        .. new Func<PointDistribution, double?>[] { one => one.P50, one => one.P90, one => one.P95, one => one.P99 }
            .Select(read => Median(distributions.Select(read), distributions[0].Unit)),
    ];

    private static string Median(IEnumerable<double?> values, string unit)
    {
        double[] known = [.. values.OfType<double>().Order()];
        return MetricText.Value(known.Length == 0 ? null : Statistics.Sample.QuantileOfSorted(known, 0.5), unit);
    }
}

/// <summary>One row of it.</summary>
/// <param name="Level">The configuration.</param>
/// <param name="Cells">A text per column; the first is the name.</param>
public sealed record FurtherRow(LevelResult Level, IReadOnlyList<string> Cells);
