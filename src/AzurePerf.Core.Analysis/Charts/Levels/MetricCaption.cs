using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>What a <see cref="MetricChart"/> shows, in words.</summary>
internal static class MetricCaption
{
    /// <summary>"Mean throughput rises from 120 MB/s at 1 client to 163 MB/s at 4 clients."</summary>
    public static string Of(IReadOnlyList<LevelMetric> figures, LevelAxis axis, ChartUnit unit, Metric metric)
    {
        var what = (metric.OfOneClient ? "The median " : "Median ") + metric.Label;
        var series =
            figures.GroupBy(figure => axis.SeriesOf(figure.Levels),
                (_, same) => same.OrderBy(figure => axis.PlaceOf(figure.Levels)).ToArray()).ToArray();
        if (axis.Axis.Scale == ChartScale.Category)
        {
            return $"{what} is highest for {Highest(figures, axis, unit)} and lowest for "
                + $"{At(figures.MinBy(figure => figure.Median)!, axis, unit)}.";
        }

        return series.Length == 1
            ? $"{what} {Timeline(series[0], axis, unit)}."
            : $"Of {NumberFormat.Count(series.Length)} series of medians, {Name(figures.MaxBy(figure => figure.Median)!, axis)} reaches "
                + $"the most, {Highest(figures, axis, unit)}; the most of {Name(Weakest(series), axis)} is "
                + $"{Highest(Same(figures, axis, Weakest(series)), axis, unit)}.";
    }

    public static IEnumerable<string> Notes(IReadOnlyList<LevelMetric> figures, LevelAxis axis, bool dots)
    {
        var medians = axis.Axis.Scale == ChartScale.Category
            ? "Large points are the medians of the repetitions that count"
            : "Lines join the medians of the repetitions that count";
        yield return dots ? medians + "; small dots are single repetitions." : medians + ".";
        if (figures.Any(figure => figure.Interval is not null))
        {
            yield return "Bands are 95 % intervals of the median.";
        }

        if (figures.Any(figure => figure is { Range: not null, Interval: null }))
        {
            yield return $"Where there are fewer than {NumberFormat.Count(QuantileSupport.MinimumSamples(0.5))} repetitions, the band "
                + "reaches from the smallest to the largest: too few for an interval.";
        }

        if (figures.Any(figure => figure.Level.Measured.Any(FlaggedPoint.Is)))
        {
            yield return FlaggedPoint.Note;
        }
    }

    private static string Timeline(LevelMetric[] figures, LevelAxis axis, ChartUnit unit)
    {
        var (first, last) = (figures[0], figures[^1]);
        var (least, most) = (figures.MinBy(figure => figure.Median)!, figures.MaxBy(figure => figure.Median)!);
        var (from, to) = (unit.Of(first.Median!.Value), unit.Of(last.Median!.Value));
        var (low, high) = (unit.Of(least.Median!.Value), unit.Of(most.Median!.Value));
        return low == high ? $"stays at {At(last, axis, unit)}"
            : (from, to) == (low, high) ? $"rises from {At(first, axis, unit)} to {At(last, axis, unit)}"
            : (from, to) == (high, low) ? $"falls from {At(first, axis, unit)} to {At(last, axis, unit)}"
            : high > Math.Max(from, to) ? $"peaks at {At(most, axis, unit)} and is {At(last, axis, unit)}"
            : $"is lowest with {At(least, axis, unit)} and is {At(last, axis, unit)}";
    }

    private static string Highest(IReadOnlyList<LevelMetric> figures, LevelAxis axis, ChartUnit unit) =>
        At(figures.MaxBy(figure => figure.Median)!, axis, unit);

    private static string At(LevelMetric figure, LevelAxis axis, ChartUnit unit) => axis.Axis.Scale == ChartScale.Category
        ? $"{axis.WordsOf(figure.Levels)} ({unit.Text(figure.Median!.Value)})"
        : $"{unit.Text(figure.Median!.Value)} at {axis.WordsOf(figure.Levels)}";

    private static string Name(LevelMetric figure, LevelAxis axis) => axis.SeriesOf(figure.Levels);

    private static LevelMetric Weakest(LevelMetric[][] series) => series.MinBy(same => same.Max(figure => figure.Median))![0];

    private static LevelMetric[] Same(IReadOnlyList<LevelMetric> figures, LevelAxis axis, LevelMetric one) =>
        [.. figures.Where(figure => Name(figure, axis) == Name(one, axis))];
}
