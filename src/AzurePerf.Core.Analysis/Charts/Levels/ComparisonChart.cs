using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>A metric of several runs against the factor that varies, one curve for each run.</summary>
public static class ComparisonChart
{
    /// <summary>Null where fewer than two places on the x axis have a value.</summary>
    /// <param name="definition">Of all of them.</param>
    /// <param name="metric">One of its metrics.</param>
    /// <param name="runs">By the name for the legend, the baseline first; each name once.</param>
    public static Chart? Of(ExperimentDefinition definition, Metric metric, IReadOnlyList<(string Name, MeasuredRun Run)> runs)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(metric);
        ArgumentNullException.ThrowIfNull(runs);
        var names = new LevelNames(definition, [.. runs.Select(run => run.Run.Spec)]);
        var measured = runs.SelectMany(run => LevelResults.Of(definition, run.Run.Spec, run.Run.Points).Levels
            .Where(level => level.Measured.Count > 0 && LevelAxis.HasPlace(names, level.Levels))
            .Select(level => (run.Name, Figure: level.ShownOf(metric)))
            .Where(one => one.Figure.Median is not null)).ToArray();
        JsonObject[] combinations = [.. measured.Select(one => one.Figure.Levels)];
        var axis = new LevelAxis(names, combinations);
        if (axis.Places < 2)
        {
            return null;
        }

        var unit = ChartUnit.Of(metric.Unit, measured.Max(one => one.Figure.Median!.Value));
        var curves = measured.GroupBy(one => (one.Name, Series: axis.SeriesOf(one.Figure.Levels))).ToArray();
        return new()
        {
            Id = "comparison",
            Kind = ChartKind.Line,
            Title = Sentence.Start(metric.Label),
            Caption = (metric.IsLargest ? $"{Sentence.Start(metric.Label)}, the largest of the repetitions," : $"Median {metric.Label}")
                + $" of {string.Join(" and ", measured.Select(one => one.Name).Distinct())}"
                + $"{(axis.Axis.Scale == ChartScale.Category ? "" : " against " + axis.Axis.Label)}.",
            Notes =
            [
                metric.IsLargest ? "Bands reach from the smallest value of the repetitions to the largest."
                    : "Bands are 95 % intervals of the median, or the range where there are too few repetitions.",
                .. runs.All(run => run.Run.Points.All(point => LevelAxis.HasPlace(names, point.Levels)))
                    ? Array.Empty<string>()
                    : [$"Configurations without {axis.Axis.Label} are not drawn."],
            ],
            X = axis.Axis,
            Y = new(metric.Label, unit.Symbol, ChartScale.Linear),
            Series = [.. curves.Select(curve => new ChartSeries(
                curve.Key.Series.Length == 0 ? curve.Key.Name : $"{curve.Key.Name}, {curve.Key.Series}",
                SeriesRole.Measured,
                [.. curve.OrderBy(one => axis.PlaceOf(one.Figure.Levels)).Select(one => MetricChart.MedianOf(one.Figure, axis, unit))]))],
            Table = new(
                [new("run"), new("series"), new(axis.Axis.Label, axis.Axis.Unit), new(metric.IsLargest ? "largest" : "median", unit.Symbol),
                    new("low", unit.Symbol), new("high", unit.Symbol), new("n")],
                [.. measured.Select(one => (IReadOnlyList<object?>)
                [
                    one.Name, axis.SeriesOf(one.Figure.Levels), axis.CellOf(one.Figure.Levels), unit.Of(one.Figure.Median!.Value),
                    one.Figure.Band is { } low ? unit.Of(low.Low) : null, one.Figure.Band is { } high ? unit.Of(high.High) : null,
                    (long)one.Figure.Values.Count,
                ])]),
        };
    }
}
