using AzurePerf.Core.Gangs;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>A run of two points that two workers measure together, without datasets: tasks 0 and 1 are the first point's, 2 and 3 the second's.</summary>
public sealed class GangRunTests
{
    private const string Request = """
        { "experiment": "table.insert", "preset": "quick", "workers": 2, "parameters": { "clients": [2, 4] }, "repetitions": 1 }
        """;

    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Both_tasks_of_a_point_are_handed_out_at_once_and_published_as_one_point_with_the_figures_of_both()
    {
        await HireAsync(2);
        var runId = await SubmitAsync();

        await _engine.WorkUntilEndedAsync(runId);

        var points = await CheckPublishedAsync(_engine, runId);
        Assert.All(points, point => Assert.Equal((PointStatus.Measured, 1, 2, 2L), (point.Status, point.Attempt, point.Summary!.Clients, point.Summary.Operations)));
        Assert.Equal([(1, 1), (1, 2)], _engine.Team.Select(worker => worker.Taken[0]).Select(taken => (taken.Attempt, taken.Key.Number + 1)).Order());
    }

    [Fact]
    public async Task A_series_begins_with_its_first_point_however_long_its_second_worker_takes_to_come_and_later_points_may_be_gaps()
    {
        await HireAsync(1);
        var runId = await _engine.SubmitAsync(SampleSpecs.Of(Request) with { Repetitions = 4, RepeatEverySeconds = 4 });
        var comes = _engine.Time.GetUtcNow().AddSeconds(15);
        await _engine.WorkUntilAsync(() => Task.FromResult(_engine.Time.GetUtcNow() >= comes));
        Assert.Equal("waits for 2 measure workers: 1 alive", (await _engine.HeaderAsync(runId)).Reason);
        Assert.Empty(await _engine.PublishedAsync(runId));

        await HireAsync(1);
        await _engine.WorkUntilAsync(async () => (await _engine.PublishedAsync(runId)).Length == 4);
        _engine.Team.ForEach(worker => worker.Script = task => task.Key.Number is 8 or 9 ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed());
        await _engine.WorkUntilHeldAsync(StageKind.Measure, 8);
        var goesOn = _engine.Time.GetUtcNow().AddSeconds(10);
        await _engine.WorkUntilAsync(() => Task.FromResult(_engine.Time.GetUtcNow() >= goesOn));
        _engine.Team.ForEach(worker => worker.Script = _ => new WorkerDeed.Succeed());
        await _engine.WorkUntilEndedAsync(runId);

        var points = await _engine.PublishedAsync(runId);
        Assert.Equal([.. Enumerable.Repeat(PointStatus.Measured, 5), .. Enumerable.Repeat(PointStatus.Missed, 3)], points.Select(point => point.Status));
        var began = points[0].ClaimedAt!.Value;
        Assert.All(points.Take(5), point => Assert.InRange((point.ClaimedAt!.Value - began).TotalSeconds - (4 * (point.Repetition - 1)), 0, 4));
    }

    [Fact]
    public async Task A_first_point_of_a_series_that_is_repeated_late_makes_no_gap()
    {
        await HireAsync(2);
        var runId = await _engine.SubmitAsync(SampleSpecs.Of(Request) with { Repetitions = 3, RepeatEverySeconds = 4 });
        var breaks = _engine.Time.GetUtcNow().AddSeconds(15);
        _engine.Team.ForEach(worker => worker.Script = task =>
            task is not { Key.Number: 0, Attempt: 1 } ? new WorkerDeed.Succeed()
            : _engine.Time.GetUtcNow() < breaks ? new WorkerDeed.GoOn()
            : new WorkerDeed.Fail(FailureCause.UserCodeError));

        await _engine.WorkUntilEndedAsync(runId);

        var points = await _engine.PublishedAsync(runId);
        Assert.Equal((6, 2), (points.Length, points[0].Attempt));
        Assert.All(points, point => Assert.Equal(PointStatus.Measured, point.Status));
    }

