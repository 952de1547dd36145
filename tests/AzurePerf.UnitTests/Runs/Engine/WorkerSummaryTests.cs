using AzurePerf.Core.Api;
using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Runs.Engine;

public sealed class WorkerSummaryTests
{
    private static readonly WorkerState Bag = SampleFacts.Worker(WorkerPool.Bag, 8, 3) with { WorkerId = "bag1" };
    private static readonly WorkerState Measure = SampleFacts.Worker(WorkerPool.Measure, 1) with { WorkerId = "measure1" };

    [Fact]
    public void A_bag_worker_holds_because_a_measure_worker_shares_its_host()
    {
        var holding = Bag with { Holding = true, Running = [] };

        Assert.Equal("a run measures, and host host1 has a measure worker", WorkerSummary.Of(holding, new() { Hold = true }, [holding, Measure], SampleFacts.Now).HoldingReason);
    }

    [Fact]
    public void A_measure_worker_holds_while_bag_tasks_run_on_its_host() =>
        Assert.Equal("1 bag task not ended yet on host host1", WorkerSummary.Of(Measure with { Holding = true }, null, [Bag, Measure], SampleFacts.Now).HoldingReason);

    [Fact]
    public void An_execution_that_is_to_stop_says_why()
    {
        var running = Bag.Running[0];
        var orders = new WorkerCommands { Stops = [new(running.RunId, running.Stage, running.Task, running.Attempt, FailureCause.TimedOut, "killed after 41 s")] };

        var task = Assert.Single(WorkerSummary.Of(Bag, orders, [Bag], SampleFacts.Now).Running);

        Assert.Equal(("bag 1", 4, "killed after 41 s"), (task.Stage, task.Task, task.StopReason));
        Assert.EndsWith("measuring, 3.00 s since the claim, 1 of 2 operations; is to stop: killed after 41 s", WorkerText.Task(task), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(5, 12, 1, 8)]
    [InlineData(5, 12.1, 0, 0)]
    [InlineData(20, 42, 1, 8)]
    [InlineData(20, 42.1, 0, 0)]
    public void A_worker_counts_for_slots_while_it_is_heard_of_at_its_own_pace(double heartbeat, double age, int workers, int slots)
    {
        var worker = Bag with { Heartbeat = TimeSpan.FromSeconds(heartbeat), BeatAt = SampleFacts.Now.AddSeconds(-age) };

        var pool = WorkerSummary.PoolOf(WorkerPool.Bag, [worker], QueueState.None, SampleFacts.Now);

        Assert.Equal((workers, 1 - workers, slots), (pool.Workers, pool.Silent, pool.Slots));
    }

    [Fact]
    public void The_age_of_a_heartbeat_is_told_by_the_clock_of_the_control_account_where_it_says_so()
    {
        var behind = WorkerSummary.Of(Bag with { BeatAt = SampleFacts.Now.AddMinutes(-5), BeatAge = TimeSpan.FromSeconds(3) }, null, [Bag], SampleFacts.Now);
        var ahead = WorkerSummary.Of(Bag with { BeatAt = SampleFacts.Now.AddMinutes(5), BeatAge = TimeSpan.FromSeconds(43) }, null, [Bag], SampleFacts.Now);

        Assert.Equal((3.0, false, 43.0, true), (behind.HeartbeatAgeSeconds, behind.Silent, ahead.HeartbeatAgeSeconds, ahead.Silent));
    }

    [Theory]
    [InlineData(43, true, true, "silent")]
    [InlineData(5, true, true, "draining")]
    [InlineData(5, false, true, "holding")]
    [InlineData(5, false, false, "working")]
    public void The_state_that_matters_most_is_told(double age, bool draining, bool holding, string state) => Assert.Equal(
        state,
        WorkerText.State(WorkerSummary.Of(Bag with { BeatAt = SampleFacts.Now.AddSeconds(-age), Draining = draining, Holding = holding }, null, [Bag], SampleFacts.Now)));
}
