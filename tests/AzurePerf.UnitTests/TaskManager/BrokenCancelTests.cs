using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>A run with points of several workers, more than one transaction takes, is given up, and the TaskManager ends between any two of its writes.</summary>
public sealed class BrokenCancelTests
{
    /// <summary>Of each run; with seven workers each, two transactions and a part of a third.</summary>
    private const int Points = 40;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    [InlineData(6)]
    [InlineData(7)]
    public async Task A_cancel_that_breaks_off_between_any_two_writes_is_carried_on_by_the_next_process(int workers)
    {
        for (var (writes, broke) = (1, true); broke; writes++)
        {
            broke = await CheckAsync(workers, writes, applied: true);
            if (CrashPlan.IsWorthAnEndBefore(writes))
            {
                broke |= await CheckAsync(workers, writes, applied: false);
            }
        }
    }

    [Theory]
    [InlineData(3)]
    [InlineData(7)]
    public async Task Points_that_a_build_before_gave_up_in_part_are_given_up_whole(int workers)
    {
        var (engine, runId) = await BeginAsync(workers);
        await engine.Cancellation.RequestAsync(runId, "not needed", Cancelled);
        var rest = await RowsAsync(engine, runId, from: workers);
        await engine.Tasks.TryReplaceAllAsync([.. rest.Take(100).Select(task => task with { Status = BenchmarkTaskStatus.Cancelled })], Cancelled);

        await engine.WorkUntilEndedAsync(runId);

        await CheckEndAsync(engine, runId, workers);
    }

    [Fact]
    public async Task A_point_of_which_a_part_was_given_up_and_another_taken_meanwhile_is_stopped_and_given_up_whole()
    {
        var (engine, runId) = await BeginAsync(workers: 3);
        var rest = await RowsAsync(engine, runId, from: 3);
        var taken = TaskTransitions.Claim(rest[1], engine.Team[0].WorkerId, "nonce", engine.Time.GetUtcNow())!;
        await engine.Tasks.TryReplaceAllAsync([rest[0] with { Status = BenchmarkTaskStatus.Cancelled }, taken, rest[2] with { Status = BenchmarkTaskStatus.Cancelled }], Cancelled);
        await engine.Cancellation.RequestAsync(runId, "not needed", Cancelled);
        await engine.WorkUntilAsync(async () => (await engine.Workers.FindCommandsAsync("measure", taken.Owner, Cancelled))?.Stops.Any(stop => stop.Means(taken)) == true);
        var running = (await engine.Tasks.FindAsync(taken.Key, Cancelled))!;
        await engine.Tasks.TryReplaceAsync(TaskTransitions.GiveUp(running, "nonce", FailureCause.Cancelled, "told to", "", engine.Time.GetUtcNow())!, Cancelled);

        await engine.WorkUntilEndedAsync(runId);

        await CheckEndAsync(engine, runId, workers: 3);
    }

    /// <summary>False when the run had ended before so many writes.</summary>
    private static async Task<bool> CheckAsync(int workers, int writes, bool applied)
    {
        var (engine, runId) = await BeginAsync(workers);
        await engine.Cancellation.RequestAsync(runId, "not needed", Cancelled);
        engine.Crash.Arm(engine.Crash.Changes + writes, applied);

        await engine.WorkUntilEndedAsync(runId);

        await CheckEndAsync(engine, runId, workers);
        return engine.Crash.Happened;
    }

    private static async Task CheckEndAsync(TaskManagerUnderTest engine, string runId, int workers)
    {
        var run = await engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Cancelled, "not needed", ""), (run.Status, run.Reason, run.Fault));
        Assert.DoesNotContain(await engine.KeysAsync(), key => key.RunId == runId);
        var rows = await RowsAsync(engine, runId, from: 0);
        Assert.All(rows, task => Assert.True(task.Status.IsTerminal()));
        var measured = (await engine.Runs.FindWithStagesAsync(runId, Cancelled))!.Stages.Single(stage => stage.Kind == StageKind.Measure);
        Assert.Equal((rows.Count(task => task.Status == BenchmarkTaskStatus.Cancelled), rows.Length), (measured.Cancelled, measured.Finished));
        Assert.All(rows.Chunk(workers), point => Assert.Single(point.Select(task => task.Status).Distinct()));
    }

    /// <summary>The first point is under way.</summary>
    private static async Task<(TaskManagerUnderTest Engine, string RunId)> BeginAsync(int workers)
    {
        var engine = new TaskManagerUnderTest();
        for (var number = 0; number < workers; number++)
        {
            await engine.HireAsync($"worker{number}");
        }

        engine.Team.ForEach(worker => worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed());
        var runId = await engine.SubmitAsync(SampleSpecs.Of($$"""
            { "experiment": "table.insert", "preset": "quick", "workers": {{workers}}, "parameters": { "clients": [8] }, "repetitions": {{Points}} }
            """));
        await engine.WorkUntilAsync(() => Task.FromResult(engine.Team.All(worker => worker.Current is not null)));
        return (engine, runId);
    }

    private static async Task<BenchmarkTask[]> RowsAsync(TaskManagerUnderTest engine, string runId, int from) =>
        await engine.Tasks.ListAsync(runId, StageKind.Measure, from, Cancelled).ToArrayAsync(Cancelled);
}
