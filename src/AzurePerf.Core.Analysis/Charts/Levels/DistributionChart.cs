using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>The cumulative distribution of latencies, one curve per configuration, from the histograms of all its repetitions
/// together.</summary>
internal static class DistributionChart
{
    /// <summary>More curves cannot be told apart.</summary>
    internal const int MostCurves = 12;

    private const double Highest = 0.99;

    /// <summary>A curve of so few operations that they have no median would be two points and a sentence that they do not
    /// support.</summary>
    private const double Half = 0.5;

    internal static readonly double[] Shares =
        [0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.925, 0.95, 0.97,
            0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999];

    /// <summary>Null without histograms, and where they hold too few operations for a median.</summary>
    public static Chart? Of(ChartSource source)
    {
        var names = new LevelNames(source.Definition, source.Spec);
        var levels = source.Measured().ToArray();
        Curve[] curves = [.. Spread(source.Curves)
            .Select(curve => new Curve(
                names.Of(curve.Levels) is { Length: > 0 } name ? name : "all operations", LatencyHistogramText.Read(curve.Latencies), curve,
                OverloadNote.NeverStarted(levels, curve)))
            .Where(curve => curve.At(Half) is not null)];
        if (curves.Length == 0)
        {
            return null;
        }

        var unit = ChartUnit.OfTime(Typical([.. curves.Select(curve => (double)curve.Median).Order()]));
        ChartSeries[] series = [.. curves.Select(curve =>
            new ChartSeries(curve.Name, SeriesRole.Measured, PointsOf(curve, unit)))];
        var published = PublishedShares.Of(source.Definition.Id, unit, PublishedMetric.ShareWithin);
        return new()
        {
            Id = "latency-distribution",
            Kind = ChartKind.Line,
            Title = "Latency distribution",
            Caption = CaptionOf(curves),
            Notes =
            [
                .. NotesOf(source, names, [.. curves.Select(curve => curve.Source)]),
                .. OverloadNote.Of(levels, [.. curves.Select(curve => curve.Source)],
                    "each counts as longer than any that is drawn, and the longest times are missing."),
                .. published.Length > 0 ? [PublishedShares.Note] : Array.Empty<string>(),
            ],
            X = new("latency", unit.Symbol, ChartScale.Log),
            Y = new("cumulative share of operations", "%", ChartScale.Linear),
            Series = [.. series, .. published],
            Table = TableOf([.. series, .. published], unit),
        };
    }

    private static IReadOnlyList<LevelCurves> Spread(IReadOnlyList<LevelCurves> curves) => curves.Count <= MostCurves
        ? curves
        : [.. Enumerable.Range(0, MostCurves).Select(place => curves[(int)((long)place * (curves.Count - 1) / (MostCurves - 1))])];

    /// <summary>The shortest, every share that the sample supports, and the longest that was started.</summary>
    private static IReadOnlyList<ChartPoint> PointsOf(Curve curve, ChartUnit unit) =>
    [
        new(unit.Of(curve.Latencies.MinimumNanoseconds!.Value), 0),
        .. Shares.Select(share => (Share: share, Value: curve.At(share))).Where(point => point.Value is not null)
            .Select(point => new ChartPoint(unit.Of(point.Value!.Value), Percent(point.Share))),
        new(unit.Of(curve.Latencies.MaximumNanoseconds!.Value),
            100.0 * curve.Latencies.Count / (curve.Latencies.Count + curve.NeverStarted)),
    ];

    internal static double Percent(double share) => (double)((decimal)share * 100);

    private static string CaptionOf(Curve[] curves)
    {
        var (least, most) = (curves.MinBy(curve => curve.Median)!, curves.MaxBy(curve => curve.Median)!);
        return curves.Length == 1
            ? $"Half of the operations took at most {MedianText(least)}{Tail(least)}."
            : $"Half of the operations took at most {MedianText(least)} with {least.Name}{Tail(least)}; with {most.Name} "
                + $"it is {MedianText(most)}{Tail(most)}.";
    }

    private static double Typical(double[] sorted) => sorted[sorted.Length / 2];

    private static string MedianText(Curve curve) => ChartUnit.TimeText(curve.Median);

    private static string Tail(Curve curve) =>
        curve.At(Highest) is { } tail ? $", 99 in 100 at most {ChartUnit.TimeText(tail)}"
            : curve.NeverStarted > 0 ? ""
            : $", the longest {ChartUnit.TimeText(curve.Latencies.MaximumNanoseconds!.Value)}";

    private static IEnumerable<string> NotesOf(ChartSource source, LevelNames names, LevelCurves[] drawn)
    {
        yield return "All repetitions together; tables have the median of each one's percentiles. Shares of too few operations are left "
            + "out.";
        if (source.Curves.Count > MostCurves)
        {
            yield return $"{NumberFormat.Count(MostCurves)} of {NumberFormat.Count(source.Curves.Count)} configurations are shown.";
        }

        if (drawn.Any(curve => curve.Inconclusive))
        {
            yield return "No conclusion may rest on "
                + string.Join("; ",
                    drawn.Where(curve => curve.Inconclusive)
                        .Select(curve => names.Of(curve.Levels) is { Length: > 0 } name ? name : "these operations"))
                        + ": the flags of the points say why.";
        }

        if (drawn.Sum(curve => curve.LeftOut) is > 0 and var leftOut)
        {
            yield return $"{NumberFormat.Counted(leftOut, "repetition")} not counted: no conclusion may rest on them, or their "
                + "histograms are gone.";
        }
    }

    internal static ChartTable TableOf(ChartSeries[] series, ChartUnit unit)
    {
        double?[] shares = [.. series.SelectMany(one => one.Points.Select(point => point.Y)).Distinct().Order()];
        return new(
            [new("at most", "%"), .. series.Select(one => new ChartColumn(one.Name, unit.Symbol))],
            [.. shares.Select(share =>
                (IReadOnlyList<object?>)[share,
                    .. series.Select(one => (object?)one.Points.FirstOrDefault(point => point.Y == share)?.X)])]);
    }

    /// <summary>What is drawn of one configuration.</summary>
    /// <param name="Name">Of the configuration.</param>
    /// <param name="Latencies">Of all its repetitions.</param>
    /// <param name="Source">Where they come from.</param>
    /// <param name="NeverStarted">Operations that are longer than any of them.</param>
    private sealed record Curve(string Name, LatencyHistogram Latencies, LevelCurves Source, long NeverStarted)
    {
        public long Median => At(Half)!.Value;

        /// <summary>What so large a share of all operations took at most; null where they do not support it.</summary>
        public long? At(double share) => Latencies.SupportedQuantile(share, NeverStarted);
    }
}
