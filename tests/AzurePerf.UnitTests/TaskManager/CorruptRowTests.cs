using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>A row that this program cannot have written ends its run, with the row named; the loop and every other run go on.</summary>
public sealed class CorruptRowTests
{
    private readonly TaskManagerUnderTest _engine = new() { FaultsAreExpected = true };

    [Theory]
    [InlineData("h", "spec", "nonsense")]
    [InlineData("h", "spec", "null")]
    [InlineData("h", "spec", """{"experiment":"blob.download","scale":"quick","target":"default","parameters":null,"repetitions":1,"seed":1}""")]
    [InlineData("h", "spec", """{"experiment":"blob.download","scale":"quick","target":"a/b","parameters":{},"repetitions":1,"seed":1}""")]
    [InlineData("h", "status", "Sleeping")]
    [InlineData("h", "status", 1)]
    [InlineData("h", "submittedAt", "yesterday")]
    [InlineData("h", "submittedAt", null)]
    [InlineData("h", "indexKey", null)]
    [InlineData("h", "points", "many")]
    [InlineData("h", "v", 2)]
    [InlineData("s01", "finished", 3)]
    [InlineData("s01", "total", "many")]
    [InlineData("s01", "failed", -1)]
    [InlineData("s90", "v", null)]
    public async Task A_corrupt_header_or_stage_ends_its_run_and_the_next_one_goes_on(string rowKey, string property, object? value)
    {
        await CheckAsync(runId => _engine.SpoilAsync(ControlNames.RunsTable, runId, rowKey, property, value), runId => $"row {runId}/{rowKey}: ");
    }

    [Theory]
    [InlineData("st", "Sleeping")]
    [InlineData("st", "1")]
    [InlineData("st", null)]
    [InlineData("st", "Censored")]
    [InlineData("a", 0)]
    [InlineData("a", "first")]
    [InlineData("st", "Measured")]
    [InlineData("params", "nonsense")]
    [InlineData("params", "null")]
    [InlineData("failures", "[]")]
    [InlineData("readyAt", null)]
    [InlineData("v", 7)]
    public async Task A_corrupt_task_ends_its_run_and_the_next_one_goes_on(string property, object? value) =>
        await CheckAsync(runId => _engine.SpoilAsync(ControlNames.TasksTable, $"00-{runId}-01", "00000001", property, value), runId => $"row 00-{runId}-01/00000001: ");

    /// <summary>A restore that was broken off leaves such rows.</summary>
    [Theory]
    [InlineData("", "is done and has no result")]
    [InlineData("nonsense", "has a result that is not one: ")]
    public async Task A_done_task_whose_result_is_none_ends_its_run_and_the_next_one_goes_on(string result, string complaint) => await CheckAsync(
        async runId =>
        {
            var worker = Assert.Single(_engine.Team);
            worker.Script = _ => new WorkerDeed.Succeed();
            await worker.WorkAsync();
            await _engine.SpoilAsync(ControlNames.TasksTable, $"00-{runId}-01", "00000000", "result", result);
        },
        runId => $"task {runId}/measure/0 {complaint}");

    [Fact]
    public async Task A_task_that_is_gone_ends_its_run() => await CheckAsync(
        runId => _engine.Control.Rows.TryDeleteAsync(ControlNames.TasksTable, $"00-{runId}-01", "00000001", null, TestContext.Current.CancellationToken),
        runId => $"1 tasks from {runId}/measure/1 on should be dispatched, but 0 have a row");

