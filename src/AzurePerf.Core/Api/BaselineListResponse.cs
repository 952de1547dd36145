namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/baselines</c>, by target and experiment.</summary>
public sealed record BaselineListResponse(IReadOnlyList<BaselineResponse> Baselines);
