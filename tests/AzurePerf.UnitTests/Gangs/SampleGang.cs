using AzurePerf.Core.Gangs;

namespace AzurePerf.UnitTests.Gangs;

/// <summary>A gang of rows 6, 7 and 8 at its second execution, and members that come to its barrier.</summary>
internal static class SampleGang
{
    public const string Clock = "clock";
    public const string RunId = "aaaaaaaaaaaaaaaaaaaa";

    public static GangState State { get; } = new() { RunId = RunId, Point = 3, Number = 2, FirstTask = 6, Members = 3, BarrierAddress = "http://barrier", Token = "token" };

    public static BarrierArrival Member(int task, BarrierPhase phase, string build = "b1") => new()
    {
        Task = task,
        Attempt = 2,
        WorkerId = $"worker{task}",
        HostId = $"host{task}",
        Build = build,
        Phase = phase,
        Clock = phase == BarrierPhase.Warm ? new(Clock, task * 1_000_000, 500, 42) : null,
        Endpoint = $"endpoint{task}",
    };

    public static GangGo Go(int tasks = 3) => new(Clock, 9_000_000_000, "b1", [.. Enumerable.Range(6, tasks).Select(task =>
        new GangMember(task, 2, $"worker{task}", $"host{task}", task * 1_000_000, 500, 9_000_000_000 - (task * 1_000_000), $"endpoint{task}"))]);
}
