namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/targets</c>: accounts by name, then machine and peer.</summary>
public sealed record TargetListResponse(IReadOnlyList<TargetResponse> Targets);
