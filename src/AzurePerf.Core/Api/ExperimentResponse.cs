using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Api;

/// <summary>One experiment of <c>GET /api/v1/experiments</c>.</summary>
public sealed record ExperimentResponse(
    string Id,
    string Title,
    string Summary,
    string Source,
    IReadOnlyList<ParameterDefinition> Parameters,
    IReadOnlyList<Preset> Presets)
{
    public static ExperimentResponse From(ExperimentDefinition definition) =>
        new(definition.Id, definition.Title, definition.Summary, definition.Source, definition.Parameters, definition.Presets);
}
