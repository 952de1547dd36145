using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>What points have several of, each with a name of its own: types of operation, and distributions. Figures are medians of the
/// repetitions shown, counts are sums over them.</summary>
internal static class NamedSections
{
    public static IEnumerable<ReportSection> Of(LevelColumns names, LevelResults results) =>
    [
        .. Of(
            names, results, "types", "By type of operation", "counts: of all repetitions together",
            [new("type", IsNumber: false), new("operations"), new("failed"), new("", "ops/s") { Leads = true }, new("mean", "ms"),
                new("p50", "ms"), new("p95", "ms"), new("p99", "ms")],
            result => result.OperationTypes, type => type.Name, TypeCells),
        .. Of(
            names, results, "distributions", "Distributions",
            "counts: of all repetitions together; cut off: still going on when nobody looked any more; between looks: ended between two",
            [new("of", IsNumber: false), new("unit", IsNumber: false), new("observations"), new("cut off"), new("between looks"),
                new("p50") { Leads = true }, new("p90"), new("p95"), new("p99")],
            result => result.Distributions, one => one.Name, DistributionCells),
    ];

    private static IEnumerable<ReportSection> Of<T>(
        LevelColumns names, LevelResults results, string id, string title, string caption, SectionColumn[] columns,
        Func<PointResult, IReadOnlyList<T>> read, Func<T, string> nameOf, Func<IReadOnlyList<T>, SectionCell[]> cells)
    {
        IReadOnlyList<SectionCell>[] rows =
        [
            .. results.Levels.SelectMany(level => level.Shown.SelectMany(point => read(point.Result!))
                .GroupBy(nameOf, (name, same) => (IReadOnlyList<SectionCell>)
                    [.. names.CellsOf(names.Varying, level.Levels), new(name), .. cells([.. same])])),
        ];
        if (rows.Length > 0)
        {
            yield return new()
            {
                Id = id,
                Title = title,
                Tables =
                [
                    new(title, "each number: the median of the repetitions shown; " + caption,
                        [.. names.ColumnsOf(names.Varying), .. columns], rows),
                ],
            };
        }
    }

    private static SectionCell[] TypeCells(IReadOnlyList<OperationTypeSummary> types) =>
    [
        SectionCell.Count(types.Sum(type => type.Operations)),
        SectionCell.Count(types.Sum(type => type.Operations - type.Outcomes.GetValueOrDefault(OperationOutcome.Ok))),
        Median(types.Select(type => (double?)type.OperationsPerSecond.SumOfClientMeans), "1/s"),
        Median(types.Select(type => type.Latency.MeanNanoseconds), "ns"),
        Median(types.Select(type => (double?)type.Latency.P50Nanoseconds), "ns"),
        Median(types.Select(type => (double?)type.Latency.P95Nanoseconds), "ns"),
        Median(types.Select(type => (double?)type.Latency.P99Nanoseconds), "ns"),
    ];

    private static SectionCell[] DistributionCells(IReadOnlyList<PointDistribution> distributions) =>
    [
        new(MetricText.Unit(distributions[0].Unit)),
        SectionCell.Count(distributions.Sum(one => one.Count)),
        SectionCell.Count(distributions.Sum(one => one.RightCensored)),
        SectionCell.Count(distributions.Sum(one => one.IntervalCensored)),
        .. new Func<PointDistribution, double?>[] { one => one.P50, one => one.P90, one => one.P95, one => one.P99 }
            .Select(read => Median(distributions.Select(read), distributions[0].Unit)),
    ];

    private static SectionCell Median(IEnumerable<double?> values, string unit)
    {
        double[] known = [.. values.OfType<double>().Order()];
        return MetricText.Cell(known.Length == 0 ? null : Statistics.Sample.QuantileOfSorted(known, 0.5), unit);
    }
}
