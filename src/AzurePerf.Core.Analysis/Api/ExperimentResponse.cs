using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Api;

/// <summary>One experiment of <c>GET /api/v1/experiments</c>.</summary>
/// <param name="Id">As run requests name it.</param>
/// <param name="Title">A few words.</param>
/// <param name="Summary">What is measured, in sentences.</param>
/// <param name="Source">Where it was published; empty where they were not.</param>
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
    /// <summary>What its points are about, the metric that leads first; empty where it executes bags of tasks.</summary>
    public IReadOnlyList<MetricResponse> Metrics { get; init; } = [];

    /// <summary>Id of the kind of target that it takes; empty where it touches none.</summary>
    public string Target { get; init; } = "";

    /// <summary>True where a worker on another system than Linux refuses it.</summary>
    public bool NeedsLinux { get; init; }

    /// <summary>True where a run does not choose the number of clients.</summary>
    public bool FixesClients { get; init; }

    /// <summary>True where it measures no points but executes bags of tasks.</summary>
    public bool IsBag { get; init; }

    /// <summary>The parameter of a name, or null.</summary>
    public ParameterDefinition? FindParameter(string name) => Parameters.FirstOrDefault(parameter => parameter.Name == name);

    public static ExperimentResponse From(ExperimentDefinition definition)
    {
        ArgumentNullException.ThrowIfNull(definition);
        return new(definition.Id, definition.Title, definition.Summary, definition.Source, definition.Parameters, definition.Presets)
        {
            Metrics = [.. definition.Metrics.Select((metric, index) => MetricResponse.Of(metric, index == 0))],
            Target = definition.Target?.Id ?? "",
            IsBag = definition.IsBag,
            NeedsLinux = definition.NeedsLinux,
            FixesClients = definition.FixesClients,
        };
    }
}

/// <summary>Answer of <c>GET /api/v1/experiments</c>.</summary>
/// <param name="Experiments">The catalogue, sorted by id.</param>
/// <param name="Targets">Names of the accounts that a run may measure.</param>
public sealed record ExperimentListResponse(IReadOnlyList<ExperimentResponse> Experiments, IReadOnlyList<string> Targets);
