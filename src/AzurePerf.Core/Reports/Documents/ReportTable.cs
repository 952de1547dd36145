using AzurePerf.Core.Charts;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Reports.Documents;

/// <summary>The results of a run as a table for people: a row per combination of levels, over the repetitions that count in the charts too.</summary>
/// <param name="Headings">Of the columns.</param>
/// <param name="Rows">A text per column.</param>
public sealed record ReportTable(IReadOnlyList<string> Headings, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>Heading of the one column of words, the last.</summary>
    public const string Flags = "flags";

    private const string None = "-";

    public static ReportTable Of(ExperimentDefinition definition, RunSpec spec, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(definition);
        var names = new LevelNames(definition, spec);
        var headline = new HeadlineRate(definition, spec);
        string[] headings = [.. names.Factors.Select(factor => factor.Name), "points counted", "operations", headline.Unit, "per client", "mean ms", "p50 ms", "p95 ms", "p99 ms", "max ms", "failed", Flags];
        return new(headings, [.. LevelOrder.Of(spec, points).GroupBy(point => point.Levels.ToJsonString()).Select(same => Row(names, headline, [.. same]))]);
    }

    private static string[] Row(LevelNames names, HeadlineRate headline, PointRecord[] points)
    {
        PointRecord[] whole = [.. points.Where(point => point is { Status: PointStatus.Measured, Summary: not null })];
        PointSummary[] measured = [.. new LevelGroup(points[0].Levels, whole).Counted.Select(point => point.Summary!)];
        var levels = points[0].Levels;
        return
        [
            .. names.Factors.Select(factor => levels[factor.Name] is { } level ? LevelNames.In(factor, level) : None),
            measured.Length == points.Length ? Figures.Count(points.Length) : $"{Figures.Count(measured.Length)} of {Figures.Count(points.Length)}",
            Figures.Count(measured.Sum(summary => summary.Operations)),
            measured.Length == 0 ? None : headline.Text(measured.Average(summary => headline.Of(summary).SumOfClientMeans), levels),
            measured.Length == 0 ? None : headline.Text(measured.Average(summary => headline.Of(summary).PerClientMean), levels),
            MeanOf(measured),
            MedianOf(measured, latency => latency.P50Nanoseconds),
            MedianOf(measured, latency => latency.P95Nanoseconds),
            MedianOf(measured, latency => latency.P99Nanoseconds),
            measured.Max(summary => summary.Latency.MaximumNanoseconds) is { } longest ? Figures.Milliseconds(longest) : None,
            Figures.Count(points.Sum(point => (point.Summary?.Outcomes ?? []).Where(outcome => outcome.Key != OperationOutcome.Ok).Sum(outcome => outcome.Value))),
            string.Join(", ", points.SelectMany(point => point.Summary?.Flags ?? []).Distinct().Order().Select(flag => ApiWord.Of(flag))),
        ];
    }

    /// <summary>Each repetition weighs as many operations as it has.</summary>
    private static string MeanOf(PointSummary[] measured)
    {
        var count = measured.Sum(summary => summary.Latency.Count);
        return count == 0 ? None : Figures.Milliseconds(measured.Sum(summary => (summary.Latency.MeanNanoseconds ?? 0) * summary.Latency.Count) / count);
    }

    /// <summary>The median of the repetitions' own percentiles, where each has one.</summary>
    private static string MedianOf(PointSummary[] measured, Func<LatencyStatistics, long?> percentile)
    {
        double[] values = [.. measured.Select(summary => percentile(summary.Latency)).OfType<long>().Select(value => (double)value).Order()];
        return values.Length == 0 || values.Length < measured.Length ? None : Figures.Milliseconds(Statistics.Sample.QuantileOfSorted(values, 0.5));
    }
}
