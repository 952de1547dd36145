using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;

namespace AzurePerf.Core.Series;

/// <summary>The values of one configuration in a periodic run, cut into intervals of equal length between its first and its
/// last.</summary>
/// <param name="Levels">Its value of each factor.</param>
/// <param name="Metric">What the values are.</param>
/// <param name="From">When the first interval begins.</param>
/// <param name="Width">How long each of them is.</param>
/// <param name="Intervals">The values of each, in the order of time.</param>
internal sealed record MeasuredSeries(
    JsonObject Levels, Metric Metric, DateTimeOffset From, TimeSpan Width, IReadOnlyList<IReadOnlyList<double>> Intervals)
{
    /// <summary>As Tudoran et al. 2012 cut theirs.</summary>
    public const int Count = 24;

    /// <summary>Two for each interval: fewer have no spread.</summary>
    public const int MinimumValues = 2 * Count;

    /// <summary>All values, in the order of time.</summary>
    public IReadOnlyList<double> Values => [.. Intervals.SelectMany(values => values)];

    /// <summary>One entry per combination with enough values, in the order of the spec; empty for a run that is no series.</summary>
    public static IReadOnlyList<MeasuredSeries> Of(LevelResults results) =>
        [.. FiguresOf(results).Select(figure => (figure, values: ValuesOf(figure)))
            .Where(pair => pair.values.Length >= MinimumValues)
            .Select(pair => Cut(pair.figure, pair.values))];

    /// <summary>Combinations that were to have enough values and have fewer, and how many, in the order of the spec.</summary>
    public static IReadOnlyList<(JsonObject Levels, int Values)> TooShort(LevelResults results) =>
        results.Spec.Repetitions < MinimumValues ? []
            : [.. FiguresOf(results).Select(figure => (figure.Levels, values: ValuesOf(figure).Length))
                .Where(pair => pair.values < MinimumValues)];

    private static IEnumerable<LevelMetric> FiguresOf(LevelResults results) =>
        results.Spec.RepeatEverySeconds == 0 || results.Experiment?.SeriesMetric(results.Spec.Parameters) is not { } metric
            ? []
            : results.Levels.Select(level => level.Of(metric).Succeeded);

    private static (DateTimeOffset At, double Value)[] ValuesOf(LevelMetric figure) =>
        [.. figure.Repetitions.Zip(figure.Values)
            .Where(pair => pair.First.ClaimedAt is not null)
            .Select(pair => (pair.First.ClaimedAt!.Value, pair.Second))
            .OrderBy(value => value.Item1)];

    private static MeasuredSeries Cut(LevelMetric figure, (DateTimeOffset At, double Value)[] values)
    {
        var (first, span) = (values[0].At, values[^1].At - values[0].At);

        // The last value lies on the end of the last interval and belongs to it.
        var places = values.ToLookup(
            value => span == TimeSpan.Zero ? 0 : (int)Math.Min(Count - 1, (value.At - first) / span * Count), value => value.Value);
        return new(figure.Levels, figure.Metric, first, span / Count,
            [.. Enumerable.Range(0, Count).Select(interval => (IReadOnlyList<double>)[.. places[interval]])]);
    }
}
