namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/targets</c>: those of the operator by name, then those that nobody configures.</summary>
/// <param name="Targets">What a run may measure.</param>
public sealed record TargetListResponse(IReadOnlyList<TargetResponse> Targets);
