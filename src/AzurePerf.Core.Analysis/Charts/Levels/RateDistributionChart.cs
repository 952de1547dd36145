using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>The cumulative distribution of the rates of a series that moves bytes: how many of its repetitions reached at most so much, as
/// figure 5 of Hill et al. 2010 has it.</summary>
internal static class RateDistributionChart
{
    private const double Half = 0.5;

    /// <summary>Null for a run that is no series or moves no bytes, and where no combination has enough repetitions for a median.</summary>
    public static Chart? Of(ChartSource source)
    {
        if (source.Spec.RepeatEverySeconds == 0 || source.Definition.Metrics is not [{ LeadsSeries: true } metric, ..])
        {
            return null;
        }

        var names = new LevelNames(source.Definition, source.Spec);
        (string Name, double[] Rates)[] curves = [.. source.Measured()
            .Select(level => (
                names.Of(level.Levels) is { Length: > 0 } name ? name : "rate",
                level.ShownOf(metric).Succeeded.Values.Order().ToArray()))
            .Where(curve => QuantileSupport.Exists(curve.Item2.Length, Half))
            .Take(DistributionChart.MostCurves)];
        if (curves.Length == 0)
        {
            return null;
        }

        var unit = ChartUnit.Of(metric.Unit, curves.Max(curve => curve.Rates[^1]));
        ChartSeries[] series = [.. curves.Select(curve => new ChartSeries(curve.Name, SeriesRole.Measured, PointsOf(curve.Rates, unit)))];
        var published =
            PublishedShares.Of(source.Definition.Id, unit, PublishedMetric.ShareAtOrAbove, PublishedMetric.ShareAtOrBelow);
        return new()
        {
            Id = "rate-distribution",
            Kind = ChartKind.Line,
            Title = "Distribution of the rates",
            Caption = CaptionOf(curves[0], curves.Length > 1, unit),
            Notes = [.. NotesOf(published)],
            X = new("rate", unit.Symbol, ChartScale.Linear),
            Y = new("repetitions that reached at most so much", "%", ChartScale.Linear),
            Series = [.. series, .. published],
            Table = DistributionChart.TableOf([.. series, .. published], unit),
        };
    }

    /// <summary>The slowest, every share that the number of repetitions supports, and the fastest.</summary>
    private static IReadOnlyList<ChartPoint> PointsOf(double[] rates, ChartUnit unit) =>
    [
        new(unit.Of(rates[0]), 0),
        .. DistributionChart.Shares.Where(share => QuantileSupport.Exists(rates.Length, share))
            .Select(share => new ChartPoint(unit.Of(Sample.QuantileOfSorted(rates, share)), DistributionChart.Percent(share))),
        new(unit.Of(rates[^1]), 100),
    ];

    private static string CaptionOf((string Name, double[] Rates) curve, bool named, ChartUnit unit) =>
        $"Half of {NumberFormat.Counted(curve.Rates.Length, "repetition")}{(named ? " with " + curve.Name : "")} reached at most "
        + $"{unit.Text(Sample.QuantileOfSorted(curve.Rates, Half))}; "
        + $"they lie between {unit.Text(curve.Rates[0])} and {unit.Text(curve.Rates[^1])}.";

    private static IEnumerable<string> NotesOf(ChartSeries[] published)
    {
        yield return "Shares that the number of repetitions does not support are left out, and repetitions without a success.";
        if (published.Length > 0)
        {
            yield return PublishedShares.Note;
        }
    }
}
