using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Storage;
using AzurePerf.Testing.PlugIn;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Pipelines;

/// <summary>Stages whose orders may come to none.</summary>
public sealed class EmptyStageTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_stage_that_may_be_empty_closes_without_a_task_and_the_next_one_is_planned_from_nothing()
    {
        var (scene, runId) = await StartAsync("join");

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, ""), await scene.EndOfAsync(runId));
        var cut = await scene.StageAsync(runId, SamplePipeline.Cut);
        Assert.Equal((true, true, 0, 0), (cut.IsPlanned, cut.Closed, cut.Total, cut.Created));
        Assert.Empty(await scene.RowsAsync(runId, SamplePipeline.Cut));
        Assert.Equal(["0 parts"], await scene.OrdersAsync(runId, SamplePipeline.Join));
        Assert.Equal(["cut is planned: nothing to do", "join is planned: 1 task"], await PlansAsync(scene, runId));
        Assert.Empty(await scene.Engine.PublishedAsync(runId));
    }

    [Fact]
    public async Task Two_empty_stages_one_after_the_other_end_the_run_as_completed_without_a_clean_task()
    {
        var (scene, runId) = await StartAsync("skip");

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, ""), await scene.EndOfAsync(runId));
        Assert.Equal(["cut is planned: nothing to do", "join is planned: nothing to do"], await PlansAsync(scene, runId));
        Assert.Equal([(3, 3), (0, 0), (0, 0), (0, 0)], (await scene.Engine.Runs.FindWithStagesAsync(runId, Cancelled))!.Stages.Select(stage => (stage.Total, stage.Finished)));
        Assert.Empty(await scene.Engine.KeysAsync());
    }

    [Fact]
    public async Task The_last_stage_may_be_empty_before_one_that_cleans_up_what_others_left()
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        scene.Engine.Team[0].Script = scene.Engine.Team[1].Script = task => task.Key.Stage.BagIndex == 1 ? new WorkerDeed.Fail(FailureCause.BadInput) : new WorkerDeed.Succeed();
        var runId = await scene.SubmitAsync(things: 2, mostParts: 1, noParts: "skip");
        await scene.Engine.Resources.AddAsync(new(runId, "default", StorageResource.Container, "left"), Cancelled);

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.CompletedWithErrors, "2 of 4 tasks failed"), await scene.EndOfAsync(runId));
        Assert.Equal((0, 1), ((await scene.StageAsync(runId, SamplePipeline.Join)).Total, (await scene.StageAsync(runId, "clean")).Finished));
        Assert.Empty(await scene.Engine.Resources.ListAllAsync(Cancelled).ToArrayAsync(Cancelled));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_run_that_is_cancelled_before_its_empty_stage_is_stored_as_planned_or_closed_ends_as_cancelled(bool isPlanned)
    {
        var scene = new PipelineScene();
        var runId = "";
        var requested = false;
        scene.Engine.RowStore = rows => new InterceptedRowStore(rows, (table, partition, changes) =>
        {
            if (!requested && changes && table == ControlNames.RunsTable && partition == runId && FindCut(scene, runId) is { Open: true, Closed: false } cut && cut.IsPlanned == isPlanned)
            {
                requested = true;
                Now(scene.Engine.Cancellation.RequestAsync(runId, "", Cancelled));
            }
        });
        scene.Engine.Restart();
        await scene.HireAsync();
        runId = await scene.SubmitAsync(mostParts: 0, noParts: "join");

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.True(requested);
        Assert.Equal(RunStatus.Cancelled, (await scene.EndOfAsync(runId)).Status);
        Assert.Empty(await scene.RowsAsync(runId, SamplePipeline.Join));
        Assert.Empty(await scene.Engine.KeysAsync());
    }

    [Fact]
    public async Task Wherever_the_process_ends_a_run_with_empty_stages_completes()
    {
        var changes = (await CompleteAsync(0, applied: false)).Crash.Changes;
        Assert.InRange(changes, 10, 100);
        foreach (var (change, applied) in CrashPlan.Ends(changes))
        {
            await CompleteAsync(change, applied);
        }
    }

    [Fact]
    public async Task An_operators_limit_that_the_stages_before_have_used_up_does_not_end_a_run_at_an_empty_stage()
    {
        var scene = new PipelineScene(new(Most: 3));
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 3, mostParts: 0, noParts: "skip");

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, ""), await scene.EndOfAsync(runId));
    }

    private static async Task<TaskManagerUnderTest> CompleteAsync(int change, bool applied)
    {
        var scene = new PipelineScene();
        scene.Engine.Crash.Arm(change, applied);
        await scene.HireAsync();
        var runId = await scene.SubmitAsync(things: 2, mostParts: 0, noParts: "skip");

        await scene.Engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, ""), await scene.EndOfAsync(runId));
        Assert.Equal((0, 0), ((await scene.StageAsync(runId, SamplePipeline.Cut)).Total, (await scene.StageAsync(runId, SamplePipeline.Join)).Total));
        Assert.Equal(change > 0, scene.Engine.Crash.Happened);
        return scene.Engine;
    }

    private static async Task<(PipelineScene Scene, string RunId)> StartAsync(string noParts)
    {
        var scene = new PipelineScene();
        await scene.HireAsync();
        return (scene, await scene.SubmitAsync(mostParts: 0, noParts: noParts));
    }

    private static StageState? FindCut(PipelineScene scene, string runId) =>
        Now(scene.Engine.Runs.FindWithStagesAsync(runId, Cancelled))!.Stages.FirstOrDefault(stage => stage.Name == SamplePipeline.Cut);

    /// <summary>A store in memory answers at once.</summary>
    private static T Now<T>(Task<T> answer)
    {
        Assert.True(answer.IsCompletedSuccessfully);
        return answer.Result;
    }

    private static async Task<string[]> PlansAsync(PipelineScene scene, string runId) =>
        [.. (await scene.Engine.EventsAsync(runId)).Where(sentence => sentence.Contains(" is planned: ", StringComparison.Ordinal))];
}
