using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Series;

/// <summary>The values of one combination of levels in a periodic run, cut into intervals of equal length between its first and its last.</summary>
/// <param name="Levels">Its value of each factor.</param>
/// <param name="Metric">What the values are.</param>
/// <param name="From">When the first interval begins.</param>
/// <param name="Width">How long each of them is.</param>
/// <param name="Intervals">The values of each, in the order of time.</param>
internal sealed record MeasuredSeries(JsonObject Levels, ComparedMetric Metric, DateTimeOffset From, TimeSpan Width, IReadOnlyList<IReadOnlyList<double>> Intervals)
{
    /// <summary>As Tudoran et al. 2012 cut theirs.</summary>
    public const int Count = 24;

    /// <summary>Two for each interval: fewer have no spread.</summary>
    public const int MinimumValues = 2 * Count;

    /// <summary>All values, in the order of time.</summary>
    public IReadOnlyList<double> Values => [.. Intervals.SelectMany(values => values)];

    /// <summary>One entry per combination with enough values, in the order of the spec; empty for a run that is no series.</summary>
    public static IReadOnlyList<MeasuredSeries> Of(RunSpec spec, IReadOnlyList<PointRecord> points)
    {
        if (spec.RepeatEverySeconds == 0 || ExperimentCatalogue.Find(spec.Experiment) is not { IsBag: false } definition)
        {
            return [];
        }

        var metric = SeriesMetric.Of(definition, spec.Parameters);
        return [.. points
            .GroupBy(point => point.Levels.ToJsonString())
            .OrderBy(same => LevelOrder.RankOf(spec, same.First().Levels))
            .Select(same => Cut(same.First().Levels, metric, [.. same.Where(ConclusivePoints.Contains).OrderBy(point => point.Number)]))
            .OfType<MeasuredSeries>()];
    }

    private static MeasuredSeries? Cut(JsonObject levels, ComparedMetric metric, IReadOnlyList<PointRecord> points)
    {
        (DateTimeOffset At, double Value)[] values = [.. points
            .Where(point => point.ClaimedAt is not null && metric.ValueOf(point.Summary!) is not null)
            .Select(point => (point.ClaimedAt!.Value, metric.ValueOf(point.Summary!)!.Value))
            .OrderBy(value => value.Item1)];
        if (values.Length < MinimumValues)
        {
            return null;
        }

        var (first, span) = (values[0].At, values[^1].At - values[0].At);

        // The last value lies on the end of the last interval and belongs to it.
        var places = values.ToLookup(value => span == TimeSpan.Zero ? 0 : (int)Math.Min(Count - 1, (value.At - first) / span * Count), value => value.Value);
        return new(levels, metric, first, span / Count, [.. Enumerable.Range(0, Count).Select(interval => (IReadOnlyList<double>)[.. places[interval]])]);
    }
}
