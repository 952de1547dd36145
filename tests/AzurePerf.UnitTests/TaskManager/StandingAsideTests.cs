using Azure;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.TaskManager;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>A run that lacks workers holds no keys that another run could use.</summary>
public sealed class StandingAsideTests
{
    private const string Pair = """
        { "experiment": "table.insert", "preset": "quick", "workers": 2, "parameters": { "clients": [2, 4] }, "repetitions": 1 }
        """;

    private const string Alone = """
        { "experiment": "table.insert", "preset": "quick", "parameters": { "clients": [1] }, "repetitions": 1 }
        """;

    private static readonly TimeSpan Heartbeat = TaskManagerUnderTest.Heartbeat;
    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_that_lacks_a_worker_lets_others_on_the_same_target_go_on_and_takes_its_turn_when_the_worker_comes()
    {
        await _engine.HireAsync("one");
        var pair = await SubmitAsync(Pair);
        await _engine.RoundsAsync(Heartbeat);
        Assert.Empty(await _engine.KeysAsync());

        var alone = await SubmitAsync(Alone);
        await _engine.WorkUntilEndedAsync(alone);
        Assert.Equal((RunStatus.Running, "waits for 2 measure workers: 1 alive"), await StateOfAsync(pair));

        await _engine.HireAsync("two");
        await _engine.WorkUntilEndedAsync(pair);
        Assert.All(new[] { alone, pair }, runId => Assert.Equal(RunStatus.Completed, _engine.HeaderAsync(runId).Result.Status));
        Assert.Empty(await _engine.AttemptsAsync(pair));
        Assert.Contains("goes on: the workers that it waited for are there", await _engine.EventsAsync(pair));
    }

    [Fact]
    public async Task The_messages_of_a_run_that_stands_aside_stay_out_so_that_a_pool_that_scales_by_its_queue_grows()
    {
        await _engine.HireAsync("one");
        var pair = await SubmitAsync(Pair);
        await _engine.WorkUntilEndedAsync(await SubmitAsync(Alone));

        Assert.Equal(2, await _engine.Control.MeasureTasks.CountAsync(Cancelled));
        Assert.All(await RowsAsync(pair), task => Assert.Equal((1, BenchmarkTaskStatus.Ready), (task.Attempt, task.Status)));
    }

