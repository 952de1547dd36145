using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>Runs that exceed what the operator allows, although they were submitted.</summary>
public sealed class LimitTests
{
    private static readonly TimeSpan Heartbeat = TaskManagerUnderTest.Heartbeat;
    private readonly TaskManagerUnderTest _engine = new();

    [Fact]
    public async Task A_run_over_a_limit_that_got_past_its_submission_fails_before_anything_of_it_begins()
    {
        Allow(new() { OperationsPerRun = 10 });

        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundsAsync(2 * Heartbeat);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal(RunStatus.Failed, run.Status);
        Assert.StartsWith("Limits:OperationsPerRun: the run would come to 300 operations, and the operator allows 10 operations", run.Reason, StringComparison.Ordinal);
        Assert.Empty(_engine.Control.MeasureTasks.Texts);
        Assert.Empty(await _engine.KeysAsync());
    }

    [Fact]
    public async Task A_run_that_lasts_longer_than_allowed_is_given_up_and_cleans_up()
    {
        var run = await OutlastedByAnHourAsync(new() { DurationPerRun = TimeSpan.FromHours(1) });

        Assert.Equal((RunStatus.Failed, "given up: it lasts longer than Limits:DurationPerRun allows, 3600 s"), (run.Status, run.Reason));
    }

    [Fact]
    public async Task A_run_that_lasts_longer_than_its_owner_s_day_has_left_is_given_up_and_cleans_up()
    {
        var run = await OutlastedByAnHourAsync(new() { DurationPerOwnerAndDay = TimeSpan.FromHours(1) });

        Assert.Equal("given up: it lasts longer than Limits:DurationPerOwnerAndDay left its owner that day, 3600 s", run.Reason);
    }

    [Fact]
    public async Task A_run_that_only_cleans_up_when_its_time_is_over_has_not_failed()
    {
        Allow(new() { DurationPerRun = TimeSpan.FromHours(1) });
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Clean ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Clean);

        worker.Script = _ => new WorkerDeed.Succeed();
        _engine.Time.Advance(TimeSpan.FromHours(1));
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(runId)).Status);
    }

    /// <summary>A run that begins and then waits for an hour before anybody works on it.</summary>
    private async Task<RunState> OutlastedByAnHourAsync(LimitOptions limits)
    {
        Allow(limits);
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundsAsync(Heartbeat);
        Assert.Equal(RunStatus.Running, (await _engine.HeaderAsync(runId)).Status);

        _engine.Time.Advance(TimeSpan.FromHours(1));
        await _engine.HireAsync();
        await _engine.WorkUntilEndedAsync(runId);

        return await _engine.HeaderAsync(runId);
    }

    private void Allow(LimitOptions limits)
    {
        _engine.Limits = limits;
        _engine.Restart();
    }
}
