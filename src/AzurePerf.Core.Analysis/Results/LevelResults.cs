using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Results;

/// <summary>What a run measured, by configuration: the one place from which tables, charts, reports, documents, comparisons, trends
/// and published figures take it.</summary>
/// <param name="Experiment">Of the run; null where the values of its metrics are told by its points, or where nobody knows it any
/// more.</param>
/// <param name="Spec">What was asked for.</param>
/// <param name="Levels">One entry per combination that has a point, in the order in which the spec lists them.</param>
public sealed record LevelResults(ExperimentDefinition? Experiment, RunSpec Spec, IReadOnlyList<LevelResult> Levels)
{
    /// <param name="experiment">Of the run; null where the values of its metrics are told by its points, or where nobody knows it any
    /// more.</param>
    /// <param name="spec">Of the run.</param>
    /// <param name="points">Of the run, in any order.</param>
    public static LevelResults Of(ExperimentDefinition? experiment, RunSpec spec, IEnumerable<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return new(experiment, spec,
            [.. LevelOrder.Of(spec, points).GroupBy(point => point.Levels.ToJsonString())
                .Select(same => new LevelResult(experiment, spec, [.. same]))]);
    }

    /// <summary>Each point by itself, in the order of measurement.</summary>
    /// <param name="experiment">As for <see cref="Of"/>.</param>
    /// <param name="spec">Of the run.</param>
    /// <param name="points">Of the run, in any order.</param>
    public static IReadOnlyList<LevelResult> EachOf(ExperimentDefinition? experiment, RunSpec spec, IEnumerable<PointRecord> points) =>
        [.. points.OrderBy(point => point.Number).Select(point => new LevelResult(experiment, spec, [point]))];

    /// <summary>What the run is judged by; null for a run that measures nothing.</summary>
    public Metric? Headline => Experiment?.Headline(Spec.Parameters);

    /// <summary>The metric that the run is about over the repetitions that count, of each combination; empty for a run that measures
    /// none.</summary>
    public IReadOnlyList<LevelMetric> Headlines() => Headline is { } metric ? [.. Levels.Select(level => level.Of(metric))] : [];

    /// <summary>What an experiment makes its own sections of.</summary>
    /// <param name="experiment">Of the run.</param>
    internal MeasuredLevels Measured(ExperimentDefinition experiment) => new(
        new(experiment, Spec.Parameters),
        [.. Levels.Where(level => level.IsConclusive).Select(level => new MeasuredLevel(
            level.Levels,
            experiment.IsBag ? null : RunPlanner.Bind(experiment, Spec, level.Levels),
            [.. level.Counted.Select(point => point.Result!)])
        {
            Numbers = [.. level.Counted.Select(point => point.Repetition)],
        })]);
}
