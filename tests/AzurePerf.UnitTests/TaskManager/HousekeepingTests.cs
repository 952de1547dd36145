using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Storage;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class HousekeepingTests
{
    private static readonly TimeSpan Sweep = 3 * TaskManagerUnderTest.Heartbeat;
    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_sweep_finds_a_run_whose_message_is_lost()
    {
        await _engine.HireAsync();
        await _engine.RoundAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        foreach (var message in await _engine.Control.RunRequests.GetAsync(32, TimeSpan.FromSeconds(30), Cancelled))
        {
            await _engine.Control.RunRequests.TryDeleteAsync(message, Cancelled);
        }

        await _engine.RoundsAsync(Sweep / 2);
        Assert.Equal(RunStatus.Accepted, (await _engine.HeaderAsync(runId)).Status);
        await _engine.WorkUntilEndedAsync(runId);
    }

    [Fact]
    public async Task A_process_that_starts_finds_an_open_run_of_last_year_and_orders_it_before_the_younger()
    {
        var old = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        _engine.Time.Advance(TimeSpan.FromDays(400));
        foreach (var message in await _engine.Control.RunRequests.GetAsync(32, TimeSpan.FromSeconds(30), Cancelled))
        {
            await _engine.Control.RunRequests.TryDeleteAsync(message, Cancelled);
        }

        var worker = await _engine.HireAsync();
        var young = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilEndedAsync(old, young);

        Assert.Equal([old, young], worker.Taken.Select(taken => taken.Key.RunId).Distinct());
    }

    [Fact]
    public async Task A_run_of_last_year_that_is_still_open_goes_on_after_an_answer_to_a_renewal_of_the_lead_was_lost()
    {
        var old = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        _engine.Time.Advance(TimeSpan.FromDays(400));
        await _engine.RoundAsync();
        foreach (var message in await _engine.Control.RunRequests.GetAsync(32, TimeSpan.FromDays(7), Cancelled))
        {
            await _engine.Control.RunRequests.TryDeleteAsync(message, Cancelled);
        }

        // The renewal was stored: the row has another ETag than this process knows.
        var leader = (await _engine.Control.Rows.FindAsync(ControlNames.LeasesTable, "taskmanager", "leader", Cancelled))!;
        await _engine.Control.Rows.PutAsync(ControlNames.LeasesTable, leader, Cancelled);
        await _engine.RoundsAsync(2 * TaskManagerUnderTest.Heartbeat);

        await _engine.HireAsync();
        await _engine.WorkUntilEndedAsync(old);
    }

    [Fact]
    public async Task An_index_entry_without_header_is_removed_when_it_is_still_there_a_sweep_later()
    {
        await _engine.RoundAsync();
        await _engine.Runs.PutIndexAsync(ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", _engine.Time.GetUtcNow().AddHours(-5)), Cancelled);

        await _engine.RoundsAsync(Sweep + TaskManagerUnderTest.Heartbeat);
        Assert.Equal(1, _engine.Control.Rows.Count(ControlNames.RunIndexTable));

        await _engine.RoundsAsync(Sweep);
        Assert.Equal(0, _engine.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task An_index_entry_that_cannot_be_removed_keeps_no_run_from_being_found_and_is_removed_later()
    {
        var gone = ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", _engine.Time.GetUtcNow());
        var isRefused = true;
        _engine.RowStore = rows => new InterruptedRowStore(rows, ControlNames.RunIndexTable, row =>
            isRefused && row.RowKey == gone.IndexKey.RowKey ? throw new IOException("the account does not answer") : Task.FromResult(false));
        _engine.Restart();
        await _engine.HireAsync();
        await _engine.Runs.PutIndexAsync(gone, Cancelled);
        await _engine.RoundsAsync(Sweep + TaskManagerUnderTest.Heartbeat);
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        foreach (var message in await _engine.Control.RunRequests.GetAsync(32, TimeSpan.FromSeconds(30), Cancelled))
        {
            await _engine.Control.RunRequests.TryDeleteAsync(message, Cancelled);
        }

        await _engine.WorkUntilEndedAsync(runId);
        Assert.Equal(2, _engine.Control.Rows.Count(ControlNames.RunIndexTable));

        isRefused = false;
        await _engine.RoundsAsync(2 * Sweep);
        Assert.Equal(1, _engine.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task An_index_entry_whose_header_follows_in_time_stays()
    {
        var run = ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", _engine.Time.GetUtcNow());
        await _engine.Runs.PutIndexAsync(run, Cancelled);
        await _engine.RoundAsync();
        await _engine.HireAsync();

        await _engine.Runs.TryAddAsync(run, Cancelled);
        await _engine.WorkUntilEndedAsync(run.RunId);

        Assert.Equal(1, _engine.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task An_index_entry_whose_header_is_stored_just_as_it_is_removed_comes_back()
    {
        var run = ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", _engine.Time.GetUtcNow());
        _engine.RowStore = rows => new InterruptedRowStore(rows, ControlNames.RunIndexTable, row =>
            row.RowKey == run.IndexKey.RowKey && row.Values.Count == 0 ? _engine.Runs.TryAddAsync(run, Cancelled) : Task.FromResult(false));
        _engine.Restart();
        await _engine.HireAsync();
        await _engine.Runs.PutIndexAsync(run, Cancelled);

        await _engine.RoundsAsync(3 * Sweep);

        Assert.NotNull(await _engine.Runs.FindAsync(run.RunId, Cancelled));
        Assert.Equal(1, _engine.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task An_index_entry_of_another_submission_of_the_run_is_removed_and_not_listed()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        var run = await _engine.HeaderAsync(runId);
        await _engine.Runs.PutIndexAsync(run with { IndexKey = RunIndexKey.For(runId, run.SubmittedAt.AddSeconds(-9)) }, Cancelled);

        Assert.Single(await _engine.Reader.ListAsync(10, Cancelled));
        await _engine.WorkUntilEndedAsync(runId);
        await _engine.RoundsAsync(3 * Sweep);

        Assert.Equal(1, _engine.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task Keys_of_runs_that_ended_or_never_were_are_given_back()
    {
        await _engine.HireAsync();
        await _engine.Leases.TakeAsync("hosts", "aaaaaaaaaaaaaaaaaaaa", Cancelled);
        var ended = ExampleRun.Accepted("bbbbbbbbbbbbbbbbbbbb", _engine.Time.GetUtcNow()) with { Status = RunStatus.Completed };
        await _engine.Runs.TryAddAsync(ended, Cancelled);
        await _engine.Leases.TakeAsync("target-default", ended.RunId, Cancelled);
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Empty(await _engine.KeysAsync());
    }

    [Fact]
    public async Task What_ended_runs_left_in_a_target_is_removed_by_one_maintenance_run()
    {
        await _engine.Resources.AddAsync(new("aaaaaaaaaaaaaaaaaaaa", "west", StorageResource.Container, "azp1"), Cancelled);
        await _engine.Resources.AddAsync(new("bbbbbbbbbbbbbbbbbbbb", "west", StorageResource.Queue, "azp2"), Cancelled);
        await _engine.RoundsAsync(TimeSpan.FromSeconds(1));

        // The janitor of another process finds the one that is under way.
        _engine.Restart();
        await _engine.RoundsAsync(TimeSpan.FromSeconds(10));
        var run = Assert.Single(await _engine.Reader.ListAsync(10, Cancelled));
        Assert.Equal((MaintenanceRun.Experiment, "west", "janitor"), (run.Experiment, run.Target, run.Owner));

        var worker = await _engine.HireAsync();
        await _engine.WorkUntilEndedAsync(run.Id);
        Assert.Equal([StageKind.Clean], worker.Taken.Select(taken => taken.Key.Stage));
        Assert.Equal((RunStatus.Completed, ""), ((await _engine.HeaderAsync(run.Id)).Status, (await _engine.HeaderAsync(run.Id)).Reason));
        Assert.Empty(await _engine.Resources.ListAllAsync(Cancelled).ToArrayAsync(Cancelled));
        Assert.Contains("removed 1 container, 1 queue: azp1, azp2", await _engine.EventsAsync(run.Id));
    }

    [Fact]
    public async Task A_process_that_lost_the_lead_while_it_looked_for_what_runs_left_submits_no_second_maintenance_run()
    {
        const string EndedRun = "aaaaaaaaaaaaaaaaaaaa";
        await _engine.Resources.AddAsync(new(EndedRun, "west", StorageResource.Container, "azp1"), Cancelled);
        var leaders = new LeaderStore(_engine.Control.Rows);
        _engine.RowStore = rows => new InterruptedRowStore(
            rows,
            ControlNames.RunsTable,
            async row =>
            {
                if (row.PartitionKey == EndedRun)
                {
                    _engine.Time.Advance(4 * TaskManagerUnderTest.Heartbeat);
                    var stored = (await leaders.FindAsync(Cancelled))!;
                    Assert.NotNull(await leaders.TryPutAsync(stored with { Owner = "another", Beat = 1 }, Cancelled));
                }

                return row.PartitionKey == EndedRun;
            },
            alsoReads: true);
        _engine.Restart();

        await _engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);

        Assert.Equal("another", (await leaders.FindAsync(Cancelled))!.Owner);
        Assert.Empty(await _engine.Reader.ListAsync(10, Cancelled));
    }

    [Fact]
    public async Task What_cannot_be_removed_is_tried_less_and_less_often_until_there_is_more_or_less_of_it()
    {
        await _engine.Resources.AddAsync(new("aaaaaaaaaaaaaaaaaaaa", "west", StorageResource.Container, "azp1"), Cancelled);

        // It looks at once and then every hour.
        Assert.Equal([1, 2, 2, 3, 3, 3, 3, 4], await TriesAsync(8));

        await _engine.Resources.AddAsync(new("aaaaaaaaaaaaaaaaaaaa", "west", StorageResource.Container, "azp2"), Cancelled);
        Assert.Equal([5, 6, 6, 7], await TriesAsync(4));
    }

    [Fact]
    public async Task What_an_open_run_has_made_is_its_own_to_remove()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Measure);

        _engine.Restart();
        await _engine.RoundsAsync(2 * Sweep);

        Assert.Single(await _engine.Reader.ListAsync(10, Cancelled));
    }

    [Fact]
    public async Task An_open_run_is_not_asked_about_for_each_thing_that_it_has_made()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Measure);
        for (var number = 0; number < 500; number++)
        {
            await _engine.Resources.AddAsync(new(runId, "default", StorageResource.Container, $"azp{number}"), Cancelled);
        }

        RequestCountingRows headers = null!;
        _engine.RowStore = rows => headers = new(rows, ControlNames.RunsTable);
        _engine.Restart();
        await _engine.RoundsAsync(2 * Sweep);

        Assert.InRange(headers.Requests, 1, 300);
    }

    /// <summary>How many maintenance runs there were after each of that many looks.</summary>
    private async Task<List<int>> TriesAsync(int looks)
    {
        var tries = new List<int>();
        for (var look = 0; look < looks; look++)
        {
            (await _engine.HireAsync($"worker{_engine.Time.Elapsed.TotalHours:0}")).Script = _ => new WorkerDeed.Fail(FailureCause.RequestRefused);
            await _engine.RoundsAsync(Sweep + TaskManagerUnderTest.Heartbeat);
            var runs = await _engine.Reader.ListAsync(100, Cancelled);
            await _engine.WorkUntilEndedAsync([.. runs.Select(run => run.Id)]);
            tries.Add(runs.Count);
            _engine.Time.Advance(TimeSpan.FromHours(1));
        }

        return tries;
    }
}
