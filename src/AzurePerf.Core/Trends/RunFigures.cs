using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Trends;

/// <summary>What a run that has ended says in short: one figure per combination of levels, of the metric that its experiment is about.</summary>
/// <param name="Metric">As in the exported columns.</param>
/// <param name="Unit">1/s, B/s, FLOP/s or ns.</param>
/// <param name="HigherIsBetter">Which direction is an improvement.</param>
/// <param name="Combinations">In the order of the spec; empty where nothing was measured that counts.</param>
public sealed record RunFigures(string Metric, string Unit, bool HigherIsBetter, IReadOnlyList<RunFigure> Combinations)
{
    /// <summary>Unit of the rate of an experiment that counts floating-point operations.</summary>
    public const string FlopUnit = "FLOP/s";

    /// <summary>The best combination; null where there is none.</summary>
    [JsonIgnore]
    public RunHeadline? Headline => (HigherIsBetter ? Combinations.MaxBy(figure => figure.Median) : Combinations.MinBy(figure => figure.Median)) is { } best
        ? new(Metric, Unit, best.Median, best.Levels, Combinations.Count)
        : null;

    /// <summary>The figures of a run's points; null for a run that measures none.</summary>
    public static RunFigures? Of(RunSpec spec, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(spec);
        if (ExperimentCatalogue.Find(spec.Experiment) is not { IsBag: false } definition)
        {
            return null;
        }

        var metric = ComparedMetric.HeadlineOf(definition, spec.Parameters);
        var countsFlop = definition.MeasuresFlop && metric == ComparedMetric.OperationRate;
        return new(
            metric.Name, countsFlop ? FlopUnit : metric.Unit, metric.HigherIsBetter,
            [.. RepetitionFigures.Of(spec, points).Select(figures => FigureOf(figures, countsFlop ? FlopPerOperation(definition, spec, figures.Levels) : 1))]);
    }

    private static double FlopPerOperation(ExperimentDefinition definition, RunSpec spec, JsonObject levels) =>
        RunPlanner.Bind(definition, spec, levels).FlopPerOperation!.Value;

    private static RunFigure FigureOf(RepetitionFigures figures, double scale) =>
        new(figures.Levels, figures.Median * scale, figures.MedianLow * scale, figures.MedianHigh * scale, figures.Repetitions);
}
