using System.Globalization;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>The result table of a run.</summary>
internal static class PointTable
{
    /// <summary>Samples that each percentile shown needs; see <see cref="LatencyStatistics"/>.</summary>
    private static readonly (string Heading, int NeededSamples, Func<LatencyStatistics, long?> Of)[] Percentiles =
    [
        ("p50\nms", 6, latency => latency.P50Nanoseconds),
        ("p95\nms", 72, latency => latency.P95Nanoseconds),
        ("p99\nms", 368, latency => latency.P99Nanoseconds),
    ];

    /// <summary>One row per group.</summary>
    public static TextTable Build(RunSpec spec, IReadOnlyList<PointGroup> groups, bool eachPoint)
    {
        var factors = FactorText.Varying(spec);
        var headline = HeadlineOf(spec);
        var table = new TextTable([.. Columns(spec, factors, headline.Unit, eachPoint)]);
        foreach (var group in groups)
        {
            table.Add([.. Cells(spec, factors, headline, eachPoint, group)]);
        }

        return table;
    }

    /// <summary>Says which of the three aggregates the rate is.</summary>
    public static string RateNote(RunSpec spec) =>
        HeadlineOf(spec).UnitInWords + ": the sum of the clients' own means" + (spec.Repetitions > 1 ? ", over several repetitions their mean" : "") + "; csv and json have the other two aggregates";

    /// <summary>Explains the "n&lt;72" cells, if there are any.</summary>
    public static IEnumerable<string> SampleSizeNotes(IReadOnlyList<PointGroup> groups)
    {
        var missing = Percentiles.Where(percentile => groups.Any(group => Percentile(group, percentile.NeededSamples, percentile.Of).StartsWith('n'))).ToArray();
        if (missing.Length > 0)
        {
            yield return string.Join(", ", missing.Select(percentile => string.Create(CultureInfo.InvariantCulture, $"n<{percentile.NeededSamples}")))
                + ": n too small; in each repetition so many operations must succeed";
        }
    }

    private static HeadlineRate HeadlineOf(RunSpec spec) => new(ExperimentCatalogue.Find(spec.Experiment), spec);

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

        foreach (var heading in new[] { "n", unit, "per\nclient", "mean\nms" }.Concat(Percentiles.Select(percentile => percentile.Heading)).Append("max\nms").Append("failed"))
        {
            yield return new(heading, RightAligned: true);
        }

        yield return new("flags");
    }

    private static IEnumerable<string> Cells(RunSpec spec, IReadOnlyList<string> factors, HeadlineRate headline, bool eachPoint, PointGroup group)
    {
        if (eachPoint)
        {
            yield return Figures.Count(group.Points[0].Number);
            yield return Figures.Count(group.Points[0].Repetition);
            yield return group.Points[0].ClaimedAt is { } started ? started.UtcDateTime.ToString("HH:mm:ss", CultureInfo.InvariantCulture) : "-";
        }

        foreach (var factor in factors)
        {
            yield return FactorText.Value(spec.Experiment, factor, group.Levels[factor]);
        }

        yield return Samples(group);
        yield return Rate(group.Mean(summary => headline.Of(summary).SumOfClientMeans), headline, group);
        yield return Rate(group.Mean(summary => headline.Of(summary).PerClientMean), headline, group);
        yield return group.MeanLatencyNanoseconds() is { } mean ? Figures.Milliseconds(mean) : "-";
        foreach (var (_, neededSamples, of) in Percentiles)
        {
            yield return Percentile(group, neededSamples, of);
        }

        yield return group.Measured.Max(summary => summary.Latency.MaximumNanoseconds) is { } longest ? Figures.Milliseconds(longest) : "-";
        yield return Figures.Count(group.Failures());
        yield return FlagLetter.Join(group.Flags());
    }

    private static string Rate(double? perSecond, HeadlineRate headline, PointGroup group) => perSecond is { } rate ? headline.Text(rate, group.Levels) : "-";

    private static string Percentile(PointGroup group, int neededSamples, Func<LatencyStatistics, long?> of) =>
        group.MeanLatencyNanoseconds() is null ? "-"
        : group.MedianPercentile(of) is { } nanoseconds ? Figures.Milliseconds(nanoseconds)
        : group.IsOverloaded() ? "overload"
        : string.Create(CultureInfo.InvariantCulture, $"n<{neededSamples}");

    // Repetitions times successful operations of each: 2x20.
    private static string Samples(PointGroup group)
    {
        var counts = group.Measured.Select(summary => summary.Latency.Count).Order().ToArray();
        return counts switch
        {
            [] => group.Points.All(point => point.Status == PointStatus.Missed) ? "missed" : group.Points.All(point => point.Status == PointStatus.Reused) ? "reused" : "failed",
            [var only] => Figures.Count(only),
            _ when counts[0] == counts[^1] => string.Create(CultureInfo.InvariantCulture, $"{counts.Length}x{counts[0]}"),
            _ => string.Create(CultureInfo.InvariantCulture, $"{counts.Length}x{counts[0]}-{counts[^1]}"),
        };
    }
}
