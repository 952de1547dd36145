using System.Text.Json.Nodes;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Stragglers;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Executions;
using AzurePerf.TaskManager;
using AzurePerf.UnitTests.Executions;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

/// <summary>Bags whose executions are stopped where a new one is cheaper.</summary>
public sealed class AdaptiveBagTests
{
    private static readonly TaskManagerOptions Options = new() { BagLimit = "adaptive", TasksPerMessage = 1 };

    private string _runId = "";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_execution_is_stopped_where_a_new_one_is_cheaper_and_its_time_is_kept()
    {
        // 84 of 100 took a second, the others six: a new one is cheaper after two heartbeats of a second, the shortest limit.
        var engine = await BusyAsync(Options, elapsed: 1.9);
        await engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);
        Assert.Empty(await engine.AttemptsAsync(_runId));

        engine.Team[0].Clock = (2.5, 0);
        await engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);
        Assert.Equal(["TimedOut"], (await engine.AttemptsAsync(_runId)).Select(attempt => attempt.Cause));
        Assert.StartsWith("killed after 2.5 s: a new one is cheaper after 2", Assert.Single(await engine.RowsAsync(_runId)).Error, StringComparison.Ordinal);

        Assert.Equal([1], engine.Control.BagTasks.Texts.Select(text => MessageText.ReadTask(text)!.TimedOut));

        engine.Team[0].Script = _ => new WorkerDeed.Succeed();
        await engine.WorkUntilEndedAsync(_runId);
        var seen = await engine.KindsAsync("selftest.bag", StageId.Bag(0));
        Assert.Equal((101, 1, 1, 0, 2), (seen.Successes, seen.Stopped.Count, seen.Repeated.Count, seen.RepeatedStopped.Count, seen.Adaptive));
        Assert.InRange(seen.Stopped.Median()!.Value.TotalSeconds, 2.4, 2.6);
    }

    [Fact]
    public async Task Progress_in_the_heartbeat_decides_before_the_time_does()
    {
        var engine = await BusyAsync(Options, elapsed: 1.5, share: 0.1);
        await engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);

        Assert.Contains("by its progress 13.5 s are left, over 3 medians of ", Assert.Single(await engine.RowsAsync(_runId)).Error, StringComparison.Ordinal);

        engine = await BusyAsync(Options, elapsed: 8, share: 0.9);
        await engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);

        Assert.Empty(await engine.AttemptsAsync(_runId));
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(2, 0)]
    public async Task An_execution_goes_on_to_show_how_long_slow_ones_take_only_while_another_task_waits(int tasks, int stopped)
    {
        var exploring = Enumerable.Range(1, 1_000).First(seed => StableHash.Of(seed, 1, 0) % AdaptiveLimit.ExploringOneIn == 0);
        var engine = await BusyAsync(Options, elapsed: 2.5, tasks: tasks, seed: exploring);
        await engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);

        Assert.Equal(stopped, (await engine.AttemptsAsync(_runId)).Length);
    }

    [Fact]
    public async Task Without_the_setting_the_limit_of_the_paper_holds()
    {
        var engine = await BusyAsync(new() { TasksPerMessage = 1 }, elapsed: 25, share: 0.01);
        await engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);

        Assert.Empty(await engine.AttemptsAsync(_runId));
    }

    /// <summary>A worker that executes the one task of a bag whose class is known.</summary>
    private async Task<TaskManagerUnderTest> BusyAsync(TaskManagerOptions options, double elapsed, double? share = null, int tasks = 1, int seed = 1)
    {
        var engine = new TaskManagerUnderTest { Options = options };
        engine.Restart();
        var taskClass = TaskClass.For("selftest.bag", StageId.Bag(0).ToString(), new JsonObject { ["taskMilliseconds"] = 1_000 });
        var seen = SampleStatistics.Of(84, 1).Plus(SampleStatistics.Of(16, 6));
        await new ExecutionStatisticsStore(engine.Control.Rows, engine.Time)
            .AddAsync([new(taskClass, HourlyStatistics.HourOf(engine.Time.GetUtcNow()), seen)], "before", Cancelled);
        await engine.HireBagWorkersAsync(1);
        engine.Team[0].Script = _ => new WorkerDeed.GoOn();
        _runId = await engine.SubmitAsync(BagScene.Spec(tasks: tasks, milliseconds: 1_000) with { Seed = seed });
        await engine.WorkUntilAsync(() => Task.FromResult(engine.Team[0].Current is not null));

        // One attempt in twenty explores, and this one does not.
        (engine.Team[0].Clock, engine.Team[0].Share) = ((elapsed, 0), share);
        return engine;
    }
}
