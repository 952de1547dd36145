namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/baselines</c>, by target and experiment.</summary>
/// <param name="Baselines">One for each experiment and target that has one.</param>
public sealed record BaselineListResponse(IReadOnlyList<BaselineResponse> Baselines);
