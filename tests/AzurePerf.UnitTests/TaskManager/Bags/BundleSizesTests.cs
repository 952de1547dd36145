using System.Diagnostics.Metrics;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Workers;
using AzurePerf.TaskManager;
using AzurePerf.TaskManager.Bags;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

public sealed class BundleSizesTests : IDisposable
{
    private const int Slots = 16;
    private static readonly TimeSpan Expected = TimeSpan.FromSeconds(20);

    private readonly FakeTimeProvider _time = new();
    private readonly OutstandingTasks _outstanding = new();
    private readonly Meter _meter = new("test");
    private readonly BagRuntimeState _seen = new(StageId.Bag(1));
    private readonly RunState _run;
    private readonly StageState _stage;

    public BundleSizesTests()
    {
        _run = ExampleRun.Accepted("run1", _time.GetUtcNow());
        _stage = new() { RunId = _run.RunId, Id = _seen.Stage, Total = 5_000, Created = 200, Expected = Expected };
        _seen.Put = (200, _time.GetTimestamp());
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _meter.Dispose();

    [Theory]
    [InlineData(200, 1)]
    [InlineData(185, 1)]
    [InlineData(184, 10)]
    [InlineData(100, 32)]
    public async Task Tasks_that_end_sooner_than_planned_share_messages_before_any_worker_has_said_so(int left, int size)
    {
        _outstanding.Add(_run.RunId, WorkerPool.Bag, left);

        Assert.Equal(size, await SizeAfterTwoSecondsAsync(left));
    }

    [Fact]
    public async Task A_pace_that_was_seen_once_counts_although_messages_of_several_are_worked_off_more_slowly()
    {
        await SizeAfterTwoSecondsAsync(left: 100);
        _seen.Put = (204, _seen.Put!.Value.Since);

        Assert.Equal(32, await SizeAfterTwoSecondsAsync(left: 102));
    }

    [Fact]
    public async Task The_pace_of_messages_of_other_runs_says_nothing()
    {
        _outstanding.Add("run2", WorkerPool.Bag, 1);

        Assert.Equal(1, await SizeAfterTwoSecondsAsync(left: 100));
    }

    [Fact]
    public async Task Whoever_takes_over_an_open_bag_has_not_seen_its_pace()
    {
        _seen.Put = null;

        Assert.Equal(1, await SizeAfterTwoSecondsAsync(left: 100));
    }

    [Fact]
    public async Task What_workers_have_counted_is_believed_over_the_pace() =>
        Assert.Equal(5, await SizeAfterTwoSecondsAsync(left: 100, new StageTally(_run.RunId, _stage.Id.Number, Done: 10, Failed: 0, Seconds: 40)));

    [Theory]
    [InlineData(200, 20_000)]
    [InlineData(100, 32 * 320)]
    public async Task A_message_takes_as_long_as_its_tasks_together(int left, int milliseconds)
    {
        await SizeAfterTwoSecondsAsync(left);

        Assert.Equal(milliseconds, _seen.MessageMean?.TotalMilliseconds);
    }

    private async Task<int> SizeAfterTwoSecondsAsync(int left, params StageTally[] tallies)
    {
        var rows = new InMemoryControlPlane(_time).Rows;
        await new WorkerStore(rows).TryAddAsync(
            new()
            {
                WorkerId = "worker1",
                Pool = WorkerPool.Bag,
                HostId = "host1",
                Build = "build",
                StartedAt = _time.GetUtcNow(),
                Slots = Slots,
                Tallies = tallies,
            },
            Cancelled);
        var times = new EngineOptions().Times();
        var watch = new WorkerWatch(new(rows), new ControlRequests(_meter), new(_meter), times, _time, NullLogger<WorkerWatch>.Instance);
        await watch.ReadAsync(Cancelled);
        _time.Advance(TimeSpan.FromSeconds(2));
        _seen.LookedAt = _time.GetTimestamp();
        _seen.Seen = (left, 0, _seen.LookedAt);
        return new BundleSizes(watch, _outstanding, new(), times, _time).Of(_run, _stage, _seen);
    }
}
