using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Results;

/// <summary>The repetitions of one configuration of a run, and which of them count.</summary>
public sealed class LevelResult
{
    private readonly ExperimentDefinition? _experiment;
    private readonly RunSpec _spec;
    private MeasurementOptions? _options;

    /// <param name="experiment">Of the run; null where the points tell the values of its metrics.</param>
    /// <param name="spec">Of the run.</param>
    /// <param name="repetitions">At least one, of the same levels, in the order of measurement.</param>
    internal LevelResult(ExperimentDefinition? experiment, RunSpec spec, IReadOnlyList<PointRecord> repetitions)
    {
        (_experiment, _spec, Repetitions, Levels) = (experiment, spec, repetitions, repetitions[0].Levels);
        Measured = [.. repetitions.Where(CountingRule.HasFigures)];
        Counted = [.. Measured.Where(CountingRule.Counts)];
        LeftOut = LeftOutRepetitions.Of(ReasonsOf(repetitions));
    }

    /// <summary>Its value of each factor.</summary>
    public JsonObject Levels { get; }

    /// <summary>All of them, whatever became of them, in the order of measurement.</summary>
    public IReadOnlyList<PointRecord> Repetitions { get; }

    /// <summary>Those that have figures, whether they count or not.</summary>
    public IReadOnlyList<PointRecord> Measured { get; }

    /// <summary>Those that count (<see cref="CountingRule"/>): conclusions rest on no other.</summary>
    public IReadOnlyList<PointRecord> Counted { get; }

    /// <summary>What tables and charts show: those that count, or where none does all that have figures, with their flags.</summary>
    public IReadOnlyList<PointRecord> Shown => IsConclusive ? Counted : Measured;

    /// <summary>False where no repetition counts: no conclusion may rest on what is shown.</summary>
    public bool IsConclusive => Counted.Count > 0;

    /// <summary>Operations that ended, over all repetitions that have figures.</summary>
    public long Operations => Repetitions.Sum(point => point.Summary?.Operations ?? 0);

    /// <summary>Those of them that failed.</summary>
    public long Failures =>
        Repetitions.Sum(point =>
            point.Summary?.Outcomes.Where(outcome => outcome.Key != OperationOutcome.Ok).Sum(outcome => outcome.Value) ?? 0);

    /// <summary>Flags that at least one of the repetitions carries, whether it counts or not, in the order of their list.</summary>
    public IReadOnlyList<PointFlag> Flags => [.. Repetitions.SelectMany(point => point.Result?.Flags ?? []).Distinct().Order()];

    /// <summary>Those that do not count, by the reason, whatever the metric.</summary>
    public LeftOutRepetitions LeftOut { get; }

    /// <summary>Those that have figures and were cut short: what they would have come to is not known.</summary>
    internal int CutShort => Measured.Count(point => CountingRule.ReasonOf(point) == LeftOutReason.Incomplete);

    /// <summary>Those that failed for good.</summary>
    internal int Lost => Repetitions.Count(point => point.Status == PointStatus.Failed);

    /// <summary>A metric over the repetitions that count; without a value where none does.</summary>
    public LevelMetric Of(Metric metric) => FigureOf(metric, Counted);

    /// <summary>A metric over the repetitions that are shown.</summary>
    public LevelMetric ShownOf(Metric metric) => FigureOf(metric, Shown);

    /// <summary>A metric over the repetitions that count and those that a cache may have answered: a cache makes a repetition better,
    /// never worse.</summary>
    internal LevelMetric WithCacheSuspects(Metric metric) =>
        FigureOf(metric, [.. Measured.Where(point => CountingRule.ReasonOf(point) is null or LeftOutReason.CacheSuspect)]);

    private LevelMetric FigureOf(Metric metric, IReadOnlyList<PointRecord> repetitions)
    {
        ArgumentNullException.ThrowIfNull(metric);
        return new(
            this, metric, repetitions,
            LeftOutRepetitions.Of(
                ReasonsOf(Repetitions).Concat(
                    Counted.Where(point => ValueOf(metric, point) is null).Select(point => CountingRule.ReasonWithout(metric, point)))));
    }

    /// <summary>The value of a repetition in the metric's unit, whether it counts or not; null where it has none. Points of documents bring
    /// theirs with them.</summary>
    internal double? ValueOf(Metric metric, PointRecord repetition) =>
        repetition.Metrics is not null ? repetition.ValueOf(metric.Name)
        : repetition.Result is { } result ? metric.Of(result, OptionsFor(metric))
        : null;

    private MeasurementOptions? OptionsFor(Metric metric) =>
        metric.Scale is null
            ? null
            : _options ??= RunPlanner.Bind(
                _experiment ?? throw new InvalidOperationException($"{metric.Name} needs its experiment"), _spec, Levels);

    private static IEnumerable<LeftOutReason> ReasonsOf(IEnumerable<PointRecord> repetitions) =>
        repetitions.Select(CountingRule.ReasonOf).OfType<LeftOutReason>();
}
