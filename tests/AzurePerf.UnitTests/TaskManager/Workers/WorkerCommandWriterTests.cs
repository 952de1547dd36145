using AzurePerf.Core.Metrics;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Workers;
using AzurePerf.TaskManager.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Tasks;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Workers;

public sealed class WorkerCommandWriterTests
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";
    private static readonly RunningTask Running = new(RunId, 1, 0, 0, 3, "id", "receipt", 0, 0, "measuring", 0, 0);
    private static readonly StopCommand Stop = new(RunId, 1, 0, 3, FailureCause.TimedOut, "killed after 41 s");
    private readonly FakeTimeProvider _time = new();
    private readonly WorkerStore _workers = new(new InMemoryRowStore());
    private readonly Dictionary<string, WorkerState> _team = [];
    private readonly Process _leader;

    public WorkerCommandWriterTests() => _leader = new(_workers, _time);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_order_stands_until_a_heartbeat_that_cannot_be_from_before_it_lists_the_execution_no_more()
    {
        await BeatAsync("worker1", Running);
        await _leader.ReadAsync();
        await _leader.Book.StopAsync("worker1", Stop, Cancelled);
        Assert.Equal([Stop], (await OrdersAsync("worker1")).Stops);

        await BeatAsync("worker1");
        await _leader.ReadAsync();
        Assert.Equal([Stop], (await OrdersAsync("worker1")).Stops);
        await BeatAsync("worker1");
        await _leader.ReadAsync();
        Assert.Empty((await OrdersAsync("worker1")).Stops);
    }

    [Fact]
    public async Task An_order_stands_however_long_the_execution_is_listed()
    {
        await BeatAsync("worker1", Running);
        await _leader.ReadAsync();
        await _leader.Book.StopAsync("worker1", Stop, Cancelled);
        for (var beat = 0; beat < 10; beat++)
        {
            await BeatAsync("worker1", Running);
            await _leader.ReadAsync();
        }

        Assert.Equal([Stop], (await OrdersAsync("worker1")).Stops);
    }

    [Fact]
    public async Task A_successor_knows_the_order_and_gives_it_up_by_the_same_rule()
    {
        var task = SampleTask.In(BenchmarkTaskStatus.Running);
        await BeatAsync("worker1", Running);
        await _leader.ReadAsync();
        await _leader.Book.StopAsync("worker1", Stop, Cancelled);
        var successor = new Process(_workers, _time);
        Assert.False(successor.Book.IsStopCommanded(task));

        await successor.ReadAsync();
        var before = await OrdersAsync("worker1");
        await successor.Book.StopAsync("worker1", Stop, Cancelled);
        Assert.True(successor.Book.IsStopCommanded(task));
        Assert.False(successor.Book.IsStopCommanded(task with { Attempt = 4 }));
        Assert.Equal(before.ETag, (await OrdersAsync("worker1")).ETag);

        for (var beat = 0; beat < 2; beat++)
        {
            await BeatAsync("worker1");
            await successor.ReadAsync();
        }

        Assert.Empty((await OrdersAsync("worker1")).Stops);
    }

    [Fact]
    public async Task A_process_that_leads_no_more_overrules_nobody_and_learns_what_was_ordered_meanwhile()
    {
        var later = Stop with { Task = 7 };
        await BeatAsync("worker1", Running);
        await _leader.ReadAsync();
        var successor = new Process(_workers, _time);
        await successor.ReadAsync();
        await successor.Book.StopAsync("worker1", Stop, Cancelled);

        Assert.False(await _leader.Book.StopAsync("worker1", later, Cancelled));
        Assert.Equal([Stop], (await OrdersAsync("worker1")).Stops);
        Assert.True(await _leader.Book.StopAsync("worker1", later, Cancelled));
        Assert.False(await _leader.Book.StopAsync("worker1", later, Cancelled));
        Assert.Equal([Stop, later], (await OrdersAsync("worker1")).Stops);
    }

    [Fact]
    public async Task Somebody_without_a_row_is_told_nothing()
    {
        await _leader.ReadAsync();

        Assert.False(await _leader.Book.StopAsync("gone", Stop, Cancelled));

        Assert.Null(await _workers.FindCommandsAsync(WorkerPool.Measure, "gone", Cancelled));
    }

    [Fact]
    public async Task A_bag_worker_that_was_told_to_hold_counts_as_holding_only_by_the_second_heartbeat_that_was_seen_since()
    {
        await BeatAsync("worker1");
        await BeatAsync("bag1");
        await _leader.ReadAsync(measuring: true);
        Assert.True((await OrdersAsync("bag1")).Hold);
        Assert.Null(await _workers.FindCommandsAsync(WorkerPool.Measure, "worker1", Cancelled));

        await BeatAsync("bag1", holding: true);
        await _leader.ReadAsync(measuring: true);
        Assert.False(HoldsFirmly());
        await _leader.ReadAsync(measuring: true);
        Assert.False(HoldsFirmly());

        await BeatAsync("bag1", holding: true);
        await _leader.ReadAsync(measuring: true);
        Assert.True(HoldsFirmly());

        await _leader.ReadAsync(measuring: false);
        Assert.False((await OrdersAsync("bag1")).Hold);
        Assert.False(HoldsFirmly());
    }

    [Fact]
    public async Task Only_the_workers_of_a_run_that_is_watched_beat_faster_and_only_a_difference_is_written()
    {
        await BeatAsync("worker1", Running);
        await BeatAsync("worker2", Running with { RunId = "bbbbbbbbbbbbbbbbbbbb" });
        await _leader.ReadAsync(isWatched: runId => runId == RunId);
        var commands = await OrdersAsync("worker1");
        Assert.True(commands.Watched);
        Assert.Null(await _workers.FindCommandsAsync(WorkerPool.Measure, "worker2", Cancelled));

        await _leader.ReadAsync(isWatched: runId => runId == RunId);
        Assert.Equal(commands.ETag, (await OrdersAsync("worker1")).ETag);
        await _leader.ReadAsync();
        Assert.False((await OrdersAsync("worker1")).Watched);
    }

    private bool HoldsFirmly() => _leader.Book.HoldsFirmly(_leader.Watch.Find("bag1")!);

    private async Task<WorkerCommands> OrdersAsync(string workerId) => (await _workers.FindCommandsAsync(PoolOf(workerId), workerId, Cancelled))!;

    private static string PoolOf(string workerId) => workerId.StartsWith("bag", StringComparison.Ordinal) ? WorkerPool.Bag : WorkerPool.Measure;

    /// <summary>The first heartbeat makes the row.</summary>
    private Task BeatAsync(string workerId, RunningTask? running = null) => BeatAsync(workerId, holding: false, running);

    private async Task BeatAsync(string workerId, bool holding, RunningTask? running = null)
    {
        var known = _team.GetValueOrDefault(workerId);
        var state = (known ?? new() { WorkerId = workerId, Pool = PoolOf(workerId), HostId = "host1", Build = "build1", StartedAt = _time.GetUtcNow() }) with
        {
            Beat = (known?.Beat ?? 4) + 1,
            Running = running is null ? [] : [running],
            Holding = holding,
        };
        _team[workerId] = (known is null ? await _workers.TryAddAsync(state, Cancelled) : await _workers.TryBeatAsync(state, Cancelled))!;
    }

    /// <summary>What a TaskManager process knows of workers and commands.</summary>
    private sealed class Process
    {
        public Process(WorkerStore workers, TimeProvider time)
        {
            Watch = new(workers, new ControlRequests(), new PoolGauges(EngineMeter.Shared), new(TimeSpan.FromSeconds(1)), time, NullLogger<WorkerWatch>.Instance);
            Book = new(workers, Watch, NullLogger<WorkerCommandWriter>.Instance);
        }

        public WorkerWatch Watch { get; }

        public WorkerCommandWriter Book { get; }

        public async Task ReadAsync(bool measuring = false, Func<string, bool>? isWatched = null)
        {
            await Watch.ReadAsync(Cancelled);
            await Book.UpdateAsync(measuring, isWatched ?? (_ => false), Cancelled);
        }
    }
}
