using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Trends;

/// <summary>What a run that has ended says in short: one figure per configuration, of the metric that its experiment is
/// about.</summary>
/// <param name="Metric">As in the exported columns.</param>
/// <param name="Unit">1/s, B/s, FLOP/s or ns.</param>
/// <param name="HigherIsBetter">Which direction is an improvement.</param>
/// <param name="Combinations">In the order of the spec, those with a result; empty where nothing was measured that counts.</param>
public sealed record RunMedians(string Metric, string Unit, bool HigherIsBetter, IReadOnlyList<ConfigurationMedian> Combinations)
{
    /// <summary>The best combination; null where there is none.</summary>
    [JsonIgnore]
    public RunHeadline? Headline =>
        (HigherIsBetter ? Combinations.MaxBy(figure => figure.Median) : Combinations.MinBy(figure => figure.Median)) is { } best
        ? new(Metric, Unit, best.Median, best.Levels, Combinations.Count)
        : null;

    /// <summary>The figures of a run's points; null for a run that measures none.</summary>
    public static RunMedians? Of(ExperimentDefinition? experiment, RunSpec spec, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(spec);
        var results = LevelResults.Of(experiment, spec, points);
        return results.Headline is { } metric
            ? new(metric.Name, metric.Unit, metric.HigherIsBetter,
                [.. results.Headlines().Where(figure => figure.IsResult).Select(FigureOf)])
            : null;
    }

    private static ConfigurationMedian FigureOf(LevelMetric figure) =>
        new(figure.Levels, figure.Median!.Value, figure.Interval?.Low, figure.Interval?.High, figure.Values.Count);
}

/// <summary>What one run says about one configuration.</summary>
/// <param name="Levels">Its value of each factor.</param>
/// <param name="Median">Of the repetitions that count, in the unit of <see cref="RunMedians"/>.</param>
/// <param name="Low">Lower end of the median's 95 % interval; null where there are too few repetitions for one.</param>
/// <param name="High">Its upper end.</param>
/// <param name="Repetitions">Those that count.</param>
public sealed record ConfigurationMedian(JsonObject Levels, double Median, double? Low, double? High, int Repetitions);
