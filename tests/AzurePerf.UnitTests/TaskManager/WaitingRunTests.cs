using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>Runs that wait for workers, and for workers of their own build.</summary>
public sealed class WaitingRunTests
{
    private static readonly TimeSpan Heartbeat = TaskManagerUnderTest.Heartbeat;
    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_for_which_no_worker_came_within_the_limit_fails_for_that_reason()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundsAsync(Heartbeat);
        var began = await WaitOfAsync(runId);
        _engine.Time.Advance(TimeSpan.FromMinutes(59));
        await _engine.RoundsAsync(Heartbeat);
        Assert.Equal((RunStatus.Running, "waits for a measure worker: none is alive"), await StateOfAsync(runId));
        var wait = await WaitOfAsync(runId);
        Assert.Equal((RunWaitCause.Workers, began.Since, began.Since.AddHours(1)), (wait.Cause, wait.Since, wait.GivesUpAt));
        Assert.Equal([new MissingPool("measure", 1, 0)], wait.Missing);

        _engine.Time.Advance(TimeSpan.FromMinutes(1));
        await _engine.RoundsAsync(2 * Heartbeat);

        Assert.Equal((RunStatus.Failed, "given up after 60 min: it waits for a measure worker: none is alive"), await StateOfAsync(runId));
        Assert.Null((await _engine.HeaderAsync(runId)).Wait);
        Assert.Empty(await _engine.KeysAsync());
    }

    [Fact]
    public async Task A_task_manager_that_is_started_anew_keeps_since_when_a_run_waits_and_takes_back_a_wait_that_is_over()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundsAsync(Heartbeat);
        var began = await WaitOfAsync(runId);
        _engine.Time.Advance(TimeSpan.FromMinutes(10));
        _engine.Restart();
        await _engine.RoundsAsync(Heartbeat);
        Assert.Equal(began.Since, (await WaitOfAsync(runId)).Since);

        await _engine.HireAsync();
        _engine.Restart();
        await _engine.WorkUntilAsync(async () => await _engine.HeaderAsync(runId) is { Wait: null, Reason: "" });
    }

    [Fact]
    public async Task The_limit_counts_from_when_the_last_worker_left()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Prepare ? new WorkerDeed.Succeed() : new WorkerDeed.Die();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        _engine.Time.Advance(TimeSpan.FromMinutes(59));
        await _engine.WorkUntilAsync(() => Task.FromResult(!worker.Lives));
        await _engine.RoundsAsync(5 * Heartbeat);
        _engine.Time.Advance(TimeSpan.FromMinutes(58));
        await _engine.RoundsAsync(Heartbeat);

        Assert.Equal(RunStatus.Running, (await _engine.HeaderAsync(runId)).Status);
    }

    [Fact]
    public async Task The_limit_goes_on_where_the_task_manager_is_started_anew_meanwhile()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundsAsync(Heartbeat);
        var began = await WaitOfAsync(runId);
        _engine.Time.Advance(TimeSpan.FromMinutes(50));
        _engine.Restart();
        await _engine.RoundsAsync(10 * Heartbeat);
        Assert.Equal(began.Since.AddHours(1), (await WaitOfAsync(runId)).GivesUpAt);

        _engine.Time.Advance(TimeSpan.FromMinutes(10));
        await _engine.RoundsAsync(2 * Heartbeat);

        Assert.Equal((RunStatus.Failed, "given up after 60 min: it waits for a measure worker: none is alive"), await StateOfAsync(runId));
    }

    [Fact]
    public async Task A_task_manager_that_was_away_beyond_the_limit_gives_workers_that_start_with_it_time_to_come()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundsAsync(Heartbeat);
        _engine.Time.Advance(TimeSpan.FromHours(8));
        _engine.Restart();
        await _engine.WorkUntilAsync(async () => (await WaitOfAsync(runId)).GivesUpAt > _engine.Time.GetUtcNow() + (5 * Heartbeat));

        await _engine.HireAsync();
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, ""), await StateOfAsync(runId));
    }

    [Fact]
    public async Task A_run_that_measured_everything_has_not_failed_because_no_worker_comes_to_clean_up()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Clean ? new WorkerDeed.Die() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilAsync(async () => (await _engine.HeaderAsync(runId)).Wait is not null);
        Assert.NotNull((await WaitOfAsync(runId)).GivesUpAt);

        _engine.Time.Advance(TimeSpan.FromHours(1));
        await _engine.RoundsAsync(2 * Heartbeat);

        Assert.Equal((RunStatus.CompletedWithErrors, "no worker came to remove what the run made in its target; it is tried again later"), await StateOfAsync(runId));
        Assert.Empty(await _engine.KeysAsync());
    }

    [Fact]
    public async Task A_run_that_is_given_up_for_want_of_workers_ends_although_none_comes_to_clean_up()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.Die() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilAsync(async () => (await _engine.HeaderAsync(runId)).Wait is not null);

        _engine.Time.Advance(TimeSpan.FromHours(1));
        await _engine.RoundsAsync(2 * Heartbeat);

        Assert.Equal(
            (RunStatus.Failed, "given up after 60 min: it waits for a measure worker: none is alive; no worker came to remove what the run made in its target; it is tried again later"),
            await StateOfAsync(runId));
    }

    [Fact]
    public async Task A_cancelled_run_that_waits_for_somebody_to_clean_up_says_first_why_it_was_cancelled()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.Resources.AddAsync(new(runId, "default", StorageResource.Container, "azp1"), Cancelled);
        await _engine.RoundsAsync(Heartbeat);

        await _engine.Cancellation.RequestAsync(runId, "not needed", Cancelled);
        await _engine.RoundsAsync(2 * Heartbeat);
        Assert.Equal((RunStatus.Cancelling, "not needed; waits for a measure worker: none is alive"), await StateOfAsync(runId));

        await _engine.HireAsync();
        await _engine.WorkUntilEndedAsync(runId);
        Assert.Equal((RunStatus.Cancelled, "not needed"), await StateOfAsync(runId));
    }

    [Fact]
    public async Task When_no_worker_of_its_build_is_left_the_rest_of_a_run_is_measured_by_another_as_a_segment_of_its_own()
    {
        var first = await _engine.HireAsync("first", build: "build1");
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilAsync(async () => (await _engine.PublishedAsync(runId)).Length == 2);
        first.Lives = false;
        await _engine.HireAsync("second", build: "build2");
        await _engine.WorkUntilEndedAsync(runId);

        var points = await _engine.PublishedAsync(runId);
        Assert.All(points, point => Assert.Equal($"build{point.Segment}", point.Build));
        Assert.Equal([1, 1], points.Take(2).Select(point => point.Segment));
        Assert.Equal(2, points[^1].Segment);
        Assert.Single(await _engine.EventsAsync(runId), "segment 2 begins: no worker of build build1 is left");
    }

    [Fact]
    public async Task While_a_worker_of_its_build_lives_no_other_build_measures_a_point_of_the_run()
    {
        await _engine.HireAsync("first", build: "build1");
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilAsync(async () => (await _engine.HeaderAsync(runId)).Build == "build1");
        var second = await _engine.HireAsync("second", build: "build2");

        await _engine.WorkUntilEndedAsync(runId);

        Assert.DoesNotContain(second.Taken, taken => taken.Key.Stage == StageKind.Measure);
        Assert.Equal((RunStatus.Completed, 1), ((await _engine.HeaderAsync(runId)).Status, (await _engine.HeaderAsync(runId)).Segment));
    }

    [Fact]
    public async Task A_point_of_two_workers_of_which_one_is_of_another_build_by_now_waits_for_one_of_its_own_and_is_given_up_in_time()
    {
        var first = await _engine.HireAsync("first", build: "build1");
        var second = await _engine.HireAsync("second", build: "build1");
        var runId = await _engine.SubmitAsync(SampleSpecs.Of("""
            { "experiment": "table.insert", "preset": "quick", "workers": 2, "parameters": { "clients": [2, 4] }, "repetitions": 1 }
            """));
        second.Script = task => task.Key.Number < 2 ? new WorkerDeed.Succeed() : new WorkerDeed.GoOn();
        first.Script = second.Script;
        await _engine.WorkUntilHeldAsync(StageKind.Measure, 2);
        first.Script = task => task.Key.Number < 2 ? new WorkerDeed.Succeed() : new WorkerDeed.Fail(FailureCause.MissedStart);
        second.Lives = false;
        await _engine.HireAsync("third", build: "build2");
        await _engine.WorkUntilAsync(async () => await StateOfAsync(runId) == (RunStatus.Running, "waits for 2 measure workers of build build1: 1 alive"));
        Assert.Equal([new MissingPool("measure", 2, 1) { Build = "build1" }], (await WaitOfAsync(runId)).Missing);

        _engine.Time.Advance(TimeSpan.FromHours(1));
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Failed, "given up after 60 min: it waits for 2 measure workers of build build1: 1 alive"), await StateOfAsync(runId));
    }

    [Fact]
    public async Task A_run_of_two_workers_whose_data_is_prepared_waits_for_two_of_one_build_instead_of_losing_its_point()
    {
        await _engine.HireAsync("first", build: "build1");
        var second = await _engine.HireAsync("second", build: "build2");
        foreach (var worker in _engine.Team)
        {
            worker.Script = task => task.Key.Stage == StageKind.Measure && second.Lives ? new WorkerDeed.Fail(FailureCause.MissedStart) : new WorkerDeed.Succeed();
        }

        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads() with { Workers = 2 });
        await _engine.WorkUntilAsync(async () => await StateOfAsync(runId) == (RunStatus.Running, "waits for 2 measure workers of the same build: 1 alive"));
        await _engine.RoundsAsync(20 * Heartbeat);
        Assert.All(_engine.Team, worker => Assert.DoesNotContain(worker.Taken, taken => taken.Key.Stage == StageKind.Measure));

        second.Lives = false;
        await _engine.HireAsync("third", build: "build1");
        await _engine.WorkUntilEndedAsync(runId);
        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(runId)).Status);
    }

    private async Task<RunWait> WaitOfAsync(string runId) =>
        (await _engine.HeaderAsync(runId)).Wait ?? throw new InvalidOperationException("the run does not wait");

    private async Task<(RunStatus, string)> StateOfAsync(string runId) => ((await _engine.HeaderAsync(runId)).Status, (await _engine.HeaderAsync(runId)).Reason);
}
