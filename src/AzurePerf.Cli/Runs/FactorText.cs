using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>Names and values of an experiment's factors as people read them.</summary>
/// <param name="experiment">As the API tells it; null where the host does not know it any more: values stand as they are then.</param>
internal sealed class FactorText(ExperimentResponse? experiment)
{
    /// <summary>The number of simulated clients: shown even where it does not vary, because no rate means anything without it.</summary>
    public const string Clients = LevelColumns.Clients;

    /// <summary>Factors with a column of their own: those with several levels, and the clients where the run chooses them.</summary>
    public IReadOnlyList<string> Varying(RunSpec spec)
    {
        var namesClients = experiment is not { FixesClients: true };
        return [.. Factors(spec).Where(factor => factor.Levels.Count > 1 || (namesClients && factor.Name == Clients))
            .Select(factor => factor.Name)];
    }

    /// <summary>All factors, in the order of the experiment's parameters.</summary>
    public static IEnumerable<(string Name, JsonArray Levels)> Factors(RunSpec spec) =>
        spec.Parameters.Where(member => member.Value is JsonArray).Select(member => (member.Key, member.Value!.AsArray()));

    /// <summary>A level with its unit; sizes in the unit that leaves no fraction.</summary>
    public string Value(string name, JsonNode? level)
    {
        if (level is not JsonValue value)
        {
            return "-";
        }

        return experiment?.FindParameter(name)?.Unit == "B" && value.TryGetValue<long>(out var bytes) ? NumberFormat.Size(bytes)
            : value.GetValueKind() == JsonValueKind.String ? LevelText.Shortened(value.GetValue<string>()) : value.ToJsonString();
    }

    /// <summary>"4 clients, objectBytes 1 KiB".</summary>
    /// <param name="levels">A configuration.</param>
    /// <param name="named">Factors to name; null for all.</param>
    public string Join(JsonObject levels, IReadOnlyCollection<string>? named = null) =>
        LevelText.Of(experiment?.Parameters ?? [], levels, named);

    /// <summary>The levels of a table row that tell it from the others; "all points" where there is but one row.</summary>
    public string Join(RunSpec spec, LevelResult group)
    {
        var varying = Varying(spec);
        return varying.Count == 0 ? "all points" : Join(group.Levels, varying);
    }

    /// <summary>Columns of factors.</summary>
    public IEnumerable<TextColumn> Columns(IEnumerable<string> names) =>
        names.Select(name => new TextColumn(Heading(name), IsNumber(name)) { IsKey = true });

    /// <summary>The cells below them.</summary>
    public IEnumerable<string> Cells(IEnumerable<string> names, JsonObject levels) => names.Select(name => Value(name, levels[name]));

    /// <summary>A camelCase name as a heading of several short lines.</summary>
    public static string Heading(string name) =>
        string.Concat(name.Select(letter => char.IsAsciiLetterUpper(letter) ? "\n" + char.ToLowerInvariant(letter) : letter.ToString()));

    private bool IsNumber(string name) => experiment?.FindParameter(name)?.IsNumber != false;
}
