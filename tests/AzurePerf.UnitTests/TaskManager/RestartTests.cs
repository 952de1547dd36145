using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>The process of the TaskManager ends at every single change it makes to its stores: after it but before its answer, and in the night also before it.</summary>
public sealed class RestartTests
{
    [Fact]
    public async Task Wherever_the_process_ends_the_run_completes_and_each_point_is_published_exactly_once()
    {
        var changes = (await CompleteAsync(0, applied: false)).Crash.Changes;
        Assert.InRange(changes, 20, 90);
        foreach (var (change, applied) in CrashPlan.Ends(changes))
        {
            await CompleteAsync(change, applied);
        }
    }

    [Fact]
    public async Task Wherever_the_process_ends_a_run_that_is_then_cancelled_ends_and_leaves_nothing()
    {
        foreach (var (change, applied) in CrashPlan.Ends(30))
        {
            await CancelAsync(change, applied);
        }
    }

    [Fact]
    public async Task Nothing_is_forgotten_by_a_process_that_is_replaced_after_every_round_in_which_it_leads()
    {
        var engine = new TaskManagerUnderTest();
        await engine.HireAsync();
        var runId = await engine.SubmitAsync(SampleSpecs.Downloads());
        var leaders = new HashSet<string>();
        engine.AfterRound = async () =>
        {
            if (await engine.LeaderAsync() is { } leader && leaders.Add(leader))
            {
                engine.Restart();
            }
        };

        await engine.WorkUntilEndedAsync(runId);

        await CheckCompletedAsync(engine, runId);
        Assert.InRange(leaders.Count, 4, 1_000);
    }

    private static async Task<TaskManagerUnderTest> CompleteAsync(int change, bool applied)
    {
        var (engine, runId) = await StartAsync(change, applied);
        engine.AfterRound = () => CheckEndAsync(engine, runId);

        await engine.WorkUntilEndedAsync(runId);
        await CheckCompletedAsync(engine, runId);

        Assert.Equal(engine.Team[0].Taken.Distinct(), engine.Team[0].Taken);
        await CheckNothingIsLeftAsync(engine);
        Assert.Equal(change > 0, engine.Crash.Happened);
        return engine;
    }

    private static async Task CancelAsync(int change, bool applied)
    {
        var (engine, runId) = await StartAsync(change, applied);
        await engine.WorkUntilAsync(async () => engine.Crash.Happened || (await engine.HeaderAsync(runId)).Status.IsTerminal());
        await engine.Cancellation.RequestAsync(runId, "", TestContext.Current.CancellationToken);
        engine.AfterRound = () => CheckEndAsync(engine, runId);

        await engine.WorkUntilEndedAsync(runId);

        await CheckNothingIsLeftAsync(engine);
        Assert.Empty(await engine.Resources.ListAllAsync(TestContext.Current.CancellationToken).ToArrayAsync(TestContext.Current.CancellationToken));
    }

    /// <summary>From the moment on that the header says so, nothing is executed for the run and it keeps nobody waiting.</summary>
    private static async Task CheckEndAsync(TaskManagerUnderTest engine, string runId)
    {
        if ((await engine.HeaderAsync(runId)).Status.IsTerminal())
        {
            Assert.Null(engine.Team[0].Current);
            Assert.Empty(await engine.KeysAsync());
        }
    }

    private static async Task<(TaskManagerUnderTest, string RunId)> StartAsync(int change, bool applied)
    {
        var engine = new TaskManagerUnderTest();
        engine.Crash.Arm(change, applied);
        var worker = await engine.HireAsync();
        var looks = 0;
        worker.Script = _ => ++looks % 3 == 0 ? new WorkerDeed.Succeed() : new WorkerDeed.GoOn();
        return (engine, await engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1)));
    }

    private static async Task CheckCompletedAsync(TaskManagerUnderTest engine, string runId)
    {
        var run = await engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
        var points = await engine.PublishedAsync(runId);
        Assert.Equal(Enumerable.Range(1, run.Points), points.Select(point => point.Number));
        Assert.All(points, point => Assert.Equal((PointStatus.Measured, 1), (point.Status, point.Attempt)));
    }

    private static async Task CheckNothingIsLeftAsync(TaskManagerUnderTest engine)
    {
        // The last process may still have to write the index entry and to remove a key; then the hidden messages come back and go.
        await engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);
        engine.Time.Advance(TimeSpan.FromMinutes(11));
        for (var look = 0; look < 5; look++)
        {
            await engine.WorkAsync();
        }

        await foreach (var row in engine.Control.Rows.ListAllAsync(ControlNames.TasksTable, TestContext.Current.CancellationToken))
        {
            // Ready: written by a process that died before it moved the cursor; no message ever led to it.
            Assert.Contains(row.Text("st"), new[] { "Done", "Cancelled", "Ready" });
        }

        Assert.Empty(await engine.KeysAsync());
        Assert.Empty(engine.Control.MeasureTasks.Texts);
        Assert.True((await engine.Reader.ListAsync(1, TestContext.Current.CancellationToken))[0].Status.IsTerminal());
    }
}
