using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Tasks;

namespace AzurePerf.UnitTests.Runs.Engine;

/// <summary>What is known of a run's engine, made up but consistent.</summary>
internal static class SampleFacts
{
    public const string RunId = "aaaaaaaaaaaaaaaaaaaa";

    public static readonly DateTimeOffset Now = SampleTask.Now;

    /// <summary>A run of two levels in two repetitions, with the given stages.</summary>
    public static EngineFacts Of(params StageState[] stages) => new()
    {
        Run = ExampleRun.Accepted(RunId, SampleTask.Then) with { Spec = SampleSpecs.Downloads(), Status = RunStatus.Running },
        Experiment = Shipped.Experiments.Find("blob.download"),
        Stages = stages,
        Now = Now,
    };

    public static StageState Open(StageKind kind, int total, int dispatched, int finished = 0) => new()
    {
        RunId = RunId,
        Id = kind,
        Open = true,
        OpenedAt = SampleTask.Then,
        Total = total,
        Created = dispatched,
        Dispatched = dispatched,
        Finished = finished,
    };

    public static WorkerState Worker(string pool, int slots, params int[] tasks) => new()
    {
        WorkerId = "worker1",
        Pool = pool,
        HostId = "host1",
        Build = "1",
        StartedAt = SampleTask.Then,
        BeatAt = Now.AddSeconds(-5),
        Slots = slots,
        Running = [.. tasks.Select(task => Running(pool == WorkerPool.Bag ? StageId.Bag(0) : StageKind.Measure, task))],
    };

    public static AbnormalEnd End(StageId stage, int task, int attempt, FailureCause cause, string error = "") =>
        new(stage, task, attempt, "worker1", cause, error, SampleTask.Then.AddSeconds(attempt));

    private static RunningTask Running(StageId stage, int task) => new(RunId, stage.Number, 0, task, 1, "message", "receipt", 3, 2, "measuring", 1, 2);
}
