using AzurePerf.Core.Criteria;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Trends;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class HappyPathTests
{
    private readonly TaskManagerUnderTest _engine = new();

    [Fact]
    public async Task A_run_is_prepared_measured_point_by_point_and_cleaned_up()
    {
        var worker = await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(
            [
                (new(runId, StageKind.Prepare, 0), 1),
                (new(runId, StageKind.Measure, 0), 1),
                (new(runId, StageKind.Measure, 1), 1),
                (new(runId, StageKind.Measure, 2), 1),
                (new(runId, StageKind.Measure, 3), 1),
                (new(runId, StageKind.Clean, 0), 1),
            ],
            worker.Taken);
        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.Completed, "", 4, true), (run.Status, run.Reason, run.Points, run.Emulator));
        Assert.NotNull(run.StartedAt);
        Assert.True(run.EndedAt > run.StartedAt);
    }

    [Fact]
    public async Task Its_points_are_published_in_order_with_what_was_measured()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());

        await _engine.WorkUntilEndedAsync(runId);

        var points = await _engine.PublishedAsync(runId);
        Assert.Equal([(1, 1), (2, 1), (3, 2), (4, 2)], points.Select(point => (point.Number, point.Repetition)));
        Assert.All(points.GroupBy(point => point.Repetition), block => Assert.Equal([1, 4], block.Select(point => (int)point.Levels["clients"]!).Order()));
        Assert.All(points, point => Assert.Equal(
            (PointStatus.Measured, 1, "worker1", "host1", true, ""),
            (point.Status, point.Attempt, point.WorkerId, point.HostId, point.Emulator, point.Error)));
        Assert.All(points, point => Assert.Equal(19, point.Summary!.Outcomes[0]));
    }

    [Fact]
    public async Task At_its_end_it_leaves_a_headline_in_header_and_list_and_a_row_in_the_trends()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());

        await _engine.WorkUntilEndedAsync(runId);
        await _engine.RoundAsync();

        var header = await _engine.HeaderAsync(runId);
        Assert.Equal(("bytesPerSecond", "B/s", 2_048.0, 2), (header.Headline!.Metric, header.Headline.Unit, header.Headline.Value, header.Headline.Configurations));
        Assert.Equal(header.Headline.Value, Assert.Single(await _engine.Reader.ListAsync(10, TestContext.Current.CancellationToken)).Headline!.Value);
        var trend = await new TrendStore(_engine.Control.Rows).ListAsync(header.Spec.Experiment, header.Spec.Target, TestContext.Current.CancellationToken).SingleAsync(TestContext.Current.CancellationToken);
        Assert.Equal((runId, header.StartedAt, RunStatus.Completed), (trend.RunId, trend.At, trend.Status));
        Assert.Equal([2, 2], trend.Figures!.Combinations.Select(combination => combination.Repetitions));
    }

    [Theory]
    [InlineData("p50>1ms", CriteriaVerdict.Undecided)]
    [InlineData(null, null)]
    public async Task The_header_of_a_run_that_ended_has_what_its_criteria_came_to(string? criterion, CriteriaVerdict? verdict)
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads() with { FailIf = criterion is null ? null : [criterion] });

        await _engine.WorkUntilEndedAsync(runId);
        await _engine.RoundAsync();

        Assert.Equal(verdict, (await _engine.HeaderAsync(runId)).Criteria);
        Assert.Equal(verdict, Assert.Single(await _engine.Reader.ListAsync(10, TestContext.Current.CancellationToken)).Criteria);
    }

    [Fact]
    public async Task A_run_whose_every_operation_failed_completes_with_errors_and_has_no_headline()
    {
        var worker = await _engine.HireAsync();
        var good = worker.Result;
        worker.Result = good.With(operations => operations with { Operations = 40, Outcomes = new() { [OperationOutcome.Throttled] = 40 }, OperationsPerSecond = new(0, null, 0, 0), BytesPerSecond = new(0, null, 0, 0) });
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());

        await _engine.WorkUntilEndedAsync(runId);

        const string Reason = "no operation succeeded in 4 of 4 points (mostly throttled)";
        var run = await _engine.HeaderAsync(runId);
        Assert.Equal((RunStatus.CompletedWithErrors, Reason, null, "no operation succeeded"), (run.Status, run.Reason, run.Headline, run.HeadlineMissing));
        Assert.True((await _engine.Reader.EndedResultsAsync(runId, TestContext.Current.CancellationToken))!.Run is { Status: RunStatus.CompletedWithErrors, Reason: Reason });
        Assert.Contains("CompletedWithErrors: " + Reason, (await _engine.Reader.EventsAsync(runId, TestContext.Current.CancellationToken)).Select(noted => noted.Message));
    }

    [Fact]
    public async Task No_two_messages_are_ever_on_the_queue_and_none_is_left()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        _engine.AfterRound = () =>
        {
            // The message of the finished task stays until its worker settles it; of tasks that may be taken there is one at a time.
            Assert.True(_engine.Control.MeasureTasks.Texts.Count <= 2);
            return Task.CompletedTask;
        };

        await _engine.WorkUntilEndedAsync(runId);
        await _engine.Team[0].WorkAsync();

        Assert.Empty(_engine.Control.MeasureTasks.Texts);
        Assert.Empty(_engine.Control.RunRequests.Texts);
    }

    [Fact]
    public async Task A_points_successor_is_handed_out_in_the_same_round_that_accepts_it()
    {
        var worker = await _engine.HireAsync();
        await _engine.SubmitAsync(SampleSpecs.Downloads());
        await UntilTakenAsync(worker, StageKind.Measure, 0);

        await _engine.RoundAsync();

        Assert.True(await worker.TakeAsync());
        Assert.Equal((StageKind.Measure, 1), (worker.Current!.Key.Stage, worker.Current.Key.Number));
    }

    [Fact]
    public async Task The_keys_are_given_back_before_the_header_says_that_the_run_has_ended()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        var held = false;
        _engine.AfterRound = async () =>
        {
            var run = await _engine.HeaderAsync(runId);
            var keys = await _engine.KeysAsync();
            held |= keys.Length == 2 && keys.All(key => key.RunId == runId);
            Assert.False(run.Status.IsTerminal() && keys.Length > 0);
            Assert.False(run.Status == RunStatus.Running && keys.Length == 0);
        };

        await _engine.WorkUntilEndedAsync(runId);

        Assert.True(held);
    }

    [Fact]
    public async Task What_happened_is_told_in_order()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(
            [
                "begun: 2 points",
                "point 1 of 2 measured: 19 of 20 operations ok",
                "point 2 of 2 measured: 19 of 20 operations ok",
                "Completed",
            ],
            await _engine.EventsAsync(runId));
    }

    [Fact]
    public async Task Points_know_which_attempt_prepared_their_data()
    {
        var worker = await _engine.HireAsync();
        worker.Script = task => task is { Key.Stage.Kind: StageKind.Prepare, Attempt: 1 } ? new WorkerDeed.Fail(FailureCause.UserCodeError) : new WorkerDeed.Succeed();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));

        await _engine.WorkUntilEndedAsync(runId);

        var task = await _engine.Tasks.FindAsync(new(runId, StageKind.Measure, 1), TestContext.Current.CancellationToken);
        Assert.Equal((2, 0, 2), (task!.Order.PreparedAttempt, task.Order.Dataset, task.Order.Point));
    }

    [Fact]
    public async Task A_run_whose_points_make_their_own_data_has_no_prepare_stage()
    {
        var worker = await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads(experiment: "table.insert"));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal([StageKind.Measure], worker.Taken.Select(taken => taken.Key.Stage).Distinct());
        Assert.Equal([StageKind.Measure, StageKind.Clean], (await _engine.Runs.FindWithStagesAsync(runId, TestContext.Current.CancellationToken))!.Stages.Select(stage => stage.Kind));
    }

    [Fact]
    public async Task A_stage_of_more_than_one_block_is_written_block_by_block()
    {
        await _engine.HireAsync();
        var runId = await _engine.SubmitAsync(SampleSpecs.Of("""
            { "experiment": "table.insert", "preset": "quick", "parameters": { "clients": [1, 2, 3] }, "repetitions": 41 }
            """));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(Enumerable.Range(1, 123), (await _engine.PublishedAsync(runId)).Select(point => point.Number));
    }

    [Fact]
    public async Task Two_runs_on_one_target_go_one_after_the_other_the_older_first()
    {
        var worker = await _engine.HireAsync();
        var older = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        var younger = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        var waited = new RunWait(RunWaitCause.Hosts, default);
        _engine.AfterRound = async () => waited = (await _engine.HeaderAsync(younger)) is { Status: RunStatus.Accepted, Wait: { } wait } ? wait : waited;

        await _engine.WorkUntilEndedAsync(older, younger);

        Assert.Equal([older, older, older, older, younger, younger, younger, younger], worker.Taken.Select(taken => taken.Key.RunId));
        Assert.Equal((RunWaitCause.Run, older, null), (waited.Cause, waited.RunId, waited.GivesUpAt));
        Assert.True(await _engine.HeaderAsync(younger) is { Reason: "", Wait: null });
    }

    [Fact]
    public async Task Runs_on_different_targets_share_the_hosts_and_wait_too()
    {
        var worker = await _engine.HireAsync();
        var first = await _engine.SubmitAsync(SampleSpecs.Downloads(repetitions: 1));
        var second = await _engine.SubmitAsync(SampleSpecs.Downloads("west", repetitions: 1));

        await _engine.WorkUntilEndedAsync(first, second);

        Assert.Equal([first, first, first, first, second, second, second, second], worker.Taken.Select(taken => taken.Key.RunId));
    }

    [Fact]
    public async Task A_run_without_any_worker_says_what_it_waits_for_and_stops_saying_so()
    {
        var runId = await _engine.SubmitAsync(SampleSpecs.Downloads());
        await _engine.RoundsAsync(TimeSpan.FromSeconds(3));
        Assert.Equal("waits for a measure worker: none is alive", (await _engine.HeaderAsync(runId)).Reason);

        await _engine.HireAsync();
        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal("", (await _engine.HeaderAsync(runId)).Reason);
    }

    private async Task UntilTakenAsync(ScriptedWorker worker, StageKind stage, int number)
    {
        while (!worker.Taken.Any(taken => taken.Key.Stage == stage && taken.Key.Number == number))
        {
            await _engine.RoundAsync();
            await worker.WorkAsync();
        }
    }
}
