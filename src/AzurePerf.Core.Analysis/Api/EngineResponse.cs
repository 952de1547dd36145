using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Api;

/// <summary>The engine's side of one run: part <c>engine</c> of <c>GET /api/v1/runs/{id}</c>.</summary>
/// <param name="Configurations">The configurations that it measures; empty for a run without points.</param>
/// <param name="Pools">The pools that execute its open stage; empty when none is open.</param>
/// <param name="Ends">The latest executions that ended without a result, oldest first, at most 100; those of bags of more than 1,000 tasks
/// are only counted.</param>
public sealed record EngineResponse(
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

    /// <summary>What the open stage waits for although workers are alive, and what to do, for people; empty for nothing.</summary>
    public string Shortage { get; init; } = "";

    /// <summary>That of a run of which nothing is known.</summary>
    public static EngineResponse None { get; } = new([], [], []);
}

/// <summary>An execution that ended without a result.</summary>
/// <param name="Stage">The name of the stage.</param>
/// <param name="Task">The task's number in its stage, from 1.</param>
/// <param name="Point">The point it measured, from 1; null in other stages.</param>
/// <param name="Attempt">Which execution it was, from 1.</param>
/// <param name="Cause">Why it ended.</param>
/// <param name="Reason">One clause for people, such as "killed after 41 s: 4 x 10.2 s mean of 37".</param>
/// <param name="WorkerId">Who executed it.</param>
/// <param name="EndedAt">When that was stored.</param>
public sealed record AbnormalEndResponse(
    string Stage, int Task, int? Point, int Attempt, FailureCause Cause, string Reason, string WorkerId, DateTimeOffset EndedAt);

/// <summary>How the points of one configuration stand.</summary>
/// <param name="Levels">The configuration.</param>
/// <param name="Points">Points of it in the run's plan.</param>
/// <param name="Finished">Points of it that are measured, failed or missed.</param>
/// <param name="Repeated">Executions of them that ended without a result and were followed by another.</param>
/// <param name="Ends">Executions of them that ended without a result, by cause.</param>
public sealed record ConfigurationEngineResponse([property: JsonPropertyName("configuration")] JsonObject Levels, int Points, int Finished,
    long Repeated, IReadOnlyDictionary<FailureCause, int> Ends);
