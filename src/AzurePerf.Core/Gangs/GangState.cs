namespace AzurePerf.Core.Gangs;

/// <summary>The gang of a point, as its row holds it: w tasks that start together or not at all.</summary>
public sealed record GangState
{
    public required string RunId { get; init; }

    /// <summary>The point, from 1.</summary>
    public required int Point { get; init; }

    /// <summary>Counts the executions of the whole point, from 1. Its rows become Ready again together, so that it is the attempt of each
    /// of them, or the next one.</summary>
    public int Number { get; init; } = 1;

    /// <summary>The number of its first row in the stage. The member of that row makes what the point needs in the target.</summary>
    public required int FirstTask { get; init; }

    /// <summary>Rows, and so workers: 1 to 100.</summary>
    public required int Members { get; init; }

    /// <summary>The build that the run is pinned to; empty while any may come first.</summary>
    public string Build { get; init; } = "";

    /// <summary>Where the members meet: the address of the TaskManager that leads now.</summary>
    public string BarrierAddress { get; init; } = "";

    /// <summary>What opens the barrier: random, known to whoever can read this row.</summary>
    public required string Token { get; init; }

    /// <summary>The agreement to start; null until then, and again when the gang is given a new number.</summary>
    public GangGo? Go { get; init; }

    public string ETag { get; init; } = "";

    /// <summary>True when the row is one of its own.</summary>
    public bool Includes(int task) => task >= FirstTask && task < FirstTask + Members;
}

/// <summary>The agreement to start, stored before anybody is told.</summary>
/// <param name="Clock">The barrier's clock that it counts on.</param>
/// <param name="AtNanoseconds">When everybody starts, on that clock.</param>
/// <param name="Build">The one build that all members run.</param>
/// <param name="Members">One per row, the first row's first.</param>
public sealed record GangGo(string Clock, long AtNanoseconds, string Build, IReadOnlyList<GangMember> Members)
{
    /// <summary>The member that an execution is; null when it is none of them.</summary>
    public GangMember? Find(int task, int attempt, string workerId) =>
        Members.FirstOrDefault(member => member.Task == task && member.Attempt == attempt && member.WorkerId == workerId);
}