    [Fact]
    public async Task A_run_that_loses_a_worker_on_the_way_gives_its_keys_back_to_a_run_that_waits_for_them_and_goes_on_later_where_it_was()
    {
        var first = await _engine.HireAsync("one");
        var second = await _engine.HireAsync("two");
        second.Script = task => task.Key.Number < 2 ? new WorkerDeed.Succeed() : new WorkerDeed.Die();
        first.Script = task => task.Key.Number < 2 || task.Order.Members == 1 || !second.Lives ? new WorkerDeed.Succeed() : new WorkerDeed.GoOn();
        var pair = await SubmitAsync(Pair);
        await _engine.WorkUntilAsync(() => Task.FromResult(!second.Lives));
        first.Script = task => task.Order.Members > 1 ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var alone = await SubmitAsync(Alone);

        await _engine.WorkUntilEndedAsync(alone);
        Assert.Equal(RunStatus.Running, (await _engine.HeaderAsync(pair)).Status);
        Assert.Contains("waits for 2 measure workers: 1 alive; lets other runs go first until then", await _engine.EventsAsync(pair));

        first.Script = _ => new WorkerDeed.Succeed();
        await _engine.HireAsync("three");
        await _engine.WorkUntilEndedAsync(pair);
        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(pair)).Status);
        Assert.Equal([1, 2], (await _engine.PublishedAsync(pair)).Select(point => point.Number));
    }

    [Fact]
    public async Task Without_anybody_who_waits_a_run_that_lost_a_worker_keeps_its_keys()
    {
        await _engine.HireAsync("one");
        (await _engine.HireAsync("two")).Script = _ => new WorkerDeed.Die();
        _engine.Team[0].Script = _ => new WorkerDeed.GoOn();
        var pair = await SubmitAsync(Pair);
        await _engine.WorkUntilAsync(async () => (await _engine.HeaderAsync(pair)).Reason == "waits for 2 measure workers: 1 alive");
        await _engine.RoundsAsync(10 * Heartbeat);

        Assert.False((await _engine.HeaderAsync(pair)).Aside);
        Assert.NotEmpty(await _engine.KeysAsync());
    }

    [Fact]
    public async Task A_run_whose_workers_came_waits_for_the_run_that_it_let_go_first()
    {
        var one = await _engine.HireAsync("one");
        one.Script = task => task.Order.Members == 1 && task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var pair = await SubmitAsync(Pair);
        await _engine.RoundsAsync(Heartbeat);
        var alone = await SubmitAsync(Alone);
        await _engine.WorkUntilHeldAsync(StageKind.Measure);
        await _engine.HireAsync("two");
        for (var round = 0; round < 50; round++)
        {
            await _engine.WorkAsync();
        }

        Assert.Equal((RunStatus.Running, $"waits for run {alone}, which measures the same target or hosts"), await StateOfAsync(pair));
        Assert.All(await RowsAsync(pair), task => Assert.Equal(BenchmarkTaskStatus.Ready, task.Status));
        one.Script = _ => new WorkerDeed.Succeed();
        await _engine.WorkUntilEndedAsync(alone, pair);
        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(pair)).Status);
    }

    [Fact]
    public async Task A_TaskManager_that_stands_still_while_it_gives_keys_back_takes_none_from_the_run_that_another_one_has_begun_meanwhile()
    {
        var (standsStill, rival) = (true, _engine.Service);
        _engine.RowStore = rows => new InterruptedRowStore(rows, ControlNames.LeasesTable, async row =>
        {
            if (row.PartitionKey != "hosts")
            {
                return false;
            }

            standsStill = false;
            await _engine.HireAsync("two");
            await RoundsAsync(rival, 6 * Heartbeat);
            return true;
        }, alsoReads: true);
        _engine.Restart();
        _engine.RowStore = rows => rows;
        rival = _engine.StartRival();
        await _engine.HireAsync("one");
        var pair = await SubmitAsync(Pair);

        await _engine.RoundsAsync(Heartbeat);

        Assert.Equal((false, RunStatus.Running, false), (standsStill, (await _engine.HeaderAsync(pair)).Status, (await _engine.HeaderAsync(pair)).Aside));
        Assert.Equal([pair, pair], (await _engine.KeysAsync()).Select(key => key.RunId));
    }

    [Fact]
    public async Task Keys_that_a_TaskManager_takes_for_a_run_after_it_stood_still_go_back_to_the_run_that_waits_for_them()
    {
        var (pair, isTold, stoodStill, rival) = ("", false, false, _engine.Service);
        ScriptedWorker? second = null;
        _engine.RowStore = rows => new InterruptedRowStore(rows, ControlNames.LeasesTable, async row =>
        {
            if (row.PartitionKey != "hosts" || second is null)
            {
                return false;
            }

            // The worker leaves again, and the rival finds that the run holds nothing.
            stoodStill = true;
            second.Lives = false;
            await _engine.Workers.RemoveAsync(WorkerPool.Measure, second.WorkerId, Cancelled);
            await RoundsAsync(rival, 10 * Heartbeat);
            isTold = (await _engine.HeaderAsync(pair)).Aside && (await _engine.KeysAsync()).Length == 0;
            return true;
        });
        _engine.Restart();
        _engine.RowStore = rows => rows;
        rival = _engine.StartRival();
        await _engine.HireAsync("one");
        pair = await SubmitAsync(Pair);
        await _engine.RoundsAsync(2 * Heartbeat);
        second = await _engine.HireAsync("two");
        for (var round = 0; round < 50 && !stoodStill; round++)
        {
            await _engine.RoundAsync();
        }

        Assert.True(isTold);
        Assert.Contains(pair, (await _engine.KeysAsync()).Select(key => key.RunId));
        var alone = await SubmitAsync(Alone);
        for (var round = 0; round < 300 && !(await _engine.HeaderAsync(alone)).Status.IsTerminal(); round++)
        {
            await RoundsAsync(rival, Heartbeat / 5);
            foreach (var worker in _engine.Team)
            {
                await worker.WorkAsync();
            }
        }

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(alone)).Status);
        Assert.Equal((RunStatus.Running, true), ((await _engine.HeaderAsync(pair)).Status, (await _engine.HeaderAsync(pair)).Aside));
    }

    [Fact]
    public async Task A_run_whose_keys_went_back_waits_for_them_again_though_the_control_account_failed_just_then()
    {
        var (pair, held, failed, isAway) = ("", false, false, true);
        _engine.RowStore = rows => new InterceptedRowStore(rows, (table, partition, isChange) =>
        {
            if (table != ControlNames.LeasesTable || partition != "hosts" || isChange || !isAway)
            {
                return;
            }

            var holds = _engine.KeysAsync().Result.Any(key => key.RunId == pair);
            failed |= held && !holds;
            held |= holds;
            if (failed)
            {
                throw new RequestFailedException(503, "The server is busy.");
            }
        });
        _engine.Restart();
        var first = await _engine.HireAsync("one");
        (await _engine.HireAsync("two")).Script = _ => new WorkerDeed.Die();
        first.Script = task => task.Order.Members > 1 || task.Key.Stage == StageKind.Measure ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        pair = await SubmitAsync(Pair);
        await _engine.WorkUntilAsync(() => Task.FromResult(!_engine.Team.All(worker => worker.Lives)));
        var alone = await SubmitAsync(Alone);
        await _engine.WorkUntilAsync(() => Task.FromResult(failed));

        await _engine.HireAsync("three");
        for (var round = 0; round < 50; round++)
        {
            isAway = round < 20;
            await _engine.WorkAsync();
            var keys = (await _engine.KeysAsync()).Count(key => key.RunId == pair);
            Assert.True((await _engine.HeaderAsync(pair)).Aside || keys == 2, $"it goes on with {keys} keys");
        }

        first.Script = _ => new WorkerDeed.Succeed();
        await _engine.WorkUntilEndedAsync(alone, pair);
        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(pair)).Status);
    }

    [Fact]
    public async Task A_run_that_stands_aside_is_given_up_after_the_limit_for_missing_workers_and_may_be_cancelled_at_once()
    {
        await _engine.HireAsync("one");
        var (late, cancelled) = (await SubmitAsync(Pair), await SubmitAsync(Pair));
        await _engine.RoundsAsync(Heartbeat);
        Assert.Equal((true, false), ((await _engine.HeaderAsync(late)).Aside, (await _engine.HeaderAsync(cancelled)).Aside));
        await _engine.Cancellation.RequestAsync(cancelled, "not needed", Cancelled);
        await _engine.WorkUntilEndedAsync(cancelled);
        Assert.Equal((RunStatus.Cancelled, "not needed"), await StateOfAsync(cancelled));

        for (var minute = 0; minute < 61; minute++)
        {
            // Its worker lives on.
            _engine.Time.Advance(TimeSpan.FromSeconds(2));
            await _engine.RoundAsync();
            _engine.Options = new() { TaskTimeLimit = TaskManagerUnderTest.TaskTimeLimit, WorkerWaitLimit = TimeSpan.FromMinutes(2) };
            if (minute == 0)
            {
                _engine.Restart();
            }
        }

        await _engine.WorkUntilEndedAsync(late);
        Assert.Equal((RunStatus.Failed, "given up after 2 min: it waits for 2 measure workers: 1 alive"), await StateOfAsync(late));
        Assert.Empty(await _engine.KeysAsync());
    }

    [Fact]
    public async Task Of_many_runs_that_lack_workers_the_messages_of_one_call_for_them_and_all_are_measured_when_they_come()
    {
        await _engine.HireAsync("one");
        var pairs = new List<string>();
        for (var number = 0; number < 5; number++)
        {
            pairs.Add(await SubmitAsync(Pair));
        }

        await _engine.RoundsAsync(10 * Heartbeat);
        Assert.Equal(2, await _engine.Control.MeasureTasks.CountAsync(Cancelled));
        Assert.All(pairs, runId => Assert.Equal("waits for 2 measure workers: 1 alive", _engine.HeaderAsync(runId).Result.Reason));

        await _engine.HireAsync("two");
        await _engine.WorkUntilEndedAsync([.. pairs]);
        Assert.All(pairs, runId => Assert.Equal(RunStatus.Completed, _engine.HeaderAsync(runId).Result.Status));
    }

    /// <summary>The process ends after each of its writes, and in the night also before.</summary>
    [Fact]
    public async Task Wherever_the_process_ends_no_two_runs_hold_one_key_and_both_complete()
    {
        var changes = (await CompleteAsync(0, applied: false)).Crash.Changes;
        Assert.InRange(changes, 20, 200);
        foreach (var (change, applied) in CrashPlan.Ends(changes))
        {
            await CompleteAsync(change, applied);
        }
    }

    [Fact]
    public async Task A_run_tells_the_same_of_itself_where_the_answer_to_each_write_of_it_is_lost()
    {
        var losing = new TaskManagerUnderTest { RowStore = rows => new RepeatingRowStore(rows, ControlNames.RunsTable) };
        losing.Restart();

        var told = await ToldAsync(new());

        Assert.Equal(told, await ToldAsync(losing));
        Assert.Contains("goes on: the workers that it waited for are there", told);
    }

    /// <summary>What a run tells that loses a worker on the way and gets another.</summary>
    private static async Task<string[]> ToldAsync(TaskManagerUnderTest engine)
    {
        (await engine.HireAsync("one")).Script = task => task.Key.Number < 2 || engine.Team.Count > 2 ? new WorkerDeed.Succeed() : new WorkerDeed.GoOn();
        (await engine.HireAsync("two")).Script = task => task.Key.Number < 2 ? new WorkerDeed.Succeed() : new WorkerDeed.Die();
        var pair = await engine.SubmitAsync(SampleSpecs.Of(Pair));
        await engine.WorkUntilAsync(() => Task.FromResult(!engine.Team[1].Lives));
        await engine.WorkUntilEndedAsync(await engine.SubmitAsync(SampleSpecs.Of(Alone)));
        await engine.HireAsync("three");
        await engine.WorkUntilEndedAsync(pair);
        return await engine.EventsAsync(pair);
    }

    private static async Task<TaskManagerUnderTest> CompleteAsync(int change, bool applied)
    {
        var engine = new TaskManagerUnderTest();
        engine.Crash.Arm(change, applied);
        await engine.HireAsync("one");
        var pair = await engine.SubmitAsync(SampleSpecs.Of(Pair));
        var alone = await engine.SubmitAsync(SampleSpecs.Of(Alone));
        engine.AfterRound = () =>
        {
            Assert.True(engine.Team.Select(worker => worker.Current?.Key.RunId).OfType<string>().Distinct().Count() <= 1, $"two runs measure at once, crash at {change}");
            return Task.CompletedTask;
        };
        await engine.WorkUntilEndedAsync(alone);
        await engine.HireAsync("two");
        await engine.WorkUntilEndedAsync(pair);
        Assert.Equal((RunStatus.Completed, RunStatus.Completed), ((await engine.HeaderAsync(alone)).Status, (await engine.HeaderAsync(pair)).Status));
        Assert.Empty(await engine.KeysAsync());
        return engine;
    }

    private async Task RoundsAsync(TaskManagerService rival, TimeSpan duration)
    {
        for (var passed = TimeSpan.Zero; passed < duration; passed += Heartbeat / 5)
        {
            _engine.Time.Advance(Heartbeat / 5);
            foreach (var worker in _engine.Team)
            {
                await worker.BeatIfDueAsync();
            }

            await rival.RoundAsync(Cancelled);
        }
    }

    private async Task<(RunStatus, string)> StateOfAsync(string runId) => ((await _engine.HeaderAsync(runId)).Status, (await _engine.HeaderAsync(runId)).Reason);

    private Task<string> SubmitAsync(string request) => _engine.SubmitAsync(SampleSpecs.Of(request));

    private async Task<BenchmarkTask[]> RowsAsync(string runId) => await _engine.Tasks.ListAsync(runId, StageKind.Measure, 0, Cancelled).ToArrayAsync(Cancelled);
}
