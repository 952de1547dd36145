using AzurePerf.Core.Reports;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>What a <see cref="RateChart"/> shows, in words.</summary>
internal static class RateCaption
{
    /// <summary>"Mean throughput rises from 120 MB/s at 1 client to 163 MB/s at 4 clients."</summary>
    public static string Of(IReadOnlyList<RateFigure> figures, LevelAxis axis, ChartUnit unit, bool perClient)
    {
        var what = perClient ? "The mean rate of one client" : "Mean throughput";
        var series = figures.GroupBy(figure => axis.SeriesOf(figure.Group.Levels), (_, same) => same.OrderBy(figure => axis.PlaceOf(figure.Group.Levels)).ToArray()).ToArray();
        if (axis.Axis.Scale == ChartScale.Category)
        {
            return $"{what} is highest for {Highest(figures, axis, unit)} and lowest for {At(figures.MinBy(figure => figure.Mean)!, axis, unit)}.";
        }

        return series.Length == 1
            ? $"{what} {Course(series[0], axis, unit)}."
            : $"Of {Figures.Count(series.Length)} series of means, {Name(figures.MaxBy(figure => figure.Mean)!, axis)} reaches the most, {Highest(figures, axis, unit)}; the best of {Name(Weakest(series), axis)} is {Highest(Same(figures, axis, Weakest(series)), axis, unit)}.";
    }

    public static IEnumerable<string> Notes(IReadOnlyList<RateFigure> figures, LevelAxis axis, bool dots)
    {
        var means = axis.Axis.Scale == ChartScale.Category ? "Large points are the means over the repetitions" : "Lines join the means over the repetitions";
        yield return dots ? means + "; small dots are single repetitions." : means + ".";
        if (figures.Any(figure => figure.IsConfidence))
        {
            yield return "Bands are 95 % intervals of the mean.";
        }

        if (figures.Any(figure => figure is { Low: not null, IsConfidence: false }))
        {
            yield return $"Where there are fewer than {Figures.Count(MeanInterval.MinimumSamples)} repetitions, the band reaches from the smallest to the largest: too few for an interval.";
        }

        if (figures.Any(figure => figure.Group.Points.Any(LevelGroup.IsFlaggedPoint)))
        {
            yield return "Hollow points carry a flag: something may have spoilt them; the table says what.";
        }
    }

    private static string Course(RateFigure[] figures, LevelAxis axis, ChartUnit unit)
    {
        var (first, last, most) = (figures[0], figures[^1], figures.MaxBy(figure => figure.Mean)!);
        var (from, to) = (unit.Of(first.Mean), unit.Of(last.Mean));
        return most == last && to > from ? $"rises from {At(first, axis, unit)} to {At(last, axis, unit)}"
            : most == first && to < from ? $"falls from {At(first, axis, unit)} to {At(last, axis, unit)}"
            : from == to && unit.Of(most.Mean) == to ? $"stays at {At(last, axis, unit)}"
            : $"peaks at {At(most, axis, unit)} and is {At(last, axis, unit)}";
    }

    private static string Highest(IReadOnlyList<RateFigure> figures, LevelAxis axis, ChartUnit unit) => At(figures.MaxBy(figure => figure.Mean)!, axis, unit);

    private static string At(RateFigure figure, LevelAxis axis, ChartUnit unit) => axis.Axis.Scale == ChartScale.Category
        ? $"{axis.WordsOf(figure.Group.Levels)} ({unit.Text(figure.Mean)})"
        : $"{unit.Text(figure.Mean)} at {axis.WordsOf(figure.Group.Levels)}";

    private static string Name(RateFigure figure, LevelAxis axis) => axis.SeriesOf(figure.Group.Levels);

    private static RateFigure Weakest(RateFigure[][] series) => series.MinBy(same => same.Max(figure => figure.Mean))![0];

    private static RateFigure[] Same(IReadOnlyList<RateFigure> figures, LevelAxis axis, RateFigure one) => [.. figures.Where(figure => Name(figure, axis) == Name(one, axis))];
}
