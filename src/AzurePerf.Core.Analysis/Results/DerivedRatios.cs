using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Results;

/// <summary>Derives what an experiment publishes beside its points.</summary>
public static class DerivedRatios
{
    /// <summary>
    /// The experiment's <see cref="RatioRule"/> for each combination of the other levels, from the repetitions in which both were measured
    /// in closed loops with a success and count: in an open loop the rate was given. Empty for an experiment without such a rule.
    /// </summary>
    public static IReadOnlyList<DerivedRatio> Derive(LevelResults results) => results.Experiment?.Ratio is not { } rule
        ? []
        : [.. results.Levels
            .GroupBy(level => SharedLevels(rule, level))
            .Select(group => Divide(rule, JsonNode.Parse(group.Key)!.AsObject(), [.. group]))
            .OfType<DerivedRatio>()];

    private static string SharedLevels(RatioRule rule, LevelResult level)
    {
        var shared = level.Levels.DeepClone().AsObject();
        shared.Remove(rule.Factor);
        return shared.ToJsonString();
    }

    private static DerivedRatio? Divide(RatioRule rule, JsonObject levels, LevelResult[] results)
    {
        var pairs = At(rule.Over).Join(At(rule.Under), over => over.Repetition, under => under.Repetition,
            (over, under) => (Over: over.Value, Under: under.Value)).ToArray();
        var divisor = pairs.Sum(pair => pair.Under);
        return divisor > 0 ? new(rule.Name, levels, pairs.Sum(pair => pair.Over) / divisor, pairs.Length) : null;

        IEnumerable<(int Repetition, double Value)> At(string level) => results
            .Where(result => result.Levels[rule.Factor]?.GetValue<string>() == level)
            .Select(result => result.Of(rule.Metric))
            .SelectMany(figure => figure.Repetitions.Zip(figure.Values))
            .Where(pair => pair.First.Summary is { OpenLoop: null } && RunSuccess.HasSuccess(pair.First))
            .Select(pair => (pair.First.Repetition, pair.Second));
    }
}

/// <summary>A number derived from two groups of points.</summary>
/// <param name="Name">What is divided by what.</param>
/// <param name="Levels">The levels that both groups share.</param>
/// <param name="Value">Ratio of the two groups' mean rates.</param>
/// <param name="Pairs">Repetitions that have both.</param>
public sealed record DerivedRatio(string Name, [property: JsonPropertyName("configuration")] JsonObject Levels, double Value, int Pairs);
