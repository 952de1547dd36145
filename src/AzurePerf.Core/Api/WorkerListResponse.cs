namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/workers</c>.</summary>
/// <param name="Pools">Every pool, also one without workers.</param>
/// <param name="Workers">Every worker with a row, by pool, host and id.</param>
/// <param name="Unreadable">Rows that make no sense, which are left out.</param>
public sealed record WorkerListResponse(IReadOnlyList<PoolResponse> Pools, IReadOnlyList<WorkerResponse> Workers, IReadOnlyList<string> Unreadable);
