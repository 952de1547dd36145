using System.Collections.Concurrent;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Workers;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local;

public sealed class WorkerFleetTests
{
    private const string Gone = "worker-2 cannot be started because its files are gone";
    private static readonly LocalPool Pool = new(WorkerPool.Measure, "tasks-measure", "worker", new(1, 1, 1));

    private readonly TaskCompletionSource<ChildExit> _givenUp = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly List<string> _said = [];
    private readonly ConcurrentQueue<string> _ended = [];

    /// <summary>Of two processes that end at once the second is not even started, twice.</summary>
    [Fact]
    public async Task A_successor_that_cannot_be_started_is_tried_again_and_is_said()
    {
        var (starts, third) = (0, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        await using var fleet = FleetOf(name =>
        {
            if (++starts is 2 or 3)
            {
                throw new LocalStartException(Gone);
            }

            if (starts == 4)
            {
                third.SetResult();
            }

            return Ended(name);
        });
        fleet.Watch(Assert.Single(fleet.Start(Pool, 1)));

        await third.Task.WaitAsync(TestContext.Current.CancellationToken);

        lock (_said)
        {
            Assert.Equal(2, _said.Count(line => line == Gone + "; it is tried again"));
        }
    }

    [Fact]
    public async Task Where_none_can_be_started_that_is_told_in_the_end_and_not_tried_for_ever()
    {
        var starts = 0;
        await using var fleet = FleetOf(name => ++starts == 1 ? Ended(name) : throw new LocalStartException(Gone));
        fleet.Watch(Assert.Single(fleet.Start(Pool, 1)));

        var exit = await _givenUp.Task.WaitAsync(TestContext.Current.CancellationToken);

        Assert.Equal("worker-1", exit.Name);
        Assert.Equal(["worker-1"], _ended);
        Assert.Equal(6, starts);
    }

    [Fact]
    public async Task Workers_before_one_that_cannot_be_started_are_watched_all_the_same()
    {
        var starts = 0;
        await using var fleet = FleetOf(name => ++starts == 1 ? Ended(name) : throw new LocalStartException(Gone));

        Assert.Throws<LocalStartException>(() => fleet.StartWatched(Pool, 3));

        Assert.Equal("worker-1", (await _givenUp.Task.WaitAsync(TestContext.Current.CancellationToken)).Name);
    }

    [Fact]
    public async Task Of_a_worker_that_was_replaced_nothing_is_kept_while_its_successors_are()
    {
        var (hosts, isKept) = (new List<WeakReference>(), true);
        await using var fleet = FleetOf(name =>
        {
            if (hosts.Count == 5)
            {
                GC.Collect();
                isKept = hosts[0].IsAlive;
            }

            var host = Ended(name);
            hosts.Add(new(host));
            return host;
        });
        fleet.Watch(Assert.Single(fleet.Start(Pool, 1)));

        await _givenUp.Task.WaitAsync(TestContext.Current.CancellationToken);

        Assert.False(isKept);
    }

    [Fact]
    public async Task A_worker_that_ends_with_all_others_is_none_whose_log_makes_room()
    {
        var fleet = FleetOf(Ended);
        var worker = Assert.Single(fleet.Start(Pool, 1));
        await fleet.DisposeAsync();
        await worker.Host.Process.Exited;

        fleet.Watch(worker);

        Assert.Empty(_ended);
    }

    /// <summary>A process that ends at once: what it is to run is no program.</summary>
    private static HostProcess Ended(string name) =>
        HostProcess.Start(name, typeof(WorkerFleetTests).Assembly.Location.Replace(".dll", ".deps.json", StringComparison.Ordinal), "http://127.0.0.1:0", new Dictionary<string, string>(), new Dictionary<string, string>(), logsFolder: null);

    private WorkerFleet FleetOf(Func<string, HostProcess> start) => new((_, name) => start(name), _givenUp.SetResult, new Said(_said), new FakeTimeProvider(), _ended.Enqueue);

    private sealed class Said(List<string> lines) : IProgress<string>
    {
        public void Report(string value)
        {
            lock (lines)
            {
                lines.Add(value);
            }
        }
    }
}