    [Fact]
    public async Task The_second_point_is_not_handed_out_while_any_member_of_the_first_is_not_finished()
    {
        await HireAsync(3);
        _engine.Team.ForEach(worker => worker.Script = task => task.Key.Number == 1 ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed());
        var runId = await SubmitAsync();
        await _engine.WorkUntilHeldAsync(StageKind.Measure, 1);

        for (var round = 0; round < 20; round++)
        {
            await _engine.WorkAsync();
        }

        Assert.Equal([BenchmarkTaskStatus.Measured, BenchmarkTaskStatus.Running, BenchmarkTaskStatus.Ready, BenchmarkTaskStatus.Ready], (await RowsAsync(runId)).Select(task => task.Status));
        Assert.Empty(await _engine.PublishedAsync(runId));
        Assert.Null(await new GangStore(_engine.Control.Rows).FindAsync(runId, 2, Cancelled));
    }

    [Theory]
    [InlineData(FailureCause.ServerBusy)]
    [InlineData(FailureCause.UserCodeError)]
    [InlineData(FailureCause.MissedStart)]
    public async Task A_point_of_which_one_member_fails_is_repeated_whole_after_the_other_was_stopped(FailureCause cause)
    {
        await HireAsync(2);
        _engine.Team.ForEach(worker => worker.Script = task => task switch
        {
            { Key.Number: 1, Attempt: 1 } => new WorkerDeed.Fail(cause),
            { Key.Number: 0, Attempt: 1 } => new WorkerDeed.GoOn(),
            _ => new WorkerDeed.Succeed(),
        });
        var runId = await SubmitAsync();
        _engine.AfterRound = () => CheckOrderAsync(_engine, runId);

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([2, 1], (await CheckPublishedAsync(_engine, runId)).Select(point => point.Attempt));
        Assert.Equal([("01-00000000-1", "GangStopped"), ("01-00000001-1", cause.ToString())], await _engine.AttemptsAsync(runId));
        Assert.Equal([(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (3, 1)], Taken(StageKind.Measure));
    }

    [Fact]
    public async Task A_start_that_was_agreed_before_a_member_died_is_void_before_anybody_is_told_to_try_again()
    {
        await HireAsync(2);
        _engine.Team[0].Script = _ => new WorkerDeed.GoOn();
        _engine.Team[1].Script = _ => new WorkerDeed.GoOn();
        var runId = await SubmitAsync();
        await _engine.WorkUntilAsync(() => Task.FromResult(_engine.Team.All(worker => worker.Current is not null)));
        var gangs = new GangStore(_engine.Control.Rows);
        var agreed = (await gangs.FindAsync(runId, 1, Cancelled))!;
        await gangs.TryReplaceAsync(agreed with { Go = new("clock", 1, "build1", [.. _engine.Team.Select(worker => MemberOf(worker.Current!))]) }, Cancelled);
        _engine.AfterRound = () => CheckOrderAsync(_engine, runId);

        _engine.Team[1].Script = _ => new WorkerDeed.Die();
        await _engine.WorkUntilAsync(async () => (await gangs.FindAsync(runId, 1, Cancelled))!.Number == 2);

        var raised = (await gangs.FindAsync(runId, 1, Cancelled))!;
        Assert.Null(raised.Go);
        Assert.Equal(agreed.Token, raised.Token);
        await HireAsync(1);
        _engine.Team.ForEach(worker => worker.Script = _ => new WorkerDeed.Succeed());
        await _engine.WorkUntilEndedAsync(runId);
        Assert.Equal([2, 1], (await CheckPublishedAsync(_engine, runId)).Select(point => point.Attempt));
    }

    [Fact]
    public async Task A_member_that_died_after_it_stored_its_result_costs_no_repetition()
    {
        await HireAsync(2);
        var doomed = _engine.Team[0];
        _engine.Team[1].Script = task => task.Key.Number < 2 && doomed.Lives ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed();
        var runId = await SubmitAsync();
        await _engine.WorkUntilAsync(async () => (await RowsAsync(runId)).Any(task => task.Status == BenchmarkTaskStatus.Measured));
        doomed.Lives = false;
        await _engine.RoundsAsync(5 * TaskManagerUnderTest.Heartbeat);
        await HireAsync(1);

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([1, 1], (await CheckPublishedAsync(_engine, runId)).Select(point => point.Attempt));
        Assert.Empty(await _engine.AttemptsAsync(runId));
    }

    [Fact]
    public async Task A_point_whose_member_fails_again_and_again_is_published_once_as_failed_and_the_next_is_measured()
    {
        await HireAsync(2);
        _engine.Team.ForEach(worker => worker.Script = task => task.Key.Number == 1 ? new WorkerDeed.Fail(FailureCause.UserCodeError, "it is broken") : new WorkerDeed.Succeed());
        var runId = await SubmitAsync();

        await _engine.WorkUntilEndedAsync(runId);

        var points = await CheckPublishedAsync(_engine, runId);
        Assert.Equal([(PointStatus.Failed, 3, "it is broken"), (PointStatus.Measured, 1, "")], points.Select(point => (point.Status, point.Attempt, point.Error)));
        Assert.Equal("1 of 2 points failed", (await _engine.HeaderAsync(runId)).Reason);
    }

    [Fact]
    public async Task A_point_of_which_the_details_of_a_done_member_are_gone_ends_its_run_and_the_next_one_goes_on()
    {
        _engine.FaultsAreExpected = true;
        await HireAsync(2);
        _engine.Team.ForEach(worker => worker.Script = task => task.Key.Number == 1 ? new WorkerDeed.GoOn() : new WorkerDeed.Succeed());
        var (runId, next) = (await SubmitAsync(), await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1)));
        await _engine.WorkUntilAsync(async () => await RowsAsync(runId) is [{ Status: BenchmarkTaskStatus.Measured }, ..]);
        Assert.NotEmpty(await _engine.Control.Results.DeleteAllAsync($"{runId}/0/", Cancelled).ToArrayAsync(Cancelled));
        _engine.Team.ForEach(worker => worker.Script = _ => new WorkerDeed.Succeed());

