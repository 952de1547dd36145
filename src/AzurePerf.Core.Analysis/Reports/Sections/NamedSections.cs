using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>What points have several of, each with a name of its own: types of operation, and distributions. Figures are medians of the
/// repetitions shown, counts are sums over them.</summary>
internal static class NamedSections
{
    private const string TypeCaption = "operations and failed: their sums over these; interval: of the mean, over six repetitions or more, "
        + "or over the time of a single one";

    private const string LimitCaption = "; within: of all operations that ended, those that succeeded within the type's limit";

    private static readonly SectionColumn[] TypeColumns =
    [
        new("type", IsNumber: false), new("operations"), new("failed"), new("", "ops/s") { Leads = true }, new("mean", "ms"),
        new("95 % interval"), new("p50", "ms"), new("p90", "ms"), new("p95", "ms"), new("p99", "ms"),
    ];

    private static readonly SectionColumn[] LimitColumns = [new("limit", "ms"), new("within", "%")];

    private static readonly SectionColumn[] DistributionColumns =
    [
        new("of", IsNumber: false), new("unit", IsNumber: false), new("observations"), new("cut off"), new("between looks"),
        new("p50") { Leads = true }, new("p90"), new("p95"), new("p99"),
    ];

    public static IEnumerable<ReportSection> Of(LevelColumns names, LevelResults results) =>
    [
        .. OfTypes(names, results)
            .Select(section => section with { Notes = [.. results.Levels.SelectMany(level => MeansOf(names, level))] }),
        .. Of(
            names, results, "distributions", "Distributions",
            "counts: their sums over these; cut off: still going on when nobody looked any more; between looks: ended between two",
            DistributionColumns, result => result.Distributions, one => one.Name, DistributionCells),
    ];

    private static IEnumerable<ReportSection> OfTypes(LevelColumns names, LevelResults results)
    {
        var limited = results.Levels.SelectMany(level => level.Shown).SelectMany(point => point.Result!.OperationTypes)
            .Any(type => type.LimitNanoseconds is not null);
        return Of(
            names, results, "types", "By type of operation", TypeCaption + (limited ? LimitCaption : ""),
            [.. TypeColumns, .. limited ? LimitColumns : []], TypesOf, type => type.Name,
            types => [.. TypeCells(types), .. limited ? LimitCells(types) : []]);
    }

    /// <summary>Without means where the loop was overloaded, as they tell only how long that lasted, or where operations never started: the
    /// longest waits would be missing.</summary>
    private static IReadOnlyList<OperationTypeSummary> TypesOf(PointResult result) =>
        result.Operations?.OpenLoop is { LacksTimes: true }
            ? [.. result.OperationTypes.Select(type => type with
            {
                Latency = type.Latency with { MeanNanoseconds = null },
                MeanNanosecondsLow = null,
                MeanNanosecondsHigh = null,
            })]
            : result.OperationTypes;

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
        FailedCell(types),
        Median(types.Select(type => (double?)type.OperationsPerSecond.SumOfClientMeans), "1/s"),
        Median(types.Select(type => type.Latency.MeanNanoseconds), "ns"),
        IntervalCell(types),
        Median(types.Select(type => (double?)type.Latency.P50Nanoseconds), "ns"),
        Median(types.Select(type => (double?)type.Latency.P90Nanoseconds), "ns"),
        Median(types.Select(type => (double?)type.Latency.P95Nanoseconds), "ns"),
        Median(types.Select(type => (double?)type.Latency.P99Nanoseconds), "ns"),
    ];

    private static SectionCell[] LimitCells(IReadOnlyList<OperationTypeSummary> types)
    {
        OperationTypeSummary[] known = [.. types.Where(type => type is { WithinLimit: not null, Operations: > 0 })];
        return
        [
            MetricText.Cell(types[0].LimitNanoseconds, "ns"),
            SectionCell.Number(known.Length == 0
                ? null
                : 100.0 * known.Sum(type => type.WithinLimit!.Value) / known.Sum(type => type.Operations)),
        ];
    }

    private static SectionCell FailedCell(IReadOnlyList<OperationTypeSummary> types) =>
        SectionCell.Count(types.Sum(type => type.Operations - type.Outcomes.GetValueOrDefault(OperationOutcome.Ok))) with
        {
            Detail = string.Join(", ", types.SelectMany(type => type.Outcomes).Where(outcome => outcome.Key != OperationOutcome.Ok)
                .GroupBy(outcome => outcome.Key, outcome => outcome.Value)
                .OrderByDescending(same => same.Sum())
                .Select(same => $"{NumberFormat.Count(same.Sum())} {CamelCase.Of(same.Key)}")),
        };

    private static SectionCell IntervalCell(IReadOnlyList<OperationTypeSummary> types)
    {
        double[] means = [.. types.Select(type => type.Latency.MeanNanoseconds).OfType<double>().Order()];
        return types.Count > 1 && QuantileInterval.For(means.Length, 0.5) is { } ranks
            ? Between(means[ranks.LowerRank - 1], means[ranks.UpperRank - 1])
            : types is [{ MeanNanosecondsLow: { } low, MeanNanosecondsHigh: { } high }] ? Between(low, high) : new("-");

        static SectionCell Between(double low, double high) => new($"{MetricText.Value(low, "ns")} to {MetricText.Value(high, "ns")}");
    }

    /// <summary>The mean over all types as they came, and as it would be had they come as planned: only the second can be compared between
    /// runs of the same mix.</summary>
    private static IEnumerable<string> MeansOf(LevelColumns names, LevelResult level)
    {
        // A type without a success leaves a repetition without the second, dropped starts without either: both are of the same ones.
        (double? Observed, double? Planned)[] both =
        [
            .. level.Shown
                .Select(point => (OperationMetrics.MeanLatency.Read(point.Result!), PlannedMeanOf(TypesOf(point.Result!))))
                .Where(means => means is (not null, not null)),
        ];
        if (both.Length > 0)
        {
            yield return names.Of(
                level.Levels,
                $"mean over all types: {TextOf(both.Select(means => means.Observed!.Value))} as they came, "
                    + $"{TextOf(both.Select(means => means.Planned!.Value))} weighted by the shares that were planned"
                    + (both.Length == level.Shown.Count ? ""
                        : $", of the {NumberFormat.Counted(both.Length, "repetition")} that {(both.Length == 1 ? "has" : "have")} both"));
        }

        static string TextOf(IEnumerable<double> means) =>
            $"{MetricText.Value(Statistics.Sample.Median(means), "ns")} {MetricText.Unit("ns")}";
    }

    private static double? PlannedMeanOf(IReadOnlyList<OperationTypeSummary> types)
    {
        OperationTypeSummary[] planned = [.. types.Where(type => type.PlannedShare > 0)];
        return planned.Length < 2 || planned.Any(type => type.Latency.MeanNanoseconds is null)
            ? null
            : planned.Sum(type => type.PlannedShare * type.Latency.MeanNanoseconds) / planned.Sum(type => type.PlannedShare);
    }

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
