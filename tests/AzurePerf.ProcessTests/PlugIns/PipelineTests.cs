using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.ProcessTests.Faults;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.PlugIn;

namespace AzurePerf.ProcessTests.PlugIns;

/// <summary>A pipeline that no program under src knows, in processes of TaskManager and workers that have one line more.</summary>
public sealed class PipelineTests(Emulators emulators)
{
    private const int Things = 40;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60) + (40 * FaultSettings.Heartbeat);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Three_stages_each_planned_from_the_one_before_end_with_every_part_joined_and_nothing_left_in_the_target()
    {
        await using var installation = await Installation.CreateAsync(emulators, plugIns: true);
        var manager = installation.StartTaskManager();
        installation.StartWorker(WorkerPool.Bag, "bag-worker");
        installation.StartWorker(WorkerPool.Measure, "measure-worker");
        var runId = await installation.SubmitAsync(new JsonObject
        {
            ["experiment"] = SamplePipeline.Id,
            ["preset"] = "quick",
            ["seed"] = 1,
            ["parameters"] = new JsonObject { ["things"] = Things, ["mostParts"] = 5 },
        });
        await installation.UntilAsync(async () => (await installation.TasksAsync(runId, StageId.Bag(0))).Any(task => task.Status == BenchmarkTaskStatus.Done) ? runId : null, Limit);

        // Wherever that is just now: whoever takes its place plans what is not planned yet.
        manager.Kill();
        var run = await installation.UntilEndedAsync(runId, Limit);

        Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
        var cuts = new SamplePipeline { Things = Things, MostParts = 5 }.ExpectedCuts().ToArray();
        var parts = await installation.TasksAsync(runId, StageId.Bag(1));
        Assert.Equal(cuts.Select((cut, number) => new SamplePipeline().ProductOf(SamplePipeline.Cut, number, cut)), parts.Select(task => task.Result));
        Assert.Equal([$$"""{"joined":"{{cuts.Length}} parts"}"""], (await installation.TasksAsync(runId, StageId.Bag(2))).Select(task => task.Result));
        Assert.Equal([BenchmarkTaskStatus.Done], (await installation.TasksAsync(runId, StageKind.Clean)).Select(task => task.Status));
        Assert.Empty(await new ResourceStore(installation.Control.Rows).ListAllAsync(Cancelled).ToArrayAsync(Cancelled));
    }
}
