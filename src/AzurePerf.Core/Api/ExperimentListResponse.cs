namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/experiments</c>.</summary>
/// <param name="Experiments">The catalogue, sorted by id.</param>
/// <param name="Targets">Names of the accounts that a run may measure.</param>
public sealed record ExperimentListResponse(IReadOnlyList<ExperimentResponse> Experiments, IReadOnlyList<string> Targets);
