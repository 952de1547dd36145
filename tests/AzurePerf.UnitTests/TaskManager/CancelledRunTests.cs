using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class CancelledRunTests
{
    private readonly TaskManagerUnderTest _engine = new();

    [Fact]
    public async Task A_run_that_has_not_begun_ends_at_once()
    {
        var worker = await _engine.HireAsync();
        worker.Script = _ => new WorkerDeed.GoOn();
        var first = await _engine.SubmitAsync(SampleSpecs.Downloads());
        var waiting = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Prepare);

        await CancelAsync(waiting);
        await _engine.RoundsAsync(TimeSpan.FromSeconds(1));

        Assert.Equal((RunStatus.Cancelled, "not needed"), await EndOfAsync(waiting));
        Assert.All(await _engine.KeysAsync(), key => Assert.Equal(first, key.RunId));
        worker.Script = _ => new WorkerDeed.Succeed();
        await _engine.WorkUntilEndedAsync(first);
        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(first)).Status);
    }

    [Fact]
    public async Task A_run_without_any_worker_ends_at_once()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundsAsync(TimeSpan.FromSeconds(2));

        await CancelAsync(runId);
        await _engine.RoundsAsync(TimeSpan.FromSeconds(1));

        Assert.Equal((RunStatus.Cancelled, "not needed"), await EndOfAsync(runId));
        Assert.Empty(await _engine.KeysAsync());
        Assert.Empty(await _engine.PublishedAsync(runId));
    }

    [Fact]
    public async Task What_was_made_before_all_workers_left_keeps_the_run_open_until_one_comes_to_remove_it()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.Resources.AddAsync(new(runId, "default", StorageResource.Container, "azp1"), TestContext.Current.CancellationToken);
        await _engine.RoundsAsync(TimeSpan.FromSeconds(1));

        await CancelAsync(runId);
        await _engine.RoundsAsync(TimeSpan.FromSeconds(5));
        Assert.Equal(RunStatus.Cancelling, (await _engine.HeaderAsync(runId)).Status);

        var worker = await _engine.HireAsync();
        await _engine.WorkUntilEndedAsync(runId);
        Assert.Equal([StageKind.Clean], worker.Taken.Select(taken => taken.Key.Stage));
        Assert.Equal((RunStatus.Cancelled, "not needed"), await EndOfAsync(runId));
    }

    [Fact]
    public async Task What_prepares_data_for_a_cancelled_run_is_stopped_once_and_not_taken_again_at_once()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Prepare ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Prepare);
        await CancelAsync(runId);
        await _engine.RoundAsync();

        // Faster than the TaskManager looks.
        for (var work = 0; work < 3; work++)
        {
            await worker.WorkAsync();
        }

        Assert.Single(worker.Taken);
        await _engine.WorkUntilEndedAsync(runId);
        Assert.Equal((RunStatus.Cancelled, "not needed"), await EndOfAsync(runId));
        Assert.Single(worker.Taken, taken => taken.Key.Stage == StageKind.Prepare);
    }

    [Theory]
    [InlineData(StageKind.Prepare, 0, 0)]
    [InlineData(StageKind.Measure, 0, 0)]
    [InlineData(StageKind.Measure, 2, 2)]
    [InlineData(StageKind.Clean, 0, 4)]
    public async Task Its_worker_is_told_to_stop_then_it_is_cleaned_up_and_what_was_measured_before_stays(StageKind stage, int number, int published)
    {
        var worker = await _engine.HireAsync();
        var slow = true;
        worker.Script = task => slow && task.Key.Stage == stage && task.Key.Number == number ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(stage, number);

        await CancelAsync(runId);
        await _engine.RoundAsync();
        Assert.Equal(RunStatus.Cancelling, (await _engine.HeaderAsync(runId)).Status);
        Assert.Equal(2, (await _engine.KeysAsync()).Length);
        slow = stage != StageKind.Clean;
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Cancelled, "not needed"), await EndOfAsync(runId));
        Assert.Equal(published, (await _engine.PublishedAsync(runId)).Length);
        Assert.Equal(published, (await _engine.Reader.FindAsync(runId, TestContext.Current.CancellationToken))!.PointsFinished);
        Assert.Equal(StageKind.Clean, worker.Taken[^1].Key.Stage);
        Assert.Empty(await _engine.KeysAsync());
        Assert.Empty(await _engine.Resources.ListAsync(runId, TestContext.Current.CancellationToken).ToArrayAsync(TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData(StageKind.Prepare, 0)]
    [InlineData(StageKind.Measure, 1)]
    public async Task A_task_whose_worker_died_is_given_up_and_not_handed_out_again(StageKind stage, int lost)
    {
        var doomed = await _engine.HireAsync("doomed");
        doomed.Script = task => task.Key.Stage == stage ? new WorkerDeed.Die() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilAsync(() => Task.FromResult(!doomed.Lives));
        var heir = await _engine.HireAsync("heir");

        await CancelAsync(runId);
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([StageKind.Clean], heir.Taken.Select(taken => taken.Key.Stage));
        var task = await _engine.Tasks.FindAsync(new(runId, stage, 0), TestContext.Current.CancellationToken);
        Assert.Equal((BenchmarkTaskStatus.Cancelled, 1, lost), (task!.Status, task.Attempt, task.Failures.WorkerLost));
        Assert.Equal(Enumerable.Repeat("WorkerLost", lost), (await _engine.AttemptsAsync(runId)).Select(attempt => attempt.Cause));
    }

    [Fact]
    public async Task A_result_that_was_stored_before_the_order_came_still_counts()
    {
        var worker = await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilAsync(() => Task.FromResult(worker.Taken.Any(taken => taken.Key.Stage == StageKind.Measure)));

        await CancelAsync(runId);
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([1], (await _engine.PublishedAsync(runId)).Select(point => point.Number));
    }

    [Fact]
    public async Task A_run_is_cancelled_once_however_often_that_is_asked_for()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilAsync(() => Task.FromResult(_engine.Team[0].Taken.Count > 1));

        Assert.Equal(CancellationOutcome.Requested, await CancelAsync(runId));
        Assert.Equal(CancellationOutcome.Requested, await CancelAsync(runId, "twice"));
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(CancellationOutcome.Requested, await CancelAsync(runId, "too late"));
        Assert.Equal(CancellationOutcome.NotFound, await CancelAsync("aaaaaaaaaaaaaaaaaaaa"));
        Assert.Equal((RunStatus.Cancelled, "not needed"), await EndOfAsync(runId));
    }

    private Task<CancellationOutcome> CancelAsync(string runId, string reason = "not needed") =>
        _engine.Cancellation.RequestAsync(runId, reason, TestContext.Current.CancellationToken);

    private async Task<(RunStatus, string)> EndOfAsync(string runId) => ((await _engine.HeaderAsync(runId)).Status, (await _engine.HeaderAsync(runId)).Reason);
}
