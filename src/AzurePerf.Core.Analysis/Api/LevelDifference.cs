using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;

namespace AzurePerf.Core.Api;

/// <summary>In which levels two runs differ that have no configuration in common. Tool, API and portal say the same.</summary>
public static class LevelDifference
{
    private const string Nothing = "no configuration was measured by both runs";

    /// <summary>"no configuration was measured by both runs: clients is 1, 4 in the baseline and 2, 8 in the candidate".</summary>
    /// <param name="parameters">Of the experiment.</param>
    /// <param name="comparison">Of two runs, without points.</param>
    public static string Of(IReadOnlyList<ParameterDefinition> parameters, ComparisonResponse comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        var (baseline, candidate) = (comparison.OnlyBaseline, comparison.OnlyCandidate);
        if (baseline.Count == 0 || candidate.Count == 0)
        {
            return $"{Nothing}: the {(baseline.Count == 0 ? "baseline" : "candidate")} measured none";
        }

        var apart = FactorsOf(baseline).Union(FactorsOf(candidate))
            .Where(factor => !Texts(parameters, baseline, factor).Intersect(Texts(parameters, candidate, factor)).Any()).ToArray();
        return apart.Length > 0
            ? $"{Nothing}: "
                + string.Join("; ", apart.Select(factor => $"{factor} is {List(parameters, baseline, factor)} in the baseline "
                    + $"and {List(parameters, candidate, factor)} in the candidate"))
            : $"{Nothing}: they have levels of each factor in common, but never all of one configuration";
    }

    private static IEnumerable<string> FactorsOf(IEnumerable<JsonObject> combinations) =>
        combinations.SelectMany(levels => levels.Select(level => level.Key)).Distinct();

    private static string List(IReadOnlyList<ParameterDefinition> parameters, IReadOnlyList<JsonObject> combinations, string factor) =>
        string.Join(", ", Texts(parameters, combinations, factor));

    private static IEnumerable<string> Texts(
        IReadOnlyList<ParameterDefinition> parameters, IReadOnlyList<JsonObject> combinations, string factor) =>
        combinations.Select(levels => levels.ContainsKey(factor) ? HeadlineText.Level(parameters, factor, levels[factor]) : "no factor")
            .Distinct();
}
