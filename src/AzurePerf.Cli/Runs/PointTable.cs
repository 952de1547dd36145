using System.Globalization;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>The result table of a run.</summary>
internal static class PointTable
{
    /// <summary>The latencies shown, with the samples that each needs; see <see cref="LatencyStatistics"/>.</summary>
    private static readonly (string Heading, int NeededSamples, Metric Metric)[] Latencies =
    [
        ("mean\nms", 1, Metric.MeanLatency),
        ("p50\nms", 6, Metric.MedianLatency),
        ("p95\nms", 72, Metric.P95Latency),
        ("p99\nms", 368, Metric.P99Latency),
        ("max\nms", 1, Metric.LongestLatency),
    ];

    /// <summary>One row per group.</summary>
    public static TextTable Build(RunSpec spec, IReadOnlyList<LevelResult> groups, bool eachPoint)
    {
        var factors = FactorText.Varying(spec);
        var definition = KnownExperiments.Catalogue.Find(spec.Experiment);
        Metric[] rates = [Metric.RateOf(definition), Metric.ClientRateOf(definition)];
        var table = new TextTable([.. Columns(spec, factors, MetricText.Unit(rates[0].Unit), eachPoint)]);
        foreach (var group in groups)
        {
            table.Add([.. Cells(spec, factors, rates, eachPoint, group)]);
        }

        return table;
    }

    /// <summary>Says which of the three aggregates the rate is.</summary>
    public static string RateNote(RunSpec spec) =>
        new HeadlineRate(KnownExperiments.Catalogue.Find(spec.Experiment), spec).UnitInWords
            + ": of a repetition the sum of the clients' own means; csv and json have the other two aggregates";

    /// <summary>Explains the "n&lt;72" cells, if there are any.</summary>
    public static IEnumerable<string> SampleSizeNotes(IReadOnlyList<LevelResult> groups)
    {
        var missing = Latencies.Where(latency => groups.Any(group => Latency(group, latency.NeededSamples, latency.Metric).StartsWith('n')))
            .ToArray();
        if (missing.Length > 0)
        {
            yield return string.Join(
                ", ", missing.Select(latency => string.Create(CultureInfo.InvariantCulture, $"n<{latency.NeededSamples}")))
                + ": too few operations; a repetition needs that many successful ones";
        }
    }

    /// <summary>Names the figures that some of the repetitions of a row do not have, although they count.</summary>
    public static IEnumerable<string> PartialNotes(RunSpec spec, IReadOnlyList<LevelResult> groups) => groups.SelectMany(group => Latencies
        .Select(latency => group.ShownOf(latency.Metric))
        .Where(figure => figure.Values.Count > 0 && figure.Values.Count < group.Shown.Count)
        .GroupBy(figure => (figure.Values.Count, figure.LeftOut), figure => figure.Metric.Name)
        .Select(same =>
            $"{FactorText.Join(spec, group)}: {string.Join(", ", same)} of {NumberFormat.Count(same.Key.Count)} of "
                + $"{NumberFormat.Counted(group.Shown.Count, "repetition")}; left out: {LeftOutText.Reasons(same.Key.LeftOut)}"));

    private static IEnumerable<TextColumn> Columns(RunSpec spec, IReadOnlyList<string> factors, string unit, bool eachPoint)
    {
        if (eachPoint)
        {
            yield return new("point", RightAligned: true);
            yield return new("rep", RightAligned: true);
            yield return new("started\nUTC", RightAligned: true);
        }

        foreach (var factor in factors)
        {
            yield return new(FactorText.Heading(factor), FactorText.IsNumber(spec.Experiment, factor));
        }

        foreach (var heading in new[] { "n", unit, "per\nclient" }.Concat(Latencies.Select(latency => latency.Heading)).Append("failed"))
        {
            yield return new(heading, RightAligned: true);
        }

        yield return new("flags");
    }

    private static IEnumerable<string> Cells(
        RunSpec spec, IReadOnlyList<string> factors, IReadOnlyList<Metric> rates, bool eachPoint, LevelResult group)
    {
        if (eachPoint)
        {
            yield return NumberFormat.Count(group.Repetitions[0].Number);
            yield return NumberFormat.Count(group.Repetitions[0].Repetition);
            yield return group.Repetitions[0].ClaimedAt is { } started
                ? started.UtcDateTime.ToString("HH:mm:ss", CultureInfo.InvariantCulture)
                : "-";
        }

        foreach (var factor in factors)
        {
            yield return FactorText.Value(spec.Experiment, factor, group.Levels[factor]);
        }

        yield return Samples(group);
        foreach (var rate in rates)
        {
            yield return MetricText.Value(group.ShownOf(rate).Median, rate.Unit);
        }

        foreach (var (_, neededSamples, metric) in Latencies)
        {
            yield return Latency(group, neededSamples, metric);
        }

        yield return NumberFormat.Count(group.Failures);
        yield return FlagLetter.Join(group.Flags);
    }

    private static string Latency(LevelResult group, int neededSamples, Metric metric) =>
        group.ShownOf(metric).Median is { } nanoseconds ? NumberFormat.Milliseconds(nanoseconds)
        : group.Shown.All(point => point.Summary is not { Latency.Count: > 0 }) ? "-"
        : group.Shown.Any(point => point.Summary?.OpenLoop is { IsOverloaded: true }) ? "overload"
        : neededSamples == 1 ? "-"
        : string.Create(CultureInfo.InvariantCulture, $"n<{neededSamples}");

    // Repetitions times successful operations of each: 2x20.
    private static string Samples(LevelResult group)
    {
        var counts = group.Shown.Select(point => point.Summary?.Latency.Count ?? 0).Order().ToArray();
        return counts switch
        {
            [] =>
                group.Repetitions.All(point => point.Status == PointStatus.Missed)
                    ? "missed"
                    : group.Repetitions.All(point => point.Status == PointStatus.Reused) ? "reused" : "failed",
            [var only] => NumberFormat.Count(only),
            _ when counts[0] == counts[^1] => string.Create(CultureInfo.InvariantCulture, $"{counts.Length}x{counts[0]}"),
            _ => string.Create(CultureInfo.InvariantCulture, $"{counts.Length}x{counts[0]}-{counts[^1]}"),
        };
    }
}
