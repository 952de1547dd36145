using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>While somebody watches a run its workers report more often, whatever the clock of the host says whose page it is.</summary>
public sealed class WatchedRunTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(0)]
    [InlineData(-5)]
    [InlineData(5)]
    public async Task Workers_of_a_run_report_often_until_half_a_minute_after_the_last_look_at_it(int minutesAhead)
    {
        var engine = new TaskManagerUnderTest { Options = new() { TaskTimeLimit = TimeSpan.FromMinutes(10), TasksPerMessage = 1 } };
        engine.Restart();
        (await engine.HireAsync()).Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await engine.SubmitAsync(SampleSpecs.Downloads());
        await engine.WorkUntilHeldAsync(StageKind.Measure);
        await engine.RoundsAsync(2 * TaskManagerUnderTest.Heartbeat);
        Assert.False(await IsWatchedAsync(engine));

        await engine.Runs.StampWatchedAsync(runId, engine.Time.GetUtcNow().AddMinutes(minutesAhead) + RunReader.WatchTime, Cancelled);
        await engine.RoundsAsync(2 * TaskManagerUnderTest.Heartbeat);
        Assert.True(await IsWatchedAsync(engine));
        await engine.RoundsAsync(RunReader.WatchTime - (3 * TaskManagerUnderTest.Heartbeat));
        Assert.True(await IsWatchedAsync(engine));

        await engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);
        Assert.False(await IsWatchedAsync(engine));
    }

    [Fact]
    public async Task A_look_of_long_ago_counts_for_nothing_when_another_TaskManager_takes_over()
    {
        var engine = new TaskManagerUnderTest();
        (await engine.HireAsync()).Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await engine.SubmitAsync(SampleSpecs.Downloads());
        await engine.Runs.StampWatchedAsync(runId, engine.Time.GetUtcNow().AddMinutes(-1), Cancelled);
        await engine.WorkUntilHeldAsync(StageKind.Measure);
        await engine.RoundsAsync(2 * TaskManagerUnderTest.Heartbeat);

        Assert.False(await IsWatchedAsync(engine));
    }

    private static async Task<bool> IsWatchedAsync(TaskManagerUnderTest engine) =>
        (await engine.Workers.FindCommandsAsync(WorkerPool.Measure, "worker1", Cancelled))?.Watched == true;
}
