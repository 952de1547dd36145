using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Api;

/// <summary>How different one configuration looks when it is measured twice.</summary>
/// <param name="Levels">Its value of each factor.</param>
/// <param name="Noise">The floor over all repetitions; null when there are too few that count, or one is not positive.</param>
/// <param name="SideA">The one half, as it was measured.</param>
/// <param name="SideB">The other half.</param>
/// <param name="Verdict">Of B against A by the rule of comparisons: a change here is a false alarm.</param>
/// <param name="Ratio">B over A; null when they cannot be compared.</param>
/// <param name="RatioLow">Lower end of its 95 % interval.</param>
/// <param name="RatioHigh">Upper end.</param>
public sealed record AaPoint(
    [property: JsonPropertyName("configuration")] JsonObject Levels, NoiseFloor? Noise, ComparedSideResponse SideA,
    ComparedSideResponse SideB, ComparisonVerdict Verdict, double? Ratio, double? RatioLow, double? RatioHigh)
{
    private const int Seed = 1;

    /// <summary>Every combination of the runs, in the order of their spec.</summary>
    /// <param name="runs">Runs of one spec in the order of measurement, at least one of either side.</param>
    /// <param name="metric">What is looked at.</param>
    /// <param name="rule">The rule whose false alarms are counted.</param>
    public static IReadOnlyList<AaPoint> Of(IReadOnlyList<AaRun> runs, Metric metric, ComparisonRule rule)
    {
        ArgumentNullException.ThrowIfNull(metric);
        var all = Join(runs.Select(run => run.Run), metric);
        var sides = PointPairing.Of(Join(Of(runs, isB: false), metric), Join(Of(runs, isB: true), metric));
        var comparisons = SweepComparison.Of(sides.Pairs, metric.HigherIsBetter, rule);
        return [.. comparisons.Join(
            all, comparison => Key(comparison.Pair.First), Key, (comparison, point) => Describe(comparison, point, rule))];
    }

    private static AaPoint Describe(PointComparison comparison, ComparedPoint all, ComparisonRule rule)
    {
        var positive = all.Values.All(value => value > 0 && double.IsFinite(value));
        var effect = comparison.Effect;
        return new(
            all.Levels, positive ? NoiseFloor.Of(all.Values, Seed, rule) : null,
            ComparedSideResponse.Of(comparison.Pair.First), ComparedSideResponse.Of(comparison.Pair.Second),
            comparison.Verdict, effect?.Ratio, effect?.Interval.Low, effect?.Interval.High);
    }

    private static IEnumerable<MeasuredRun> Of(IEnumerable<AaRun> runs, bool isB) =>
        runs.Where(run => run.IsB == isB).Select(run => run.Run);

    /// <summary>Points of several runs of one spec as those of one run, its values in the order of measurement.</summary>
    private static IReadOnlyList<ComparedPoint> Join(IEnumerable<MeasuredRun> runs, Metric metric) =>
        [.. runs.SelectMany((run, index) => run.Compared(metric).Select(point => InRun(point, index))).GroupBy(Key)
            .Select(same => ComparedPoint.Join([.. same]))];

    /// <summary>The first repetition of one run is another block than the first one of the next. Both sides are the same, so what one lost
    /// more than the other was not worse.</summary>
    private static ComparedPoint InRun(ComparedPoint point, int run) =>
        point with { Blocks = [.. point.Blocks.Select(block => block + (run * (SpecLimits.Repetitions + 1)))], MayBeWorse = 0 };

    private static string Key(ComparedPoint point) => point.Levels.ToJsonString();
}

/// <summary>One run of an A/A measurement, in which both sides are the same.</summary>
/// <param name="IsB">Which side it counts for.</param>
/// <param name="Run">What it measured.</param>
public sealed record AaRun(bool IsB, MeasuredRun Run);
