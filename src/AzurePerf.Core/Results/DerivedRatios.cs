using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Results;

/// <summary>Derives what an experiment publishes beside its points.</summary>
public static class DerivedRatios
{
    /// <summary>
    /// The experiment's <see cref="RatioRule"/> for each combination of the other levels, from the repetitions in which both were measured
    /// in closed loops and count: in an open loop the rate was given. Empty for an experiment without such a rule.
    /// </summary>
    public static IReadOnlyList<DerivedRatio> Derive(LevelResults results) => RatioRule.Of(results.Spec.Experiment) is not { } rule
        ? []
        : [.. results.Levels
            .SelectMany(level => level.Counted)
            .Where(point => point.Summary is { OpenLoop: null })
            .GroupBy(point => SharedLevels(rule, point))
            .Select(group => Divide(rule, JsonNode.Parse(group.Key)!.AsObject(), [.. group]))
            .OfType<DerivedRatio>()];

    private static string SharedLevels(RatioRule rule, PointRecord point)
    {
        var shared = point.Levels.DeepClone().AsObject();
        shared.Remove(rule.Factor);
        return shared.ToJsonString();
    }

    private static DerivedRatio? Divide(RatioRule rule, JsonObject levels, PointRecord[] points)
    {
        var pairs = At(rule.Over).Join(At(rule.Under), over => over.Repetition, under => under.Repetition,
            (over, under) => (Over: rule.Rate(over.Summary!), Under: rule.Rate(under.Summary!))).ToArray();
        var divisor = pairs.Sum(pair => pair.Under);
        return divisor > 0 ? new(rule.Name, levels, pairs.Sum(pair => pair.Over) / divisor, pairs.Length) : null;

        IEnumerable<PointRecord> At(string level) => points.Where(point => point.Levels[rule.Factor]?.GetValue<string>() == level);
    }
}

/// <summary>A figure derived from two groups of points.</summary>
/// <param name="Name">What is divided by what.</param>
/// <param name="Levels">The levels that both groups share.</param>
/// <param name="Value">Ratio of the two groups' mean rates.</param>
/// <param name="Pairs">Repetitions that have both.</param>
public sealed record DerivedRatio(string Name, [property: JsonPropertyName("configuration")] JsonObject Levels, double Value, int Pairs);