        await _engine.WorkUntilEndedAsync(runId, next);

        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Failed, $"task {runId}/measure/0 is done, and its details are gone"), (run.Status, run.Reason));
        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(next)).Status);
        Assert.Empty(await _engine.KeysAsync());
    }

    [Fact]
    public async Task A_run_that_is_cancelled_while_a_gang_measures_stops_every_member_before_it_ends()
    {
        await HireAsync(2);
        _engine.Team.ForEach(worker => worker.Script = _ => new WorkerDeed.GoOn());
        var runId = await SubmitAsync();
        await _engine.WorkUntilAsync(() => Task.FromResult(_engine.Team.All(worker => worker.Current is not null)));
        await _engine.Cancellation.RequestAsync(runId, "", Cancelled);
        _engine.AfterRound = async () =>
        {
            if ((await _engine.HeaderAsync(runId)).Status.IsTerminal())
            {
                Assert.All(_engine.Team, worker => Assert.Null(worker.Current));
            }
        };

        await _engine.WorkUntilEndedAsync(runId);

        Assert.All(await RowsAsync(runId), task => Assert.Equal(BenchmarkTaskStatus.Cancelled, task.Status));
        Assert.Empty(await _engine.PublishedAsync(runId));
        Assert.Empty(await _engine.KeysAsync());
    }

    [Fact]
    public async Task A_run_that_has_too_few_workers_says_how_many_it_waits_for()
    {
        await HireAsync(1);
        var runId = await SubmitAsync();
        await _engine.RoundsAsync(TaskManagerUnderTest.Heartbeat);

        Assert.Equal("waits for 2 measure workers: 1 alive", (await _engine.HeaderAsync(runId)).Reason);
    }

    /// <summary>The process ends before and after each of its writes, while one member fails once.</summary>
    [Fact]
    public async Task Wherever_the_process_ends_a_broken_point_is_repeated_whole_and_every_point_is_published_once()
    {
        var changes = (await CompleteAsync(0, applied: false)).Crash.Changes;
        Assert.InRange(changes, 20, 100);
        foreach (var (change, applied) in CrashPlan.Ends(changes))
        {
            await CompleteAsync(change, applied);
        }
    }

    private static async Task<TaskManagerUnderTest> CompleteAsync(int change, bool applied)
    {
        var engine = new TaskManagerUnderTest();
        engine.Crash.Arm(change, applied);
        foreach (var workerId in new[] { "one", "two" })
        {
            var worker = await engine.HireAsync(workerId);
            var looks = 0;
            worker.Script = task => task is { Key.Number: 0, Key.Stage.Kind: StageKind.Measure, Attempt: 1 } ? new WorkerDeed.Fail(FailureCause.UserCodeError)
                : ++looks % 3 == 0 ? new WorkerDeed.Succeed()
                : new WorkerDeed.GoOn();
        }

        var runId = await engine.SubmitAsync(SampleSpecs.Of(Request));
        engine.AfterRound = () => CheckOrderAsync(engine, runId);
        await engine.WorkUntilEndedAsync(runId);

        Assert.Equal(RunStatus.Completed, (await engine.HeaderAsync(runId)).Status);
        Assert.Equal([(PointStatus.Measured, 2), (PointStatus.Measured, 1)], (await CheckPublishedAsync(engine, runId)).Select(point => (point.Status, point.Attempt)));
        var executions = engine.Team.SelectMany(worker => worker.Taken).ToArray();
        Assert.Equal(executions.Length, executions.Distinct().Count());
        return engine;
    }

    /// <summary>No task is at an attempt that its gang row does not know of, and tasks of one point are never at different ones.</summary>
    private static async Task CheckOrderAsync(TaskManagerUnderTest engine, string runId)
    {
        var rows = await engine.Tasks.ListAsync(runId, StageKind.Measure, 0, Cancelled).ToArrayAsync(Cancelled);
        foreach (var point in rows.GroupBy(task => task.Order.Point!.Value))
        {
            Assert.Single(point.Select(task => task.Attempt).Distinct());
            if (await new GangStore(engine.Control.Rows).FindAsync(runId, point.Key, Cancelled) is { } gang)
            {
                Assert.InRange(gang.Number, point.First().Attempt, point.First().Attempt + 1);
            }
            else
            {
                Assert.All(point, task => Assert.Equal((1, BenchmarkTaskStatus.Ready), (task.Attempt, task.Status)));
            }
        }
    }

    private static async Task<PointRecord[]> CheckPublishedAsync(TaskManagerUnderTest engine, string runId)
    {
        var points = await engine.PublishedAsync(runId);
        Assert.Equal([1, 2], points.Select(point => point.Number));
        var sentences = (await engine.EventsAsync(runId)).Where(sentence => sentence.StartsWith("point ", StringComparison.Ordinal) && sentence.Contains(" of 2 ", StringComparison.Ordinal));
        Assert.Equal(sentences.Distinct(), sentences);
        return points;
    }

    private static GangMember MemberOf(BenchmarkTask task) => new(task.Key.Number, task.Attempt, task.Owner, "host1", 0, 0, 1, "");

    private async Task HireAsync(int count)
    {
        for (var number = 0; number < count; number++)
        {
            await _engine.HireAsync($"worker{_engine.Team.Count + 1}");
        }
    }

    private Task<string> SubmitAsync() => _engine.SubmitAsync(SampleSpecs.Of(Request));

    private async Task<BenchmarkTask[]> RowsAsync(string runId) => await _engine.Tasks.ListAsync(runId, StageKind.Measure, 0, Cancelled).ToArrayAsync(Cancelled);

    private IEnumerable<(int Number, int Attempt)> Taken(StageKind stage) =>
        _engine.Team.SelectMany(worker => worker.Taken).Where(taken => taken.Key.Stage == stage).Select(taken => (taken.Key.Number, taken.Attempt)).Order();
}
