using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Results;

/// <summary>What a run measured, by combination of levels: the one place from which tables, charts, reports, documents, comparisons, trends
/// and published figures take it.</summary>
/// <param name="Spec">What was asked for.</param>
/// <param name="Levels">One entry per combination that has a point, in the order in which the spec lists them.</param>
public sealed record LevelResults(RunSpec Spec, IReadOnlyList<LevelResult> Levels)
{
    /// <param name="spec">Of the run.</param>
    /// <param name="points">Of the run, in any order.</param>
    public static LevelResults Of(RunSpec spec, IEnumerable<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return new(spec,
            [.. LevelOrder.Of(spec, points).GroupBy(point => point.Levels.ToJsonString())
                .Select(same => new LevelResult(spec, [.. same]))]);
    }

    /// <summary>Each point by itself, in the order of measurement.</summary>
    public static IReadOnlyList<LevelResult> EachOf(RunSpec spec, IEnumerable<PointRecord> points) =>
        [.. points.OrderBy(point => point.Number).Select(point => new LevelResult(spec, [point]))];

    /// <summary>The metric that the run is about over the repetitions that count, of each combination; empty for a run that measures
    /// none.</summary>
    public IReadOnlyList<LevelFigure> Headlines() =>
        Metric.HeadlineOf(Spec) is { } metric ? [.. Levels.Select(level => level.Of(metric))] : [];
}
