using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Charts;

/// <summary>Combinations of levels in words: only factors that vary tell one from the others.</summary>
/// <param name="definition">Of the experiment.</param>
/// <param name="specs">Of the run, or of several that are shown together, the one whose axis they share first.</param>
public sealed class LevelNames(ExperimentDefinition definition, params IReadOnlyList<RunSpec> specs)
{
    /// <summary>Factors with more than one level, in the order of the form, then those that stages found.</summary>
    public IReadOnlyList<ParameterDefinition> Factors { get; } = Varying(definition, specs);

    /// <summary>The factor that charts have on their x axis: the clients, else the first that is a number; null where there is
    /// none.</summary>
    public ParameterDefinition? Axis { get; } = AxisOf(Varying(definition, [specs[0]])) ?? AxisOf(Varying(definition, specs));

    /// <summary>"entityBytes 4 KiB, partitions 1"; empty where nothing varies.</summary>
    /// <param name="levels">Of a point.</param>
    /// <param name="except">A factor that need not be named.</param>
    public string Of(JsonObject levels, ParameterDefinition? except = null)
    {
        ArgumentNullException.ThrowIfNull(levels);
        return string.Join(", ",
            Factors.Where(factor => factor.Name != except?.Name && levels[factor.Name] is not null)
                .Select(factor => LevelText.With(factor, levels[factor.Name]!)));
    }

    private static ParameterDefinition? AxisOf(IReadOnlyList<ParameterDefinition> factors) =>
        factors.FirstOrDefault(factor => factor.Name == LevelColumns.Clients) ?? factors.FirstOrDefault(factor => factor.IsNumber);

    private static ParameterDefinition[] Varying(ExperimentDefinition definition, IReadOnlyList<RunSpec> specs) =>
    [
        .. definition.Parameters.Where(parameter => parameter.Factor && specs
            .SelectMany(spec => spec.Parameters[parameter.Name] as JsonArray ?? []).DistinctBy(level => level?.ToJsonString()).Count() > 1),
        .. definition.FoundFactors,
    ];
}
