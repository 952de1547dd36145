using System.Text.Json;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class FailedExecutionTests
{
    private readonly TaskManagerUnderTest _engine = new();

    [Fact]
    public async Task A_point_whose_execution_failed_is_measured_again()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => Is(task, 1) && task.Attempt == 1 ? new WorkerDeed.Fail(FailureCause.TimedOut, "too slow") : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        var point = (await _engine.PublishedAsync(runId))[1];
        Assert.Equal((PointStatus.Measured, 2, ""), (point.Status, point.Attempt, point.Error));
        Assert.Equal([("01-00000001-1", "TimedOut")], await _engine.AttemptsAsync(runId));
        Assert.Contains("point 2, attempt 1: VM execution timeout, too slow; attempt 2 follows", await _engine.EventsAsync(runId));
        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
    }

    [Fact]
    public async Task A_point_that_keeps_failing_is_published_as_failed_with_its_partial_data_and_the_run_goes_on()
    {
        var worker = await _engine.HireAsync();
        var partial = JsonSerializer.Serialize(new MeasureResult { HostId = "host1", Emulator = true, Result = SampleSummary.Of(clients: 2) }, ApiJson.Options);
        worker.Script = task => Is(task, 0) ? new WorkerDeed.Fail(FailureCause.UserCodeError, "it broke", partial) : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        var points = await _engine.PublishedAsync(runId);
        Assert.Equal((PointStatus.Failed, 3, "it broke", 2), (points[0].Status, points[0].Attempt, points[0].Error, points[0].Summary!.Clients));
        Assert.Equal([PointFlag.Partial], points[0].Result!.Flags);
        Assert.Equal(PointStatus.Measured, points[1].Status);
        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.CompletedWithErrors, "1 of 2 points failed"), (run.Status, run.Reason));
        Assert.Equal(3, (await _engine.AttemptsAsync(runId)).Length);
    }

    [Fact]
    public async Task With_onError_stop_the_rest_is_given_up_and_cleaned_up_after_the_first_failed_point()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => Is(task, 1) ? new WorkerDeed.Fail(FailureCause.BadInput, "no such thing") : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(onError: "stop"));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([PointStatus.Measured, PointStatus.Failed], (await _engine.PublishedAsync(runId)).Select(point => point.Status));
        Assert.Equal(BenchmarkTaskStatus.Cancelled, (await TaskAsync(runId, 2)).Status);
        Assert.Equal(StageKind.Clean, worker.Taken[^1].Key.Stage);
        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Failed, "a point failed and onError is stop"), (run.Status, run.Reason));
    }

    [Fact]
    public async Task A_run_none_of_whose_points_could_be_measured_has_failed()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.Fail(FailureCause.BadInput) : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Failed, "no point could be measured"), (run.Status, run.Reason));
    }

    [Fact]
    public async Task Where_the_data_could_not_be_prepared_nothing_is_measured_and_what_was_made_is_removed()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Prepare ? new WorkerDeed.Fail(FailureCause.UserCodeError) : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([StageKind.Prepare, StageKind.Prepare, StageKind.Prepare, StageKind.Clean], worker.Taken.Select(taken => taken.Key.Stage));
        Assert.Empty(await _engine.PublishedAsync(runId));
        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Failed, "its data could not be prepared: user code error, it broke"), (run.Status, run.Reason));
    }

    [Fact]
    public async Task Data_that_a_target_refused_for_a_moment_are_prepared_again_after_a_growing_pause()
    {
        var worker = await _engine.HireAsync();
        var attempts = new List<DateTimeOffset>();
        worker.Script = task =>
        {
            if (task.Key.Stage != StageKind.Prepare)
            {
                return new WorkerDeed.Succeed();
            }

            attempts.Add(_engine.Time.GetUtcNow());
            return attempts.Count < 4 ? new WorkerDeed.Fail(FailureCause.ConnectionFailure) : new WorkerDeed.Succeed();
        };
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        var pauses = attempts.Zip(attempts.Skip(1), (one, next) => (next - one).TotalSeconds).ToArray();
        Assert.Equal(3, pauses.Length);
        Assert.All(pauses, (pause, index) => Assert.InRange(pause, Math.Pow(2, index + 1), Math.Pow(2, index + 2) + 10));
    }

    [Fact]
    public async Task Left_overs_of_a_clean_stage_that_failed_are_said_and_the_results_stay()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Clean ? new WorkerDeed.Fail(FailureCause.BadInput) : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.CompletedWithErrors, "what the run made in its target could not be removed; it is tried again later"), (run.Status, run.Reason));
        Assert.Equal(2, (await _engine.PublishedAsync(runId)).Length);
    }

    [Fact]
    public async Task After_a_passing_fault_of_storage_a_point_waits_before_it_is_tried_again()
    {
        var worker = await _engine.HireAsync();
        var failedAt = TimeSpan.Zero;
        var againAt = TimeSpan.Zero;
        worker.Script = task =>
        {
            if (Is(task, 0) && task.Attempt == 1)
            {
                failedAt = _engine.Time.Elapsed;
                return new WorkerDeed.Fail(FailureCause.ServerBusy);
            }

            againAt = Is(task, 0) ? _engine.Time.Elapsed : againAt;
            return new WorkerDeed.Succeed();
        };
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.InRange(againAt - failedAt, TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(4.6));
    }

    [Theory]
    [InlineData("")]
    [InlineData("nonsense")]
    [InlineData("{\"hostId\":\"host1\",\"emulator\":true}")]
    [InlineData("{\"hostId\":null,\"emulator\":true}")]
    public async Task A_result_without_figures_fails_its_run_and_names_the_task(string result)
    {
        _engine.FaultsAreExpected = true;
        await _engine.HireAsync();
        var worker = _engine.Team[0];
        worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilHeldAsync(StageKind.Measure);
        await _engine.Tasks.TryReplaceAsync(
            TaskTransitions.Complete(worker.Current!, worker.Current!.Nonce, result, _engine.Time.GetUtcNow())!, TestContext.Current.CancellationToken);
        worker.Lives = false;

        await _engine.WorkUntilEndedAsync(runId);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal(RunStatus.Failed, run.Status);
        Assert.StartsWith($"task {runId}/measure/0 ", run.Reason, StringComparison.Ordinal);
    }

    private static bool Is(BenchmarkTask task, int point) => task.Key.Stage == StageKind.Measure && task.Key.Number == point;

    private async Task<BenchmarkTask> TaskAsync(string runId, int number) =>
        (await _engine.Tasks.FindAsync(new(runId, StageKind.Measure, number), TestContext.Current.CancellationToken))!;
}
