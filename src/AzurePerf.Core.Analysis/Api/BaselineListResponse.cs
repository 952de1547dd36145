namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/baselines</c>, by target and experiment.</summary>
/// <param name="Baselines">One for each experiment and target that has one.</param>
public sealed record BaselineListResponse(IReadOnlyList<BaselineResponse> Baselines);

/// <summary>The run that others of its experiment and target are compared with.</summary>
/// <param name="Target">Name of the measured account.</param>
/// <param name="Experiment">Catalogue id.</param>
/// <param name="RunId">The run.</param>
/// <param name="MarkedBy">Who chose it.</param>
/// <param name="MarkedAt">When.</param>
public sealed record BaselineResponse(string Target, string Experiment, string RunId, string MarkedBy, DateTimeOffset MarkedAt);
