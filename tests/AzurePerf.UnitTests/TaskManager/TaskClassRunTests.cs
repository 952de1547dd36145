using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Tasks;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager.Bags;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>How executions are limited and counted by kind.</summary>
public sealed class TaskClassRunTests
{
    private const string Bag = "selftest.bag";
    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_first_points_of_a_kind_may_take_four_times_what_the_planner_expects()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Measure && task.Attempt == 1 ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Of("""
            { "experiment": "table.insert", "preset": "quick", "parameters": { "clients": 1, "durationSeconds": 50, "operationsPerClient": 0 }, "repetitions": 1 }
            """));
        await _engine.WorkUntilHeldAsync(StageKind.Measure);

        worker.Clock = (260, 200);
        await _engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);
        Assert.Null(await _engine.Workers.FindCommandsAsync(WorkerPool.Measure, "worker1", Cancelled));

        worker.Clock = (261, 201);
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([("01-00000000-1", "TimedOut")], await _engine.AttemptsAsync(runId));
        Assert.Single(await _engine.EventsAsync(runId), "point 1 is stopped: killed after 201 s: 4 x 50.1 s expected, after no successes");
    }

    [Theory]
    [InlineData(StageKind.Prepare)]
    [InlineData(StageKind.Measure)]
    public async Task An_execution_that_nothing_can_stop_and_that_takes_its_worker_with_it_is_a_time_out_and_no_lost_worker(StageKind stage)
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == stage ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        await _engine.WorkUntilHeldAsync(stage);

        // It only beats from here on: it does not obey the order, and then its process ends and takes its row away.
        worker.Clock = (100_000, 99_000);
        await _engine.RoundsAsync(2 * TaskManagerUnderTest.Heartbeat);
        worker.Lives = false;
        await _engine.Workers.RemoveAsync(WorkerPool.Measure, worker.WorkerId, Cancelled);
        await _engine.HireAsync("worker2");
        await _engine.WorkUntilEndedAsync(runId);

        var attempt = Assert.Single(await _engine.AttemptsAsync(runId));
        Assert.Equal("TimedOut", attempt.Cause);
        Assert.Contains(await _engine.EventsAsync(runId), text => text.Contains("worker worker1 could not stop it and ended", StringComparison.Ordinal));
        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(runId)).Status);
    }

    [Fact]
    public async Task Wherever_the_process_ends_every_execution_is_counted_once()
    {
        for (var change = 1; change <= 60; change++)
        {
            var engine = new TaskManagerUnderTest();
            var worker = await engine.HireAsync();
            worker.Script = task => task is { Attempt: 1, Key: { Stage.Kind: StageKind.Measure, Number: 0 } } ? new WorkerDeed.Fail(FailureCause.ServerBusy) : new WorkerDeed.Succeed();
            engine.Crash.Arm(change, applied: change % 2 == 0);
            var runId = await engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

            await engine.WorkUntilEndedAsync(runId);

            var measured = await engine.KindsAsync("blob.download", StageKind.Measure);
            Assert.Equal(
                (change, 1L, 2L, 1L, 1L),
                (change,
                    (await engine.KindsAsync("blob.download", StageKind.Prepare)).Executions,
                    measured.Successes,
                    measured.CountOf(FailureCause.ServerBusy),
                    (await engine.KindsAsync("blob.download", StageKind.Clean)).Executions));
        }
    }

    [Fact]
    public async Task A_bag_task_whose_product_is_there_already_is_done_and_counted_as_reused()
    {
        await _engine.HireBagWorkersAsync(2);
        _engine.Team.ForEach(worker => worker.Script = task => task.Key.Number == 3 ? new WorkerDeed.Fail(FailureCause.AlreadyExists) : new WorkerDeed.Succeed());
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 20));

        await _engine.WorkUntilEndedAsync(runId);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
        var stage = await _engine.StageAsync(runId);
        Assert.Equal((20, 0, 0L, 0), (stage.Finished, stage.Failed, stage.Repeated, stage.Ends.Count));
        Assert.Equal((BenchmarkTaskStatus.Done, true), ((await _engine.RowsAsync(runId))[3].Status, (await _engine.RowsAsync(runId))[3].IsReused));
        var statistics = await _engine.KindsAsync(Bag, StageId.Bag(0));
        Assert.Equal((20, 19, 1, 1), (statistics.Executions, statistics.Successes, statistics.CountOf(FailureCause.AlreadyExists), statistics.CountOf(FailureClass.Reused)));
    }

    [Fact]
    public async Task Bags_of_short_and_of_long_tasks_are_of_different_classes_so_that_neither_limits_the_other()
    {
        await _engine.HireBagWorkersAsync(2);
        foreach (var milliseconds in new[] { 100, 100, 3_600_000 })
        {
            await _engine.WorkUntilEndedAsync(await _engine.SubmitAsync(BagScene.Spec(tasks: 20, milliseconds: milliseconds)));
        }

        var day = DateOnly.FromDateTime(_engine.Time.GetUtcNow().UtcDateTime);
        var hours = (await new ExecutionStatisticsStore(_engine.Control.Rows, _engine.Time).ReadDaysAsync(day.AddDays(-1), day, Cancelled)).Hours;
        Assert.Equal(
            [("""{"taskMilliseconds":100}""", 40), ("""{"taskMilliseconds":3600000}""", 20)],
            hours.GroupBy(hour => hour.TaskClass.Levels, (levels, same) => (levels, (int)same.Sum(hour => hour.Statistics.Successes))).Order());
    }

    [Fact]
    public async Task Many_small_preparations_do_not_shorten_the_time_that_a_large_one_may_take()
    {
        _engine.Options = new() { TaskTimeLimit = TimeSpan.FromHours(2), TasksPerMessage = 1 };
        _engine.Restart();
        var worker = await _engine.HireAsync();
        for (var run = 0; run < 12; run++)
        {
            await _engine.WorkUntilEndedAsync(await _engine.SubmitAsync(Entities(entities: 100)));
        }

        worker.Script = task => task.Key.Stage == StageKind.Prepare ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        await _engine.SubmitAsync(Entities(entities: 10_000));
        await _engine.WorkUntilHeldAsync(StageKind.Prepare);
        worker.Clock = (7_000, 7_000);
        await _engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);
        Assert.Null(await _engine.Workers.FindCommandsAsync(WorkerPool.Measure, "worker1", Cancelled));

        worker.Clock = (7_201, 7_201);
        await _engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);
        Assert.NotNull(await _engine.Workers.FindCommandsAsync(WorkerPool.Measure, "worker1", Cancelled));
    }

    private static RunSpec Entities(int entities) => SampleSpecs.Of($$"""
        { "experiment": "table.query", "preset": "quick", "parameters": { "datasetEntities": {{entities}} }, "repetitions": 1 }
        """);

    [Fact]
    public async Task Who_only_answers_a_measurement_has_no_part_in_its_durations()
    {
        foreach (var worker in new[] { await _engine.HireAsync("worker1"), await _engine.HireAsync("worker2") })
        {
            worker.AnsweringMember = 0;
        }

        var runId = await _engine.SubmitAsync(SampleSpecs.Of("""{ "experiment": "tcp.rtt", "preset": "quick", "repetitions": 1 }"""));
        await _engine.WorkUntilEndedAsync(runId);

        var points = (await _engine.PublishedAsync(runId)).Length;
        var (measured, answered) = (await _engine.KindsAsync("tcp.rtt", StageKind.Measure), await _engine.KindsAsync("tcp.rtt", "answer"));
        Assert.Equal((points, points), ((int)measured.Successes, (int)answered.Successes));
        Assert.InRange(measured.Mean!.Value, TimeSpan.FromMilliseconds(1), TimeSpan.FromSeconds(20));
    }

    [Fact]
    public async Task A_point_that_is_there_already_is_done_and_counted_as_reused_and_the_run_goes_on()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key is { Stage.Kind: StageKind.Measure, Number: 0 } ? new WorkerDeed.Fail(FailureCause.AlreadyExists, "it exists") : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1, onError: "stop"));

        await _engine.WorkUntilEndedAsync(runId);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
        Assert.Equal(
            [(PointStatus.Reused, 1, "it exists", true), (PointStatus.Measured, 1, "", false)],
            (await _engine.PublishedAsync(runId)).Select(point => (point.Status, point.Attempt, point.Error, point.Summary is null)));
        Assert.Empty(await _engine.AttemptsAsync(runId));
        Assert.Contains("point 1 of 2 not measured, what it was to make was there already: it exists", await _engine.EventsAsync(runId));
        await _engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);
        var statistics = await _engine.KindsAsync("blob.download", StageKind.Measure);
        Assert.Equal((2, 1, 1), (statistics.Executions, statistics.Successes, statistics.CountOf(FailureClass.Reused)));
    }

    [Fact]
    public async Task A_prepare_task_that_finds_its_data_there_is_done_and_counted_as_reused()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task.Key.Stage == StageKind.Prepare ? new WorkerDeed.Fail(FailureCause.AlreadyExists) : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);
        await _engine.RoundsAsync(3 * TaskManagerUnderTest.Heartbeat);

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(runId)).Status);
        var statistics = await _engine.KindsAsync("blob.download", StageKind.Prepare);
        Assert.Equal((1, 0, 1), (statistics.Executions, statistics.Successes, statistics.CountOf(FailureClass.Reused)));
    }

    /// <summary>The scripted workers keep no record, as if each had died between the row and the record.</summary>
    [Fact]
    public async Task Ends_that_are_missing_on_record_are_counted_from_the_rows()
    {
        await _engine.HireBagWorkersAsync(2);
        _engine.Team.ForEach(worker => worker.Script = task => task switch
        {
            { Key.Number: 3 } => new WorkerDeed.Fail(FailureCause.UserCodeError),
            { Key.Number: 5, Attempt: < 3 } => new WorkerDeed.Fail(task.Attempt == 1 ? FailureCause.Preempted : FailureCause.OutOfDisk),
            { Key.Number: 7, Attempt: 1 } => new WorkerDeed.Fail(FailureCause.BadInput),
            _ => new WorkerDeed.Succeed(),
        });
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 20));

        await _engine.WorkUntilEndedAsync(runId);

        (FailureCause, int)[] expected = [(FailureCause.OutOfDisk, 1), (FailureCause.UserCodeError, 3), (FailureCause.Preempted, 1), (FailureCause.BadInput, 1)];
        Assert.Empty(await _engine.AttemptsAsync(runId));
        Assert.Equal(expected, (await _engine.StageAsync(runId)).Ends.Select(end => (end.Key, end.Value)));
        Assert.Equal(expected, (await _engine.KindsAsync(Bag, StageId.Bag(0))).Causes.Select(end => (end.Key, (int)end.Value)));
    }

    [Fact]
    public async Task An_end_that_is_on_record_and_in_the_row_is_counted_once_with_the_machine_and_the_hour_of_the_record()
    {
        await _engine.HireBagWorkersAsync(1);
        var worker = _engine.Team[0];
        worker.Script = task => task is { Key.Number: 3, Attempt: 1 } ? new WorkerDeed.Fail(FailureCause.OutOfDisk) : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 5));
        await _engine.WorkUntilAsync(() => Task.FromResult(worker.Taken.Any(taken => taken.Key.Number == 3)));
        var failed = new BenchmarkTask { Key = new(runId, StageId.Bag(0), 3), Order = new(), Attempt = 1, Owner = "gone", Sku = "big", EndedAt = _engine.Time.GetUtcNow() };
        await new AttemptStore(_engine.Control.Rows).AddAsync(failed, FailureCause.OutOfDisk, "full", Cancelled);

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([(FailureCause.OutOfDisk, 1)], (await _engine.StageAsync(runId)).Ends.Select(end => (end.Key, end.Value)));
        Assert.Equal(1, (await _engine.KindsAsync(Bag, StageId.Bag(0), "big")).Executions);
        Assert.Equal((5, 5), ((await _engine.KindsAsync(Bag, StageId.Bag(0))).Executions, (await _engine.KindsAsync(Bag, StageId.Bag(0))).Successes));
    }

    [Fact]
    public async Task What_a_worker_did_counts_for_its_kind_of_machine_also_when_its_row_is_gone()
    {
        var big = await _engine.HireAsync("big1", WorkerPool.Bag, sku: "big");
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 20));
        await _engine.WorkUntilAsync(() => Task.FromResult(big.Taken.Count == 7));
        big.Lives = false;
        await _engine.Workers.RemoveAsync(WorkerPool.Bag, "big1", Cancelled);
        await _engine.HireBagWorkersAsync(1);

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(7, (await _engine.KindsAsync(Bag, StageId.Bag(0), "big")).Successes);
        Assert.Equal(13, (await _engine.KindsAsync(Bag, StageId.Bag(0))).Successes);
    }

    [Fact]
    public async Task What_workers_counted_of_an_open_bag_limits_executions_on_their_own_kind_of_machine_only()
    {
        var slow = await _engine.HireAsync("slow1", WorkerPool.Bag, sku: "slow");
        var fast = await _engine.HireAsync("fast1", WorkerPool.Bag, sku: "fast");
        _engine.Team.ForEach(worker => worker.Script = task => task is { Attempt: 1, Key.Number: < 2 } ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed());
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 20));
        await _engine.WorkUntilAsync(() => Task.FromResult(slow.Current is not null && fast.Current is not null));
        slow.Tallies = [new(runId, StageId.Bag(0).Number, 100, 0, 2_000)];
        fast.Tallies = [new(runId, StageId.Bag(0).Number, 100, 0, 10)];

        // 4 x 18 s there, 30 s here; of both together it would be 38 s.
        slow.Clock = (60, 0);
        fast.Clock = (36, 0);
        await _engine.RoundsAsync(8 * TaskManagerUnderTest.Heartbeat);

        Assert.Null(await _engine.Workers.FindCommandsAsync(WorkerPool.Bag, "slow1", Cancelled) is { Stops.Count: > 0 } stops ? stops.Stops[0].Reason : null);
        var stop = Assert.Single((await _engine.Workers.FindCommandsAsync(WorkerPool.Bag, "fast1", Cancelled))!.Stops);
        Assert.StartsWith("killed after 36 s: 4 x ", stop.Reason, StringComparison.Ordinal);
    }
}
