using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts;

/// <summary>Combinations of levels in words: only factors that vary tell one from the others.</summary>
/// <param name="definition">Of the experiment.</param>
/// <param name="spec">Of the run.</param>
public sealed class LevelNames(ExperimentDefinition definition, RunSpec spec)
{
    private const string Clients = "clients";

    /// <summary>Factors with more than one level, in the order of the form, then those that stages found.</summary>
    public IReadOnlyList<ParameterDefinition> Factors { get; } =
    [
        .. definition.Parameters.Where(parameter => parameter.Factor && spec.Parameters[parameter.Name] is JsonArray { Count: > 1 }),
        .. definition.FoundFactors,
    ];

    /// <summary>The factor that charts have on their x axis: the clients, else the first that is a number; null where there is
    /// none.</summary>
    public ParameterDefinition? Axis =>
        Factors.FirstOrDefault(factor => factor.Name == Clients) ?? Factors.FirstOrDefault(factor => factor.Kind != ParameterKind.Choice);

    /// <summary>"entityBytes 4 KiB, partitions 1"; empty where nothing varies.</summary>
    /// <param name="levels">Of a point.</param>
    /// <param name="except">A factor that need not be named.</param>
    public string Of(JsonObject levels, ParameterDefinition? except = null)
    {
        ArgumentNullException.ThrowIfNull(levels);
        return string.Join(", ",
            Factors.Where(factor => factor.Name != except?.Name && levels[factor.Name] is not null)
                .Select(factor => In(factor, levels[factor.Name]!)));
    }

    /// <summary>"4 clients, entityBytes 4 KiB"; empty where none of the factors is named.</summary>
    /// <param name="parameters">Of the experiment; empty where nobody knows it.</param>
    /// <param name="levels">Of a point.</param>
    /// <param name="named">Factors to name.</param>
    public static string Of(IReadOnlyList<ParameterDefinition> parameters, JsonObject levels, IReadOnlyCollection<string> named)
    {
        ArgumentNullException.ThrowIfNull(levels);
        return string.Join(", ", levels.Where(level => named.Contains(level.Key)).Select(level =>
            level.Value is { } value && parameters.FirstOrDefault(parameter => parameter.Name == level.Key) is { } factor
                ? In(factor, value)
                : $"{level.Key} {level.Value}"));
    }

    /// <summary>"4 clients", "entityBytes 4 KiB", "write".</summary>
    public static string In(ParameterDefinition factor, JsonNode level)
    {
        ArgumentNullException.ThrowIfNull(factor);
        ArgumentNullException.ThrowIfNull(level);
        return LevelText.NumberOf(level) is not { } number ? level.ToString()
            : factor.Name == Clients ? NumberFormat.Counted((long)number, "client")
            : $"{factor.Name} {LevelText.Of(level, factor.Unit)}";
    }
}
