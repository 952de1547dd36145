using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Api;

/// <summary>One experiment of <c>GET /api/v1/experiments</c>.</summary>
/// <param name="Id">As it stands in run requests.</param>
/// <param name="Title">A few words.</param>
/// <param name="Summary">What is measured, in sentences.</param>
/// <param name="Source">Where figures of it were published; empty where they were not.</param>
/// <param name="Parameters">What may be asked for, with units and ranges.</param>
/// <param name="Presets">Values and repetitions by name.</param>
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

/// <summary>Answer of <c>GET /api/v1/experiments</c>.</summary>
/// <param name="Experiments">The catalogue, sorted by id.</param>
/// <param name="Targets">Names of the accounts that a run may measure.</param>
public sealed record ExperimentListResponse(IReadOnlyList<ExperimentResponse> Experiments, IReadOnlyList<string> Targets);
