using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>The points of one table row: the repetitions of one combination of levels, or a single point.</summary>
/// <param name="Levels">What they have in common.</param>
/// <param name="Points">In the order of measurement.</param>
internal sealed record PointGroup(JsonObject Levels, IReadOnlyList<PointRecord> Points)
{
    /// <summary>The figures of points measured to their end; what a failed point left is kept out of every mean.</summary>
    public IReadOnlyList<PointSummary> Measured { get; } =
        [.. Points.Where(point => point.Status == PointStatus.Measured).Select(point => point.Summary).OfType<PointSummary>()];

    /// <summary>Groups in the order in which the spec lists their levels; single points in that of measurement.</summary>
    public static IReadOnlyList<PointGroup> From(RunSpec spec, IEnumerable<PointRecord> points, bool eachPoint) => eachPoint
        ? [.. points.OrderBy(point => point.Number).Select(point => new PointGroup(point.Levels, [point]))]
        : [.. LevelOrder.Of(spec, points).GroupBy(point => point.Levels.ToJsonString()).Select(group => new PointGroup(group.First().Levels, [.. group]))];

    /// <summary>Mean over the repetitions; null without any.</summary>
    public double? Mean(Func<PointSummary, double> figure) => Measured.Count == 0 ? null : Measured.Average(figure);

    /// <summary>Mean over all operations: each repetition weighs as many as it has.</summary>
    public double? MeanLatencyNanoseconds()
    {
        var count = Measured.Sum(summary => summary.Latency.Count);
        return count == 0 ? null : Measured.Sum(summary => (summary.Latency.MeanNanoseconds ?? 0) * summary.Latency.Count) / count;
    }

    /// <summary>
    /// Median of the repetitions' own percentiles; null unless each repetition has enough samples for it. Percentiles are never averaged,
    /// and histograms, from which a pooled one could be had, are not in this document.
    /// </summary>
    public double? MedianPercentile(Func<LatencyStatistics, long?> percentile)
    {
        var values = Measured.Select(summary => percentile(summary.Latency)).OfType<long>().Order().ToArray();
        if (values.Length == 0 || values.Length < Measured.Count)
        {
            return null;
        }

        var middle = values.Length / 2;
        return values.Length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
    }

    /// <summary>True when in at least one of the repetitions more was offered than could be done: it has no percentiles.</summary>
    public bool IsOverloaded() => Measured.Any(summary => summary.OpenLoop is { IsOverloaded: true });

    /// <summary>Operations that failed, over all points that have figures.</summary>
    public long Failures() => Points.Sum(point => point.Summary?.Outcomes.Where(outcome => outcome.Key != OperationOutcome.Ok).Sum(outcome => outcome.Value) ?? 0);

    /// <summary>Flags that at least one of the points carries, in the order of their list.</summary>
    public IReadOnlyList<PointFlag> Flags() => [.. Points.SelectMany(point => point.Summary?.Flags ?? []).Distinct().Order()];
}
