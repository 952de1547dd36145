using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

public sealed class BagRunTests
{
    private const int Block = TaskSharding.BlockTasks;
    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_bag_that_is_submitted_makes_no_bag_worker_hold_though_a_measure_worker_is_on_its_host()
    {
        await _engine.HireAsync("measure1");
        (await _engine.HireAsync("bag1", WorkerPool.Bag, host: "host1")).Script = _ => new WorkerDeed.GoOn();
        await _engine.RoundsAsync(TaskManagerUnderTest.Heartbeat);
        var holds = 0;
        _engine.AfterRound = async () => holds += (await _engine.Workers.FindCommandsAsync(WorkerPool.Bag, "bag1", Cancelled))?.Hold == true ? 1 : 0;

        for (var number = 0; number < 10; number++)
        {
            // At another moment between two looks at the queue each time.
            await _engine.SubmitAsync(BagScene.Spec(tasks: 3));
            await _engine.RoundsAsync(TaskManagerUnderTest.Heartbeat * 1.2);
        }

        Assert.Equal(0, holds);
    }

    [Fact]
    public async Task Every_task_of_two_bags_is_executed_once_and_the_second_bag_has_no_row_before_the_first_is_closed()
    {
        await _engine.HireBagWorkersAsync(3);
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 130, bags: 2));
        _engine.AfterRound = async () =>
        {
            if ((await _engine.RowsAsync(runId, bag: 1)).Length > 0)
            {
                Assert.True((await _engine.StageAsync(runId)).Closed);
                Assert.All(await _engine.RowsAsync(runId), task => Assert.Equal(BenchmarkTaskStatus.Done, task.Status));
            }
        };

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, ""), await EndOfAsync(runId));
        foreach (var bag in new[] { 0, 1 })
        {
            Assert.Equal(
                Enumerable.Range(0, 130).Select(number => (number, 1)),
                _engine.Team.SelectMany(worker => worker.Taken).Where(taken => taken.Key.Stage == StageId.Bag(bag)).Select(taken => (taken.Key.Number, taken.Attempt)).Order());
            var stage = await _engine.StageAsync(runId, bag);
            Assert.Equal((130, 130, 0, 0, 0L), (stage.Created, stage.Finished, stage.Failed, stage.Cancelled, stage.Repeated));
        }

        await _engine.DrainMessagesAsync();
    }

    [Fact]
    public async Task Without_workers_no_more_is_handed_out_than_fills_the_window_with_whole_blocks()
    {
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 1_000));

        await _engine.RoundsAsync(20 * TaskManagerUnderTest.Heartbeat);

        // The window is twice the 80 slots that the pool may have; a block is begun while one place in it is free.
        Assert.Equal(Enumerable.Range(0, 200), _engine.Messages());
        Assert.Equal((200, 200), ((await _engine.RowsAsync(runId)).Length, (await _engine.StageAsync(runId)).Created));
        Assert.Equal("waits for a bag worker: none is alive", (await _engine.HeaderAsync(runId)).Reason);
    }

    [Fact]
    public async Task An_execution_over_its_limit_is_stopped_while_the_rest_of_its_bag_is_still_dispatched()
    {
        await _engine.HireBagWorkersAsync(2);
        var (slow, fast) = (_engine.Team[0], _engine.Team[1]);
        slow.Script = _ => new WorkerDeed.GoOn();
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 20_000));
        await _engine.WorkUntilAsync(() => Task.FromResult(slow.Current is not null));
        slow.Clock = (31, 0);
        _engine.AfterRound = async () =>
        {
            // So many that there is always room for more messages: every look at the bag dispatches.
            for (var task = 0; task < 2 * Block; task++)
            {
                await fast.WorkAsync();
            }
        };

        await _engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);

        Assert.Equal(["TimedOut"], (await _engine.AttemptsAsync(runId, shard: slow.Taken[0].Key.Shard)).Select(attempt => attempt.Cause));
        Assert.InRange((await _engine.StageAsync(runId)).Created, 1_000, 19_999);
    }

    [Fact]
    public async Task An_execution_is_killed_later_by_what_its_work_allows_a_users_program()
    {
        await _engine.HireBagWorkersAsync(1);
        var worker = _engine.Team[0];
        worker.Script = _ => new WorkerDeed.GoOn();
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 1));
        await _engine.WorkUntilAsync(() => Task.FromResult(worker.Current is not null));
        (worker.Clock, worker.UserCode) = ((89, 0), 60);
        await _engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);
        Assert.Empty(await _engine.AttemptsAsync(runId));

        worker.Clock = (91, 0);
        await _engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);

        Assert.Equal(["TimedOut"], (await _engine.AttemptsAsync(runId)).Select(attempt => attempt.Cause));
        Assert.EndsWith(", and 60 s for the user's program", Assert.Single(await _engine.RowsAsync(runId)).Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_worker_that_still_lists_the_attempt_before_costs_the_next_one_nothing()
    {
        await _engine.HireBagWorkersAsync(2);
        _engine.Team.ForEach(worker => worker.Script = _ => new WorkerDeed.GoOn());
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 2));
        await _engine.WorkUntilAsync(() => Task.FromResult(_engine.Team.TrueForAll(worker => worker.Current is not null)));
        var late = _engine.Team[0];
        var row = Assert.Single(await _engine.RowsAsync(runId), task => task.Owner == late.WorkerId);
        var next = await _engine.Tasks.TryReplaceAsync(row with { Attempt = row.Attempt + 1 }, Cancelled);
        late.Clock = (TimeSpan.FromHours(1).TotalSeconds, 0);

        await _engine.RoundsAsync(2 * TaskManagerUnderTest.Heartbeat);

        var after = Assert.Single(await _engine.RowsAsync(runId), task => task.Key == row.Key);
        Assert.Equal((BenchmarkTaskStatus.Running, next!.Attempt), (after.Status, after.Attempt));
    }

    [Fact]
    public async Task A_task_that_fails_for_good_is_counted_and_the_others_go_on()
    {
        await _engine.HireBagWorkersAsync(2);
        _engine.Team.ForEach(worker => worker.Script = task => task.Key.Number == 3 ? new WorkerDeed.Fail(FailureCause.UserCodeError) : new WorkerDeed.Succeed());
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 20));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.CompletedWithErrors, "1 of 20 tasks failed"), await EndOfAsync(runId));
        var stage = await _engine.StageAsync(runId);
        Assert.Equal((20, 1, 2L), (stage.Finished, stage.Failed, stage.Repeated));
        Assert.Equal([1, 2, 3], _engine.Team.SelectMany(worker => worker.Taken).Where(taken => taken.Key.Number == 3).Select(taken => taken.Attempt).Order());
    }

    [Fact]
    public async Task Where_onError_is_stop_the_first_task_that_fails_for_good_ends_the_run_and_later_bags_are_never_made()
    {
        await _engine.HireBagWorkersAsync(2);
        _engine.Team.ForEach(worker => worker.Script = task => task.Key.Number == 3 ? new WorkerDeed.Fail(FailureCause.BadInput) : new WorkerDeed.Succeed());
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 20, bags: 2, onError: "stop"));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Failed, "a task failed and onError is stop"), await EndOfAsync(runId));
        Assert.Empty(await _engine.RowsAsync(runId, bag: 1));
        await _engine.DrainMessagesAsync();
    }

    [Fact]
    public async Task What_a_dead_worker_executed_is_done_by_another_and_charged_to_the_worker()
    {
        await _engine.HireBagWorkersAsync(2);
        _engine.Team[0].Script = task => task.Key.Number >= 5 ? new WorkerDeed.Die() : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 20));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, ""), await EndOfAsync(runId));
        var lost = _engine.Team[0].Taken[^1].Key;
        var task = (await _engine.RowsAsync(runId))[lost.Number];
        Assert.Equal((BenchmarkTaskStatus.Done, 2, 1, "bag2"), (task.Status, task.Attempt, task.Failures.WorkerLost, task.Owner));
        Assert.Equal(1, (await _engine.StageAsync(runId)).Ends[FailureCause.WorkerLost]);
        await _engine.DrainMessagesAsync();
    }

    [Fact]
    public async Task A_run_cancelled_in_the_middle_of_a_bag_stops_what_is_executed_gives_up_the_rest_and_makes_nothing_more()
    {
        await _engine.HireBagWorkersAsync(3);
        _engine.Team.ForEach(worker => worker.Script = task => task.Key.Number < 30 ? new WorkerDeed.Succeed() : new WorkerDeed.GoOn());
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 1_000, bags: 2));
        await _engine.WorkUntilAsync(async () => _engine.Team.All(worker => worker.Current is { Key.Number: >= 30 }) && (await _engine.StageAsync(runId)).Created == 2 * Block);
        var taken = _engine.Team.Sum(worker => worker.Taken.Count);

        await _engine.Cancellation.RequestAsync(runId, "not needed", Cancelled);
        _engine.AfterRound = () => CheckEndAsync(runId);
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((RunStatus.Cancelled, "not needed"), await EndOfAsync(runId));
        var rows = await _engine.RowsAsync(runId);
        Assert.Equal((30, 170), (rows.Count(task => task.Status == BenchmarkTaskStatus.Done), rows.Count(task => task.Status == BenchmarkTaskStatus.Cancelled)));
        var stage = await _engine.StageAsync(runId);
        Assert.Equal((200, 200, 0, 170), (stage.Created, stage.Finished, stage.Failed, stage.Cancelled));
        Assert.Empty(await _engine.RowsAsync(runId, bag: 1));

        await _engine.RoundsAsync(2 * TaskManagerUnderTest.Heartbeat);
        await _engine.DrainMessagesAsync();
        Assert.Equal(taken, _engine.Team.Sum(worker => worker.Taken.Count));
        Assert.All(_engine.Team, worker => Assert.Null(worker.Current));
    }

    [Fact]
    public async Task An_execution_that_began_after_its_workers_last_heartbeat_is_stopped_with_its_run_too()
    {
        await _engine.HireBagWorkersAsync(1);
        var worker = _engine.Team[0];
        worker.Script = _ => new WorkerDeed.GoOn();
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 5));
        await _engine.WorkUntilAsync(() => Task.FromResult(worker.Current is not null));

        await _engine.Cancellation.RequestAsync(runId, "", Cancelled);
        await _engine.WorkUntilEndedAsync(runId);
        await _engine.WorkUntilAsync(() => Task.FromResult(worker.Current is null));

        Assert.Single(worker.Taken);
    }

    /// <summary>The process ends after each of the writes that hand out 130 tasks, and in the night also before: two blocks of rows, their messages, the cursor.</summary>
    [Fact]
    public async Task Wherever_the_process_ends_while_it_hands_out_a_bag_each_task_has_one_row_and_a_message_and_one_block_is_repeated_at_most()
    {
        var changes = (await DispatchAsync(0, applied: false)).Crash.Changes;
        Assert.InRange(changes, 134, 170);
        foreach (var (change, applied) in CrashPlan.Ends(changes))
        {
            var engine = await DispatchAsync(change, applied);
            if (change % 20 == 0)
            {
                await WorkOffAsync(engine);
            }
        }
    }

    /// <summary>The first process stands still while it moves the cursor, for so long that another one leads and hands out the block again.</summary>
    [Fact]
    public async Task A_process_that_lost_the_lead_in_the_middle_of_a_block_moves_no_cursor_and_stops()
    {
        var (standsStill, rival) = (true, _engine.Service);
        _engine.RowStore = rows => new InterruptedRowStore(rows, ControlNames.RunsTable, async row =>
        {
            if (!standsStill || row.RowKey != "s10" || row.Integer("created") == 0)
            {
                return false;
            }

            standsStill = false;
            await RoundsAsync(rival, 5 * TaskManagerUnderTest.Heartbeat);
            return true;
        });
        _engine.Restart();
        _engine.RowStore = rows => rows;
        rival = _engine.StartRival();
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 250));
        await _engine.RoundsAsync(TaskManagerUnderTest.Heartbeat);

        Assert.False(standsStill);
        var leader = await _engine.LeaderAsync();
        Assert.Equal(Block, (await _engine.StageAsync(runId)).Created);
        Assert.Equal(Block, (await _engine.RowsAsync(runId)).Length);
        Assert.Equal(Enumerable.Range(0, 2 * Block).Select(index => index / 2), _engine.Messages());

        await _engine.HireBagWorkersAsync(3);
        _engine.AfterRound = () => rival.RoundAsync(Cancelled);
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(leader, await _engine.LeaderAsync());
        await CheckWorkedOffAsync(_engine, runId, 250);
    }

    [Fact]
    public async Task Two_processes_that_take_the_lead_from_each_other_again_and_again_lose_nothing_and_do_nothing_twice()
    {
        await _engine.HireBagWorkersAsync(2);
        var runId = await _engine.SubmitAsync(BagScene.Spec(tasks: 150, bags: 2));
        var rival = _engine.StartRival();
        var leaders = new List<string?>();
        for (var turn = 0; !(await _engine.HeaderAsync(runId)).Status.IsTerminal(); turn++)
        {
            Assert.True(turn < 500, "the run does not end");
            for (var round = 0; round < 25; round++)
            {
                if (turn % 2 == 0)
                {
                    await _engine.WorkAsync();
                }
                else
                {
                    await RoundsAsync(rival, TimeSpan.FromMilliseconds(200));
                    await _engine.Team[0].WorkAsync();
                }
            }

            leaders.Add(await _engine.LeaderAsync());
        }

        Assert.InRange(leaders.Zip(leaders.Skip(1)).Count(pair => pair.First != pair.Second), 3, 500);
        await CheckWorkedOffAsync(_engine, runId, 150);
    }

    private static async Task<TaskManagerUnderTest> DispatchAsync(int change, bool applied)
    {
        // A window that holds both blocks twice over, so that both are handed out without any worker.
        var engine = new TaskManagerUnderTest { Options = new() { MostBagSlots = 200 } };
        engine.Restart();
        engine.Crash.Arm(change, applied);
        var runId = await engine.SubmitAsync(BagScene.Spec(tasks: 130));
        for (var round = 0; round < 200 && ((await engine.HeaderAsync(runId)).Status != RunStatus.Running || (await engine.StageAsync(runId)).Created < 130); round++)
        {
            await engine.RoundAsync();
        }

        Assert.Equal(Enumerable.Range(0, 130), (await engine.RowsAsync(runId)).Select(task => task.Key.Number));
        Assert.All(await engine.RowsAsync(runId), task => Assert.Equal((BenchmarkTaskStatus.Ready, 1), (task.Status, task.Attempt)));
        var messages = engine.Messages();
        Assert.Equal(Enumerable.Range(0, 130), messages.Distinct());
        var repeated = messages.GroupBy(number => number).Where(group => group.Count() > 1).Select(group => group.Key / Block).Distinct().ToArray();
        Assert.InRange(repeated.Length, 0, change == 0 ? 0 : 1);
        Assert.All(messages.GroupBy(number => number), group => Assert.InRange(group.Count(), 1, 2));
        return engine;
    }

    private static async Task WorkOffAsync(TaskManagerUnderTest engine)
    {
        await engine.HireBagWorkersAsync(5);
        var runId = (await engine.Reader.ListAsync(1, Cancelled))[0].Id;
        await engine.WorkUntilEndedAsync(runId);
        await CheckWorkedOffAsync(engine, runId, 130);
    }

    private static async Task CheckWorkedOffAsync(TaskManagerUnderTest engine, string runId, int tasks)
    {
        Assert.Equal(RunStatus.Completed, (await engine.HeaderAsync(runId)).Status);
        var taken = engine.Team.SelectMany(worker => worker.Taken).Where(entry => entry.Key.Stage == StageKind.Bag).Select(entry => (entry.Key.Number, entry.Attempt)).Order();
        Assert.Equal(Enumerable.Range(0, tasks).Select(number => (number, 1)), taken);
        await engine.DrainMessagesAsync();
    }

    /// <summary>Rounds of another process than the one that the engine's own rounds are of.</summary>
    private async Task RoundsAsync(AzurePerf.TaskManager.TaskManagerService process, TimeSpan duration)
    {
        for (var passed = TimeSpan.Zero; passed < duration; passed += TimeSpan.FromMilliseconds(200))
        {
            _engine.Time.Advance(TimeSpan.FromMilliseconds(200));
            foreach (var worker in _engine.Team)
            {
                await worker.BeatIfDueAsync();
            }

            await process.RoundAsync(Cancelled);
        }
    }

    private async Task CheckEndAsync(string runId)
    {
        if ((await _engine.HeaderAsync(runId)).Status.IsTerminal())
        {
            Assert.All(await _engine.RowsAsync(runId), task => Assert.True(task.Status.IsTerminal()));
        }
    }

    private async Task<(RunStatus, string)> EndOfAsync(string runId) => ((await _engine.HeaderAsync(runId)).Status, (await _engine.HeaderAsync(runId)).Reason);
}
