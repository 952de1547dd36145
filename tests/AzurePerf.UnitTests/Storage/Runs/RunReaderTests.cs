using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Runs;

public sealed class RunReaderTests
{
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryControlPlane _control;
    private readonly InMemoryRowStore _rows;
    private readonly RunStore _runs;
    private readonly PointStore _points;
    private readonly WorkerStore _workers;
    private readonly RunReader _reader;

    public RunReaderTests()
    {
        _control = new(_time);
        _rows = _control.Rows;
        _runs = new(_rows);
        _points = new(_rows);
        _workers = new(_rows);
        _reader = new(
            _runs, _points, new(_rows, _time), new(_workers, new(_rows), _control.AsControlPlane(), Shipped.Experiments, _time),
            new(_control.Results, new(_control.Results), Shipped.Experiments), Shipped.Experiments, _time);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_newest_runs_come_first_across_the_turn_of_a_month()
    {
        // The clock of the tests starts on the 21st of June.
        var runs = new[] { await AddAsync('a', daysAgo: 400), await AddAsync('b', daysAgo: 60), await AddAsync('c', daysAgo: 22), await AddAsync('d', daysAgo: 20), await AddAsync('e', daysAgo: 0) };

        Assert.Equal(runs.Reverse(), (await _reader.ListAsync(10, Cancelled)).Select(item => item.Id));
        Assert.Equal([runs[4], runs[3], runs[2]], (await _reader.ListAsync(3, Cancelled)).Select(item => item.Id));
        Assert.Empty(await _reader.ListAsync(0, Cancelled));
    }

    [Fact]
    public async Task What_is_listed_of_an_open_run_is_what_its_header_says_now()
    {
        var runId = await AddAsync('a', daysAgo: 0);
        await _runs.TryReplaceAsync((await _runs.FindAsync(runId, Cancelled))! with { Status = RunStatus.Running, Reason = "waits" }, Cancelled);

        var item = Assert.Single(await _reader.ListAsync(10, Cancelled));

        Assert.Equal((RunStatus.Running, "waits", "blob.download", "default", "tester"), (item.Status, item.Reason, item.Experiment, item.Target, item.Owner));
    }

    [Fact]
    public async Task Entries_without_a_header_of_their_own_are_not_listed()
    {
        var runId = await AddAsync('a', daysAgo: 0);
        await _runs.PutIndexAsync(ExampleRun.Accepted(runId, _time.GetUtcNow().AddSeconds(-7)), Cancelled);
        await _runs.PutIndexAsync(ExampleRun.Accepted(new('b', 20), _time.GetUtcNow()), Cancelled);

        Assert.Equal([runId], (await _reader.ListAsync(10, Cancelled)).Select(item => item.Id));
    }

    [Fact]
    public async Task A_run_whose_header_makes_no_sense_is_listed_with_what_is_wrong_and_hides_no_other()
    {
        var good = await AddAsync('a', daysAgo: 1);
        var bad = await AddAsync('b', daysAgo: 0);
        var row = (await _rows.FindAsync(ControlNames.RunsTable, bad, "h", Cancelled))!;
        row["status"] = "Sleeping";
        await _rows.PutAsync(ControlNames.RunsTable, row, Cancelled);

        var items = await _reader.ListAsync(10, Cancelled);

        Assert.Equal([bad, good], items.Select(item => item.Id));
        Assert.StartsWith($"row {bad}/h: status is not one of", items[0].Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_does_not_exist_is_null_in_every_answer()
    {
        Assert.Null(await _reader.FindAsync("aaaaaaaaaaaaaaaaaaaa", Cancelled));
        Assert.Null(await _reader.PointsAsync("aaaaaaaaaaaaaaaaaaaa", Cancelled));
        Assert.Empty(await _reader.EventsAsync("aaaaaaaaaaaaaaaaaaaa", Cancelled));
    }

    [Fact]
    public async Task A_run_in_progress_shows_its_stages_counts_and_what_is_done_just_now()
    {
        var runId = await AddAsync('a', daysAgo: 0);
        var run = (await _runs.FindAsync(runId, Cancelled))! with { Status = RunStatus.Running, StartedAt = _time.GetUtcNow(), Points = 4 };
        await _runs.TryWriteAsync(run,
        [
            new() { RunId = runId, Id = StageKind.Prepare, Total = 1, Created = 1, Dispatched = 1, Finished = 1, Closed = true },
            new() { RunId = runId, Id = StageKind.Measure, Total = 4, Created = 4, Dispatched = 3, Finished = 2, Failed = 1, Open = true },
            new() { RunId = runId, Id = StageKind.Clean, Total = 1 },
        ], Cancelled);
        await AddWorkerAsync("idle", null);
        await AddWorkerAsync("other", new(new('z', 20), 1, 0, 0, 1, "m", "r", 3, 2, "measuring", 1, 2));
        await AddWorkerAsync("busy", new(runId, 1, 0, 2, 1, "m", "r", 3, 0, "warmUp", 5, 20));

        var found = (await _reader.FindAsync(runId, Cancelled))!;

        Assert.Equal((RunStatus.Running, 4, 2, 1), (found.Status, found.Points, found.PointsFinished, found.PointsFailed));
        Assert.Equal(
            [("prepare", StageStatus.Closed, 1, 1, 0, 1.0), ("measure", StageStatus.Open, 4, 2, 1, 0.5), ("clean", StageStatus.Waiting, 1, 0, 0, 0.0)],
            found.Stages.Select(stage => (stage.Name, stage.Status, stage.Tasks, stage.Finished, stage.Failed, stage.Progress)));
        Assert.Equal(new ActivityResponse("busy", "measure", 3, "warmUp", 5, 20) { Workers = 1 }, found.Activity);
    }

    [Fact]
    public async Task Points_can_be_read_while_the_run_goes_on_in_the_order_of_measurement()
    {
        var runId = await AddAsync('a', daysAgo: 0);
        Assert.Empty((await _reader.PointsAsync(runId, Cancelled))!.Points);

        foreach (var number in new[] { 10, 2, 1 })
        {
            await _points.TryPublishAsync(runId, Point(number, clients: number), Cancelled);
        }

        var points = (await _reader.PointsAsync(runId, Cancelled))!;
        Assert.Equal((RunStatus.Accepted, 0), (points.Status, points.Ratios.Count));
        Assert.Equal([1, 2, 10], points.Points.Select(point => point.Number));
    }

    [Fact]
    public async Task A_point_is_published_once_and_then_stays_as_it_is()
    {
        Assert.True(await _points.TryPublishAsync("aaaaaaaaaaaaaaaaaaaa", Point(1, clients: 1), Cancelled));
        Assert.False(await _points.TryPublishAsync("aaaaaaaaaaaaaaaaaaaa", Point(1, clients: 9), Cancelled));

        Assert.Equal(1, (await _points.ListAsync("aaaaaaaaaaaaaaaaaaaa", Cancelled).SingleAsync(Cancelled)).Summary!.Clients);
    }

    private async Task<string> AddAsync(char letter, int daysAgo)
    {
        var run = ExampleRun.Accepted(new(letter, 20), _time.GetUtcNow().AddDays(-daysAgo));
        await _runs.PutIndexAsync(run, Cancelled);
        await _runs.TryAddAsync(run, Cancelled);
        return run.RunId;
    }

    private async Task AddWorkerAsync(string workerId, RunningTask? running) => await _workers.TryAddAsync(
        new() { WorkerId = workerId, Pool = WorkerPool.Measure, HostId = "host1", Build = "build1", StartedAt = _time.GetUtcNow(), Running = running is null ? [] : [running] }, Cancelled);

    private static PointRecord Point(int number, int clients) => new()
    {
        Number = number,
        Repetition = 1,
        Levels = new JsonObject { ["clients"] = clients },
        Status = PointStatus.Measured,
        Attempt = 1,
        Result = SampleSummary.Of(clients),
    };
}
