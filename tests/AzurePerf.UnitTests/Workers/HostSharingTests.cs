using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Workers;

public sealed class HostSharingTests
{
    private static readonly RunningTask Task = new("aaaaaaaaaaaaaaaaaaaa", 10, 0, 3, 1, "id", "receipt", 0, 0, "working", 0, 0);
    private static readonly WorkerState Measure = Worker(WorkerPool.Measure, "host1");
    private static readonly WorkerState Bag = Worker(WorkerPool.Bag, "host1");
    private static readonly WorkerState Elsewhere = Worker(WorkerPool.Bag, "host2");

    [Fact]
    public void While_nothing_is_measured_everybody_takes_tasks() => Assert.All(
        new[] { Measure, Bag with { Holding = true }, Elsewhere }, worker => Assert.False(ShallHold(worker, measuring: false, Measure, Bag, Elsewhere)));

    [Fact]
    public void While_runs_measure_bag_workers_hold_on_hosts_that_have_a_measure_worker_and_on_no_other()
    {
        Assert.True(ShallHold(Bag, measuring: true, Measure, Bag, Elsewhere));
        Assert.False(ShallHold(Elsewhere, measuring: true, Measure, Bag, Elsewhere));
        Assert.False(ShallHold(Bag, measuring: true, Bag, Elsewhere));
    }

    [Fact]
    public void A_measure_worker_takes_tasks_when_the_bag_workers_of_its_host_hold_and_are_idle_and_is_left_as_it_is_before()
    {
        Assert.Null(ShallHold(Measure, measuring: true, Measure, Bag));
        Assert.Null(ShallHold(Measure, measuring: true, Measure, Bag with { Holding = true, Running = [Task] }));
        Assert.False(ShallHold(Measure, measuring: true, Measure, Bag with { Holding = true }));
        Assert.False(ShallHold(Measure, measuring: true, Measure, Elsewhere with { Running = [Task] }));
    }

    [Fact]
    public void A_worker_that_answers_is_as_a_measure_worker_and_does_not_hold_for_one()
    {
        var peer = Worker(WorkerPool.Peer, "host1");

        Assert.False(ShallHold(peer, measuring: true, Measure with { Running = [Task] }, peer));
        Assert.False(ShallHold(Measure, measuring: true, Measure, peer with { Running = [Task] }));
        Assert.True(ShallHold(Bag, measuring: true, peer, Bag));
        Assert.False(HostSharing.MeasuringHostsAreFree([peer, Bag with { Running = [Task] }], _ => true));
        Assert.True(HostSharing.MayBeginAtOnce(peer, [Measure, peer]));
        Assert.False(HostSharing.MayBeginAtOnce(peer, [Bag, peer]));
    }

    [Fact]
    public void Who_says_that_it_holds_may_have_been_told_to_go_on_since()
    {
        WorkerState[] all = [Measure, Bag with { Holding = true }];

        Assert.True(HostSharing.MeasuringHostsAreFree(all, _ => true));
        Assert.False(HostSharing.MeasuringHostsAreFree(all, _ => false));
        Assert.Null(HostSharing.ShallHold(Measure, all, measuring: true, _ => false));
    }

    [Fact]
    public void A_worker_that_leaves_is_quiet_when_its_last_task_has_ended()
    {
        Assert.False(HostSharing.MeasuringHostsAreFree([Measure, Bag with { Draining = true, Running = [Task] }], _ => true));
        Assert.True(HostSharing.MeasuringHostsAreFree([Measure, Bag with { Draining = true }], _ => false));
    }

    private static readonly Gen<WorkerState> AnyWorker = Gen.Select(
        Gen.OneOf(WorkerPool.Measure, WorkerPool.Bag),
        Gen.Int[0, 2],
        Gen.Bool,
        Gen.Bool,
        Gen.Frequency((3, false), (1, true)),
        (pool, host, isBusy, isHolding, isDraining) => Worker(pool, $"host{host}") with { Running = isBusy ? [Task] : [], Holding = isHolding, Draining = isDraining });

    [Fact]
    public void Hosts_that_measure_are_free_only_if_no_bag_task_runs_there_and_nobody_there_can_take_one() => SeededProperty.Holds(
        AnyWorker.Array[0, 5],
        alive =>
        {
            var disturbed = alive.Any(bag => bag.Pool == WorkerPool.Bag
                && alive.Any(measure => measure.Pool == WorkerPool.Measure && measure.HostId == bag.HostId)
                && (bag.Running.Count > 0 || (!bag.Holding && !bag.Draining)));
            return HostSharing.MeasuringHostsAreFree(alive, _ => true) == !disturbed;
        },
        cases: 2_000);

    [Fact]
    public void Of_two_pools_that_start_together_on_one_host_the_one_whose_row_came_second_waits_to_be_told()
    {
        Assert.True(HostSharing.MayBeginAtOnce(Measure, [Measure, Worker(WorkerPool.Measure, "host1"), Elsewhere]));
        Assert.False(HostSharing.MayBeginAtOnce(Bag, [Measure, Bag]));
        Assert.False(HostSharing.MayBeginAtOnce(Measure, [Measure, Bag]));
    }

    private static bool? ShallHold(WorkerState worker, bool measuring, params WorkerState[] alive) => HostSharing.ShallHold(worker, alive, measuring, _ => true);

    private static WorkerState Worker(string pool, string host) =>
        new() { WorkerId = $"{pool}-{host}", Pool = pool, HostId = host, Build = "build1", StartedAt = DateTimeOffset.UnixEpoch };
}
