using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class LostWorkerTests
{
    private readonly TaskManagerUnderTest _engine = new();

    [Theory]
    [InlineData(StageKind.Prepare)]
    [InlineData(StageKind.Measure)]
    [InlineData(StageKind.Clean)]
    public async Task What_a_dead_worker_had_in_its_hands_is_done_again_by_another(StageKind stage)
    {
        var doomed = await _engine.HireAsync("doomed");
        doomed.Script = task => task.Key.Stage == stage ? new WorkerDeed.Die() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilAsync(() => Task.FromResult(!doomed.Lives));
        var heir = await _engine.HireAsync("heir");

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((new TaskKey(runId, stage, 0), 2), heir.Taken[0]);
        Assert.Equal([("WorkerLost")], (await _engine.AttemptsAsync(runId)).Select(attempt => attempt.Cause));
        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
        Assert.Equal([1, 2], (await _engine.PublishedAsync(runId)).Select(point => point.Number));
    }

    [Fact]
    public async Task Three_heartbeats_of_silence_are_death_and_no_less()
    {
        var doomed = await _engine.HireAsync("doomed");
        doomed.Script = _ => new WorkerDeed.Die();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilAsync(() => Task.FromResult(!doomed.Lives));

        await _engine.RoundsAsync(2.5 * TaskManagerUnderTest.Heartbeat);
        Assert.Equal(BenchmarkTaskStatus.Running, (await PrepareAsync(runId)).Status);

        await _engine.RoundsAsync(1.5 * TaskManagerUnderTest.Heartbeat);
        Assert.Equal((BenchmarkTaskStatus.Ready, 2), ((await PrepareAsync(runId)).Status, (await PrepareAsync(runId)).Attempt));
    }

    [Fact]
    public async Task A_worker_that_took_its_row_away_is_gone_at_once()
    {
        var doomed = await _engine.HireAsync("doomed");
        doomed.Script = _ => new WorkerDeed.Die();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilAsync(() => Task.FromResult(!doomed.Lives));

        await _engine.Workers.RemoveAsync(WorkerPool.Measure, "doomed", TestContext.Current.CancellationToken);
        await _engine.RoundsAsync(0.5 * TaskManagerUnderTest.Heartbeat);

        Assert.Equal(2, (await PrepareAsync(runId)).Attempt);
    }

    [Fact]
    public async Task Orders_that_were_written_after_their_worker_left_go()
    {
        await _engine.HireAsync("leaver");
        await _engine.Workers.TryPutCommandsAsync(WorkerPool.Measure, "leaver", new() { Hold = true }, TestContext.Current.CancellationToken);
        await _engine.RoundsAsync(TaskManagerUnderTest.Heartbeat);
        Assert.NotNull(await OrdersAsync("leaver"));

        await _engine.Workers.RemoveAsync(WorkerPool.Measure, "leaver", TestContext.Current.CancellationToken);
        await _engine.Workers.TryPutCommandsAsync(WorkerPool.Measure, "leaver", new() { Hold = true }, TestContext.Current.CancellationToken);
        await _engine.RoundsAsync(TaskManagerUnderTest.Heartbeat);

        Assert.Null(await OrdersAsync("leaver"));

        Task<WorkerCommands?> OrdersAsync(string workerId) =>
            _engine.Workers.FindCommandsAsync(WorkerPool.Measure, workerId, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_pause_of_the_TaskManager_kills_nobody()
    {
        var worker = await _engine.HireAsync();
        worker.Script = _ => new WorkerDeed.GoOn();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilHeldAsync(StageKind.Prepare);
        var beats = worker.Lives;
        worker.Lives = false;

        // Neither the worker nor the TaskManager ran in these 100 heartbeats, as on a machine that slept.
        _engine.Time.Advance(100 * TaskManagerUnderTest.Heartbeat);
        await _engine.RoundAsync();
        worker.Lives = beats;
        await _engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);

        Assert.Equal((BenchmarkTaskStatus.Running, 1), ((await PrepareAsync(runId)).Status, (await PrepareAsync(runId)).Attempt));
    }

    [Fact]
    public async Task What_a_worker_stores_after_it_was_taken_for_dead_does_not_count()
    {
        var zombie = await _engine.HireAsync("zombie");
        zombie.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.Die() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilAsync(() => Task.FromResult(!zombie.Lives));
        var held = zombie.Current!;
        await _engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);

        var late = TaskTransitions.Complete(held, held.Nonce, ScriptedWorker.ResultOf(held), _engine.Time.GetUtcNow())!;
        Assert.Null(await _engine.Tasks.TryReplaceAsync(late, TestContext.Current.CancellationToken));

        await _engine.HireAsync("heir");
        await _engine.WorkUntilEndedAsync(runId);
        Assert.Equal([(1, 2, "heir"), (2, 1, "heir")], (await _engine.PublishedAsync(runId)).Select(point => (point.Number, point.Attempt, point.WorkerId)));
    }

    [Fact]
    public async Task A_result_stored_at_the_very_moment_its_worker_is_taken_for_dead_counts_and_nothing_is_on_record_as_lost()
    {
        ScriptedWorker? doomed = null;
        _engine.RowStore = rows => new InterruptedRowStore(rows, ControlNames.TasksTable, async row =>
        {
            var isDecided = row.RowKey == "00000000" && row.PartitionKey.EndsWith("-01", StringComparison.Ordinal) && row.Integer("a") == 2;
            if (isDecided)
            {
                var held = doomed!.Current!;
                var late = TaskTransitions.Complete(held, held.Nonce, ScriptedWorker.ResultOf(held), _engine.Time.GetUtcNow())!;
                Assert.NotNull(await _engine.Tasks.TryReplaceAsync(late, TestContext.Current.CancellationToken));
            }

            return isDecided;
        });
        _engine.Restart();
        doomed = await _engine.HireAsync("doomed");
        doomed.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.Die() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilAsync(() => Task.FromResult(!doomed.Lives));

        await _engine.HireAsync("heir");
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([(1, "doomed"), (1, "heir")], (await _engine.PublishedAsync(runId)).Select(point => (point.Attempt, point.WorkerId)));
        Assert.Empty(await _engine.AttemptsAsync(runId));
        Assert.DoesNotContain(await _engine.EventsAsync(runId), entry => entry.Contains("WorkerLost", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_result_stored_before_its_worker_is_declared_dead_counts()
    {
        var doomed = await _engine.HireAsync("doomed");
        doomed.Script = task => task.Key.Stage == StageKind.Measure ? new WorkerDeed.Die() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilAsync(() => Task.FromResult(!doomed.Lives));
        var held = doomed.Current!;
        await _engine.RoundsAsync(2.5 * TaskManagerUnderTest.Heartbeat);
        await _engine.Tasks.TryReplaceAsync(
            TaskTransitions.Complete(held, held.Nonce, ScriptedWorker.ResultOf(held), _engine.Time.GetUtcNow())!, TestContext.Current.CancellationToken);

        await _engine.HireAsync("heir");
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((1, "doomed"), ((await _engine.PublishedAsync(runId))[0].Attempt, (await _engine.PublishedAsync(runId))[0].WorkerId));
        Assert.Empty(await _engine.AttemptsAsync(runId));
    }

    [Fact]
    public async Task A_point_whose_workers_die_one_after_the_other_fails_after_five_repetitions()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Of("""{ "experiment": "table.insert", "preset": "quick", "parameters": { "clients": 1 }, "repetitions": 1 }"""));
        for (var life = 1; life <= 6; life++)
        {
            var doomed = await _engine.HireAsync($"doomed{life}");
            doomed.Script = _ => new WorkerDeed.Die();
            await _engine.WorkUntilAsync(() => Task.FromResult(!doomed.Lives));
        }

        await _engine.HireAsync("heir");
        await _engine.WorkUntilEndedAsync(runId);

        var point = Assert.Single(await _engine.PublishedAsync(runId));
        Assert.Equal((PointStatus.Failed, 6, "worker doomed6 died"), (point.Status, point.Attempt, point.Error));
        Assert.Null(point.Summary);
    }

    [Fact]
    public async Task The_row_of_a_dead_worker_goes_when_no_task_names_it_any_more()
    {
        var doomed = await _engine.HireAsync("doomed");
        doomed.Script = _ => new WorkerDeed.Die();
        await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.WorkUntilAsync(() => Task.FromResult(!doomed.Lives));
        await _engine.RoundsAsync(2 * TaskManagerUnderTest.Heartbeat);
        Assert.NotNull(await _engine.Workers.FindAsync(WorkerPool.Measure, "doomed", TestContext.Current.CancellationToken));

        await _engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);

        Assert.Null(await _engine.Workers.FindAsync(WorkerPool.Measure, "doomed", TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task The_row_of_a_dead_worker_is_removed_once()
    {
        var changes = 0;
        _engine.RowStore = rows => new InterceptedRowStore(rows, (table, _, isChange) => changes += isChange && table == ControlNames.WorkersTable ? 1 : 0);
        _engine.Restart();
        var doomed = await _engine.HireAsync("doomed");
        await _engine.RoundAsync();
        doomed.Lives = false;

        await _engine.RoundsAsync(9 * TaskManagerUnderTest.Heartbeat);

        // The row, and that of its commands.
        Assert.Equal(2, changes);
    }

    [Fact]
    public async Task An_execution_over_its_time_is_ordered_to_stop_once_and_then_repeated()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task is { Key.Stage.Kind: StageKind.Measure, Key.Number: 0, Attempt: 1 } ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilHeldAsync(StageKind.Measure);

        await _engine.RoundsAsync(TaskManagerUnderTest.TaskTimeLimit - TaskManagerUnderTest.Heartbeat);
        Assert.Null(await _engine.Workers.FindCommandsAsync(WorkerPool.Measure, "worker1", TestContext.Current.CancellationToken));
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([("01-00000000-1", "PrepareTimedOut")], await _engine.AttemptsAsync(runId));
        Assert.Single(await _engine.EventsAsync(runId), "point 1 is stopped: killed after 20 s of preparing: the limit is 20 s");
        Assert.Equal([2, 1], (await _engine.PublishedAsync(runId)).Select(point => point.Attempt));
    }

    [Fact]
    public async Task An_order_that_could_not_be_stored_is_not_on_record_before_it_is_given_again()
    {
        var refused = 0;
        _engine.RowStore = rows => new InterruptedRowStore(rows, ControlNames.WorkersTable, async row =>
        {
            if (!row.RowKey.EndsWith("!orders", StringComparison.Ordinal))
            {
                return false;
            }

            refused++;
            return await _engine.Workers.TryPutCommandsAsync(WorkerPool.Measure, "worker1", new() { Watched = true }, TestContext.Current.CancellationToken) is not null;
        });
        _engine.Restart();
        var worker = await _engine.HireAsync();
        worker.Script = task => task is { Key.Stage.Kind: StageKind.Measure, Key.Number: 0, Attempt: 1 } ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(1, refused);
        Assert.Single(await _engine.EventsAsync(runId), "point 1 is stopped: killed after 20 s of preparing: the limit is 20 s");
    }

    private async Task<BenchmarkTask> PrepareAsync(string runId) =>
        (await _engine.Tasks.FindAsync(new(runId, StageKind.Prepare, 0), TestContext.Current.CancellationToken))!;
}
