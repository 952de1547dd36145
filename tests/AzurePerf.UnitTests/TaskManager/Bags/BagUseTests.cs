using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

/// <summary>When a run of bags ends, what it counts against quotas is what it used.</summary>
public sealed class BagUseTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Wherever_the_process_ends_a_run_is_charged_what_its_tasks_took_and_once()
    {
        var changes = (await CompleteAsync(0, applied: false)).Crash.Changes;
        Assert.InRange(changes, 10, 90);
        foreach (var (change, applied) in CrashPlan.Ends(changes))
        {
            await CompleteAsync(change, applied);
        }
    }

    [Fact]
    public async Task A_cancelled_run_is_charged_what_it_used()
    {
        var engine = new TaskManagerUnderTest();
        await engine.HireBagWorkersAsync(1);
        var worker = engine.Team[0];
        worker.Script = task => task.Key.Number == 0 ? new WorkerDeed.Succeed() : new WorkerDeed.GoOn();
        var runId = await SubmitAsync(engine, tasks: 50);
        await engine.WorkUntilAsync(async () => (await engine.RowsAsync(runId)).Any(task => task.Status == BenchmarkTaskStatus.Running && task.Key.Number > 0));
        await engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);

        await engine.Cancellation.RequestAsync(runId, "", Cancelled);
        await engine.WorkUntilEndedAsync(runId);

        var run = await engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Cancelled, 0L), (run.Status, run.Use!.Tasks));
        Assert.InRange(run.Use.CoreSeconds, 5, 20);
    }

    private static async Task<TaskManagerUnderTest> CompleteAsync(int change, bool applied)
    {
        var engine = new TaskManagerUnderTest();
        engine.Crash.Arm(change, applied);
        await engine.HireBagWorkersAsync(1);
        var looks = 0;
        engine.Team[0].Script = _ => ++looks % 3 > 0 ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await SubmitAsync(engine, tasks: 3);

        await engine.WorkUntilEndedAsync(runId);
        await engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);

        var run = await engine.HeaderAsync(runId);
        var rows = await engine.RowsAsync(runId);
        Assert.Equal(3, rows.Length);
        var done = rows.Sum(task => (task.EndedAt - task.ClaimedAt)!.Value.TotalSeconds);
        Assert.Equal((RunStatus.Completed, 0L, 0L), (run.Status, run.Use!.Tasks, run.Use.Bytes));
        Assert.Equal(done, run.Use.CoreSeconds, 3);
        var entry = Assert.Single(await engine.Runs.ListMonthAsync(run.IndexKey.Month, Cancelled).ToArrayAsync(Cancelled));
        Assert.Equal((run.Use, RunStatus.Completed), (entry.Use, entry.Item!.Status));
        return engine;
    }

    /// <summary>As with quotas: its estimate is in its header from the submission on.</summary>
    private static async Task<string> SubmitAsync(TaskManagerUnderTest engine, int tasks)
    {
        var runId = await engine.SubmitAsync(BagScene.Spec(tasks));
        var run = await engine.HeaderAsync(runId);
        var stored = await engine.Runs.TryReplaceAsync(run with { Use = new(1_000, tasks, 1e6) }, Cancelled);
        await engine.Runs.PutIndexAsync(stored!, Cancelled);
        return runId;
    }
}
