using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class LostMessagesTests
{
    private static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(20);

    private static readonly WorkerState Idle = new() { WorkerId = "worker1", Pool = WorkerPool.Bag, HostId = "host1", Build = "build1", StartedAt = DateTimeOffset.UnixEpoch };

    private static readonly RunningTask Running = new("run1", 10, 0, 0, 1, "message1", "receipt1", 1, 0, "executing", 0, 1);

    private readonly LostMessages _rule = new(new(Heartbeat));

    [Theory]
    [InlineData(5.9, 0, false)]
    [InlineData(6, 0, true)]
    [InlineData(6, 1, false)]
    [InlineData(7, 1, true)]
    public void A_message_may_be_lost_after_six_heartbeats_and_the_wait_that_was_asked_for(double heartbeats, double wait, bool expected) =>
        Assert.Equal(expected, _rule.MayBeLost(heartbeats * Heartbeat, wait * Heartbeat));

    [Theory]
    [InlineData(35.9, 0, false)]
    [InlineData(36, 0, true)]
    [InlineData(36, 1, false)]
    [InlineData(37, 1, true)]
    public void It_is_lost_when_it_could_not_even_be_hidden(double heartbeats, double wait, bool expected) =>
        Assert.Equal(expected, _rule.IsLost(heartbeats * Heartbeat, wait * Heartbeat));

    [Fact]
    public void Nobody_who_would_not_take_it_is_idle() =>
        Assert.Empty(LostMessages.IdleOf(
            [
                Idle with { Running = [Running] },
                Idle with { Draining = true },
                Idle with { Holding = true },
                Idle with { Pool = WorkerPool.Measure },
                Idle with { PeerTrial = new("ingress:9000", null) },
            ],
            WorkerPool.Bag));

    [Fact]
    public void Only_workers_of_the_build_of_a_run_take_its_points()
    {
        WorkerState[] workers = [Idle, Idle with { WorkerId = "worker2", Build = "build2" }, Idle with { WorkerId = "worker3", Pool = WorkerPool.Peer, PeerTrial = new("ingress:9000", true) }];

        Assert.Equal(["worker1", "worker2"], IdsOf(WorkerPool.Bag));
        Assert.Equal(["worker2"], IdsOf(WorkerPool.Bag, "build2"));
        Assert.Equal(["worker3"], IdsOf(WorkerPool.Peer));

        IEnumerable<string> IdsOf(string pool, string build = "") => LostMessages.IdleOf(workers, pool, build).Select(worker => worker.WorkerId);
    }

    [Fact]
    public void As_many_are_put_again_as_slots_were_idle_at_two_looks()
    {
        WorkerState[] idle = [Idle with { Slots = 8 }, Idle with { WorkerId = "worker2", Slots = 4 }];

        Assert.Equal(0, LostMessages.MostAtOnce(idle, new HashSet<string>()));
        Assert.Equal(8, LostMessages.MostAtOnce(idle, new HashSet<string> { "worker1", "worker3" }));
        Assert.Equal(12, LostMessages.MostAtOnce(idle, new HashSet<string> { "worker1", "worker2" }));
    }
}
