using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>Names and values of factors as people read them.</summary>
internal static class FactorText
{
    /// <summary>The number of simulated clients: shown even where it does not vary, because no rate means anything without it.</summary>
    public const string Clients = "clients";

    /// <summary>Factors with a column of their own: those with several levels, and the clients where the run chooses them.</summary>
    public static IReadOnlyList<string> Varying(RunSpec spec)
    {
        var namesClients = KnownExperiments.Catalogue.Find(spec.Experiment) is not { FixesClients: true };
        return [.. Factors(spec).Where(factor => factor.Levels.Count > 1 || (namesClients && factor.Name == Clients))
            .Select(factor => factor.Name)];
    }

    /// <summary>All factors, in the order of the experiment's parameters.</summary>
    public static IEnumerable<(string Name, JsonArray Levels)> Factors(RunSpec spec) =>
        spec.Parameters.Where(member => member.Value is JsonArray).Select(member => (member.Key, member.Value!.AsArray()));

    /// <summary>A level with its unit; sizes in the unit that leaves no fraction.</summary>
    public static string Value(string experiment, string name, JsonNode? level)
    {
        if (level is not JsonValue value)
        {
            return "-";
        }

        var unit = KnownExperiments.Catalogue.Find(experiment)?.FindParameter(name)?.Unit;
        return unit == "B" && value.TryGetValue<long>(out var bytes) ? NumberFormat.Size(bytes)
            : value.GetValueKind() == JsonValueKind.String ? value.GetValue<string>() : value.ToJsonString();
    }

    /// <summary>"clients 4, objectBytes 1 KiB".</summary>
    public static string Join(string experiment, IEnumerable<KeyValuePair<string, JsonNode?>> levels) =>
        string.Join(", ", levels.Select(level => level.Key + " " + Value(experiment, level.Key, level.Value)));

    /// <summary>The levels of a table row that tell it from the others; "all points" where there is but one row.</summary>
    public static string Join(RunSpec spec, LevelResult group)
    {
        var varying = Varying(spec);
        return varying.Count == 0 ? "all points" : Join(spec.Experiment, group.Levels.Where(level => varying.Contains(level.Key)));
    }

    /// <summary>A camelCase name as a heading of several short lines.</summary>
    public static string Heading(string name) =>
        string.Concat(name.Select(letter => char.IsAsciiLetterUpper(letter) ? "\n" + char.ToLowerInvariant(letter) : letter.ToString()));

    /// <summary>True for a column of numbers.</summary>
    public static bool IsNumber(string experiment, string name) =>
        KnownExperiments.Catalogue.Find(experiment)?.FindParameter(name)?.Kind is not ParameterKind.Choice;
}
