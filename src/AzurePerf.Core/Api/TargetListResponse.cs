namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/targets</c>: accounts by name, then machine and peer.</summary>
/// <param name="Targets">What a run may measure.</param>
public sealed record TargetListResponse(IReadOnlyList<TargetResponse> Targets);
