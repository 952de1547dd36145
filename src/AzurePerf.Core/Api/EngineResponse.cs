namespace AzurePerf.Core.Api;

/// <summary>The engine's side of one run: part <c>engine</c> of <c>GET /api/v1/runs/{id}</c>.</summary>
/// <param name="Stages">Its stages, in the order of <see cref="RunResponse.Stages"/>.</param>
/// <param name="Configurations">The configurations that it measures; empty for a run without points.</param>
/// <param name="Pools">The pools that execute its open stage; empty when none is open.</param>
/// <param name="Ends">The latest executions that ended without a result, oldest first, at most 100; those of bags of more than 1,000 tasks are only counted.</param>
public sealed record EngineResponse(
    IReadOnlyList<StageEngineResponse> Stages,
    IReadOnlyList<ConfigurationEngineResponse> Configurations,
    IReadOnlyList<PoolResponse> Pools,
    IReadOnlyList<AbnormalEndResponse> Ends)
{
    /// <summary>The most of <see cref="Ends"/>.</summary>
    public const int MostEnds = 100;

    /// <summary>The build that measures the run; empty before its first measured point, and for bags.</summary>
    public string Build { get; init; } = "";

    /// <summary>Counts the builds that measured it, from 1: a new segment began when no worker of the build before was left.</summary>
    public int Segment { get; init; } = 1;

    /// <summary>That of a run of which nothing is known.</summary>
    public static EngineResponse None { get; } = new([], [], [], []);
}