    [Theory]
    [InlineData("""{"experiment":"no.such","scale":"quick","target":"default","parameters":{},"repetitions":1,"seed":1}""", "names the experiment 'no.such', which this build does not have")]
    [InlineData("""{"experiment":"blob.upload","scale":"quick","target":"default","parameters":{},"repetitions":1,"seed":1}""", "the spec lists no levels of ")]
    [InlineData("""{"experiment":"queue.add","scale":"quick","target":"default","parameters":{"clients":["many"],"messageBytes":[1],"queues":[1],"queueLength":[1]},"repetitions":1,"seed":1}""", "the spec's parameters are not those of queue.add")]
    [InlineData("""{"experiment":"queue.add","scale":"quick","target":"default","parameters":{"clients":[1],"messageBytes":[1],"queues":[1],"queueLength":[1]},"repetitions":-1,"seed":1}""", "the spec makes no plan of 1 to 2000 points")]
    public async Task A_stored_spec_that_no_experiment_of_this_build_takes_ends_its_run(string spec, string reason)
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.SpoilAsync(ControlNames.RunsTable, runId, "h", "spec", spec);
        var next = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(next);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal(RunStatus.Failed, run.Status);
        Assert.Contains(reason, run.Reason, StringComparison.Ordinal);
        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(next)).Status);
    }

    [Fact]
    public async Task What_a_condemned_run_had_handed_out_calls_for_no_second_message_of_another()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundAsync();
        Assert.Single(_engine.Control.MeasureTasks.Texts);
        _engine.Control.MeasureTasks.Lose(_ => true);
        await _engine.SpoilAsync(ControlNames.RunsTable, runId, "h", "points", "many");
        await _engine.WorkUntilEndedAsync(runId);
        await _engine.SubmitAsync(SampleSpecs.Downloads());

        await _engine.RoundsAsync(60 * TaskManagerUnderTest.Heartbeat);

        Assert.Single(_engine.Control.MeasureTasks.Texts);
    }

    [Fact]
    public async Task While_a_live_worker_executes_for_a_condemned_run_it_is_told_to_stop_and_the_next_one_waits()
    {
        var worker = await _engine.HireAsync();
        worker.Script = _ => new WorkerDeed.GoOn();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Prepare);
        await _engine.RoundsAsync(2 * TaskManagerUnderTest.Heartbeat);
        var next = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.SpoilAsync(ControlNames.RunsTable, runId, "s00", "total", "many");
        await _engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);
        Assert.Equal((RunStatus.Running, RunStatus.Accepted), ((await _engine.HeaderAsync(runId)).Status, (await _engine.HeaderAsync(next)).Status));
        Assert.NotNull(await _engine.Workers.FindCommandsAsync(WorkerPool.Measure, worker.WorkerId, TestContext.Current.CancellationToken));

        worker.Script = _ => new WorkerDeed.Succeed();
        await _engine.WorkUntilEndedAsync(runId, next);
        Assert.Equal((RunStatus.Failed, RunStatus.Completed), ((await _engine.HeaderAsync(runId)).Status, (await _engine.HeaderAsync(next)).Status));
    }

    [Fact]
    public async Task A_condemned_run_ends_only_when_a_heartbeat_that_cannot_be_from_before_lists_no_task_of_it()
    {
        var worker = await _engine.HireAsync();
        worker.Script = _ => new WorkerDeed.GoOn();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Prepare);
        await _engine.SpoilAsync(ControlNames.RunsTable, runId, "s00", "total", "many");

        // No heartbeat has told of the task yet.
        _engine.Time.Advance(TimeSpan.FromMilliseconds(200));
        await _engine.Service.RoundAsync(TestContext.Current.CancellationToken);
        Assert.Equal(RunStatus.Running, (await _engine.HeaderAsync(runId)).Status);
        Assert.NotEmpty(await _engine.KeysAsync());

        worker.Script = _ => new WorkerDeed.Succeed();
        await worker.WorkAsync();
        await _engine.RoundsAsync(4 * TaskManagerUnderTest.Heartbeat);
        Assert.Equal(RunStatus.Failed, (await _engine.HeaderAsync(runId)).Status);
    }

    [Fact]
    public async Task What_executes_for_a_condemned_run_is_not_taken_again_after_it_was_stopped()
    {
        var worker = await _engine.HireAsync();
        worker.Script = _ => new WorkerDeed.GoOn();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Prepare);
        await _engine.SpoilAsync(ControlNames.RunsTable, runId, "s00", "total", "many");

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([(new TaskKey(runId, StageKind.Prepare, 0), 1)], worker.Taken);
    }

    [Fact]
    public async Task A_condemned_bag_does_not_wait_for_its_executions_and_none_of_its_tasks_is_taken_any_more()
    {
        var worker = await _engine.HireAsync("bag1", WorkerPool.Bag);
        worker.Script = _ => new WorkerDeed.GoOn();
        var runId = await _engine.SubmitAsync(SampleSpecs.Of("""{ "experiment": "selftest.bag", "preset": "quick", "seed": 1, "parameters": { "tasks": 20, "bags": 1 } }"""));
        await _engine.WorkUntilAsync(() => Task.FromResult(worker.Current is not null));

        await _engine.SpoilAsync(ControlNames.RunsTable, runId, "s10", "total", "many");
        await _engine.RoundsAsync(TaskManagerUnderTest.Heartbeat);

        Assert.Equal(RunStatus.Failed, (await _engine.HeaderAsync(runId)).Status);
        Assert.Single(worker.Taken);
    }

    [Fact]
    public async Task While_a_condemned_run_waits_for_its_execution_the_TaskManager_rests()
    {
        RequestCountingRows? counted = null;
        _engine.RowStore = rows => counted = new(rows, ControlNames.RunsTable);
        _engine.Restart();
        var worker = await _engine.HireAsync();
        worker.Script = _ => new WorkerDeed.GoOn();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Prepare);
        await _engine.SpoilAsync(ControlNames.RunsTable, runId, "s00", "total", "many");
        await _engine.RoundAsync();
        var before = counted!.Requests;

        for (var round = 0; round < 20; round++)
        {
            _engine.Time.Advance(TimeSpan.FromMilliseconds(10));
            await _engine.Service.RoundAsync(TestContext.Current.CancellationToken);
        }

        Assert.Equal(before, counted.Requests);
    }

    [Fact]
    public async Task An_event_that_makes_no_sense_keeps_no_other_from_being_noted()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.Control.Rows.PutAsync(ControlNames.EventsTable, new Row(runId, "first") { ["v"] = 9 }, TestContext.Current.CancellationToken);
        await _engine.Control.Rows.PutAsync(ControlNames.EventsTable, new Row(runId, "0000000004") { ["v"] = 9 }, TestContext.Current.CancellationToken);

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(runId)).Status);
        Assert.Equal(6, _engine.Control.Rows.Count(ControlNames.EventsTable));
    }

    [Fact]
    public async Task An_index_entry_that_makes_no_sense_still_leads_to_its_run()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        var key = (await _engine.HeaderAsync(runId)).IndexKey;
        await _engine.SpoilAsync(ControlNames.RunIndexTable, key.Month, key.RowKey, "tags", "nonsense");
        await LoseRequestsAsync();

        Assert.Equal([runId], (await _engine.Reader.ListAsync(10, TestContext.Current.CancellationToken)).Select(item => item.Id));
        await _engine.WorkUntilEndedAsync(runId);
    }

    [Fact]
    public async Task A_worker_whose_row_makes_no_sense_counts_as_gone_and_hides_no_other()
    {
        var worker = await _engine.HireAsync();
        await _engine.Control.Rows.PutAsync(ControlNames.WorkersTable, new Row(WorkerPool.Measure, "broken") { ["v"] = 1, ["beat"] = "often" }, TestContext.Current.CancellationToken);
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(4, worker.Taken.Count);
    }

    [Fact]
    public async Task A_key_that_names_no_run_is_given_back()
    {
        await _engine.HireAsync();
        await _engine.Control.Rows.PutAsync(ControlNames.LeasesTable, new Row("hosts", "lease") { ["v"] = 1, ["run"] = 42 }, TestContext.Current.CancellationToken);
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Empty(await _engine.KeysAsync());
    }

    [Fact]
    public async Task A_resource_that_makes_no_sense_stays_and_the_others_are_removed()
    {
        await _engine.HireAsync();
        await _engine.Resources.AddAsync(new("bbbbbbbbbbbbbbbbbbbb", "west", StorageResource.Container, "azp2"), TestContext.Current.CancellationToken);
        await _engine.Control.Rows.PutAsync(ControlNames.ResourcesTable, new Row("aaaaaaaaaaaaaaaaaaaa", "azp1") { ["v"] = 1 }, TestContext.Current.CancellationToken);
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(runId)).Status);
        await _engine.WorkUntilAsync(async () => await _engine.Resources.ListAllAsync(TestContext.Current.CancellationToken).CountAsync(TestContext.Current.CancellationToken) == 1);
    }

    /// <summary>Spoils a row of a run while its first point is measured, and looks what becomes of it and of the next run.</summary>
    private async Task CheckAsync(Func<string, Task> spoil, Func<string, string> reason)
    {
        var worker = await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        var index = (await _engine.HeaderAsync(runId)).IndexKey;
        worker.Script = task => task.Key.RunId == runId && task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        await _engine.WorkUntilHeldAsync(StageKind.Measure);
        await spoil(runId);
        worker.Script = _ => new WorkerDeed.Succeed();
        var next = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(next);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal(RunStatus.Failed, run.Status);
        Assert.StartsWith(reason(runId), run.Reason, StringComparison.Ordinal);
        Assert.NotNull(run.EndedAt);
        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(next)).Status);
        Assert.Empty(await _engine.KeysAsync());
        var listed = await _engine.Reader.ListAsync(10, TestContext.Current.CancellationToken);
        Assert.Equal((RunStatus.Failed, run.Reason), listed.Where(item => item.Id == runId).Select(item => (item.Status, item.Reason)).First());
        Assert.Equal(index.Month, run.IndexKey.Month);
    }

    private async Task LoseRequestsAsync()
    {
        foreach (var message in await _engine.Control.RunRequests.GetAsync(32, TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken))
        {
            await _engine.Control.RunRequests.TryDeleteAsync(message, TestContext.Current.CancellationToken);
        }
    }
}
