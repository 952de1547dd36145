using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Tasks;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class RunDecisionsTests
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";
    private static readonly EngineTimes Times = new(TimeSpan.FromSeconds(20));
    private static readonly TimeSpan Limit = TimeSpan.FromHours(2);
    private static readonly ExecutionLimits Limits = new(Limit, Limit, "the limit is 7200 s", Measures: true);
    private static readonly StageKind[] KindsInOrder = [StageKind.Prepare, StageKind.Measure, StageKind.Clean];
    private readonly RunDecisions _decisions = new(Times);

    [Theory]
    [InlineData(RunStatus.Completed)]
    [InlineData(RunStatus.Failed)]
    [InlineData(RunStatus.Cancelled)]
    public void A_run_that_has_ended_is_forgotten(RunStatus status) => Assert.IsType<RunAction.Forget>(Next(Run(status), [Stage(StageKind.Measure, 4)]));

    [Fact]
    public void A_run_without_stages_begins_or_ends_where_it_was_cancelled()
    {
        Assert.IsType<RunAction.Begin>(Next(Run(RunStatus.Accepted), []));
        Assert.Equal(new RunAction.Finish(RunStatus.Cancelled, "because"), Next(Run(RunStatus.Cancelling) with { Reason = "because" }, []));
    }

    [Fact]
    public void Rows_are_written_before_the_first_task_is_handed_out()
    {
        var stage = Stage(StageKind.Measure, 150);

        Assert.Equal(new RunAction.CreateTasks(stage), Next(Run(), [stage]));
        Assert.Equal(new RunAction.CreateTasks(stage with { Created = 100 }), Next(Run(), [stage with { Created = 100 }]));
        Assert.Equal(new RunAction.Dispatch(stage with { Created = 150 }), Next(Run(), [stage with { Created = 150 }]));
    }

    [Fact]
    public void The_first_stage_that_is_not_closed_is_the_one_to_act_on()
    {
        var prepare = Stage(StageKind.Prepare, 1, finished: 1) with { Closed = true };
        var measure = Stage(StageKind.Measure, 2, finished: 2);

        Assert.Equal(new RunAction.CloseStage(measure), Next(Run(), [prepare, measure, Stage(StageKind.Clean, 1)]));
    }

    [Theory]
    [InlineData(BenchmarkTaskStatus.Done)]
    [InlineData(BenchmarkTaskStatus.Failed)]
    [InlineData(BenchmarkTaskStatus.Missed)]
    [InlineData(BenchmarkTaskStatus.Cancelled)]
    public void A_task_that_is_terminal_is_published_and_counted(BenchmarkTaskStatus status)
    {
        var stage = Stage(StageKind.Measure, 4, dispatched: 1);
        var task = SampleTask.In(status);

        AssertAdvances(stage, task, Next(Run(), [stage], task));
        AssertAdvances(stage, task, Next(Run(RunStatus.Cancelling), [stage], task));
    }

    [Fact]
    public void A_measured_point_is_accepted_in_a_cancelled_run_too()
    {
        Assert.Equal(BenchmarkTaskStatus.Done, Stored(Run(), BenchmarkTaskStatus.Measured));
        Assert.Equal(BenchmarkTaskStatus.Done, Stored(Run(RunStatus.Cancelling), BenchmarkTaskStatus.Measured));
    }

    [Fact]
    public void A_censored_point_is_repeated_or_given_up_with_its_run()
    {
        Assert.Equal(BenchmarkTaskStatus.Ready, Stored(Run(), BenchmarkTaskStatus.Censored));
        Assert.Equal(BenchmarkTaskStatus.Cancelled, Stored(Run(RunStatus.Cancelling), BenchmarkTaskStatus.Censored));
    }

    [Fact]
    public void A_ready_task_of_a_cancelled_run_is_given_up_unless_it_cleans_up()
    {
        Assert.Equal(BenchmarkTaskStatus.Cancelled, Stored(Run(RunStatus.Cancelling), BenchmarkTaskStatus.Ready));
        Assert.IsType<RunAction.Wait>(Next(
            Run(RunStatus.Cancelling), [Stage(StageKind.Clean, 1, dispatched: 1)], SampleTask.In(BenchmarkTaskStatus.Ready, StageKind.Clean), handedOut => handedOut with { MessageOutFor = TimeSpan.Zero }));
    }

    [Theory]
    [InlineData(null, true)]
    [InlineData(-3.0, false)]
    [InlineData(0.0, false)]
    [InlineData(119.9, false)]
    [InlineData(120.0, true)]
    public void A_message_counts_as_lost_when_it_was_out_for_six_heartbeats_or_nobody_here_put_it(double? outForSeconds, bool reminded)
    {
        var action = Next(Run(), [Stage(StageKind.Measure, 4, dispatched: 1)], SampleTask.In(BenchmarkTaskStatus.Ready),
            handedOut => handedOut with { MessageOutFor = outForSeconds is { } seconds ? TimeSpan.FromSeconds(seconds) : null });

        Assert.Equal(reminded, action is RunAction.Remind);
        Assert.Equal(!reminded, action is RunAction.Wait);
    }

    [Fact]
    public void A_running_task_is_left_alone_within_its_time_and_told_to_stop_once_after_it()
    {
        var stages = new[] { Stage(StageKind.Measure, 4, dispatched: 1) };
        var task = SampleTask.In(BenchmarkTaskStatus.Running);

        Assert.IsType<RunAction.Wait>(Next(Run(), stages, task, handedOut => handedOut with { Elapsed = Limit - TimeSpan.FromTicks(1) }));
        Assert.Equal(
            new RunAction.OrderStop(task, FailureCause.PrepareTimedOut, "killed after 7200 s of preparing: the limit is 7200 s"),
            Next(Run(), stages, task, handedOut => handedOut with { Elapsed = Limit }));
        Assert.IsType<RunAction.Wait>(Next(Run(), stages, task, handedOut => handedOut with { Elapsed = 2 * Limit, StopCommanded = true }));
    }

    [Theory]
    [InlineData(StageKind.Prepare)]
    [InlineData(StageKind.Measure)]
    public void A_running_task_of_a_cancelled_run_is_told_to_stop_unless_it_cleans_up(StageKind stage)
    {
        var task = SampleTask.In(BenchmarkTaskStatus.Running, stage);

        Assert.Equal(
            new RunAction.OrderStop(task, FailureCause.Cancelled, "the run ends early"),
            Next(Run(RunStatus.Cancelling), [Stage(stage, 4, dispatched: 1)], task));
        Assert.IsType<RunAction.Wait>(Next(
            Run(RunStatus.Cancelling), [Stage(StageKind.Clean, 1, dispatched: 1)], SampleTask.In(BenchmarkTaskStatus.Running, StageKind.Clean)));
    }

    [Theory]
    [InlineData(StageKind.Prepare, RunStatus.Running, BenchmarkTaskStatus.Ready)]
    [InlineData(StageKind.Measure, RunStatus.Running, BenchmarkTaskStatus.Ready)]
    [InlineData(StageKind.Clean, RunStatus.Running, BenchmarkTaskStatus.Ready)]
    [InlineData(StageKind.Prepare, RunStatus.Cancelling, BenchmarkTaskStatus.Cancelled, 0)]
    [InlineData(StageKind.Measure, RunStatus.Cancelling, BenchmarkTaskStatus.Cancelled)]
    [InlineData(StageKind.Clean, RunStatus.Cancelling, BenchmarkTaskStatus.Ready)]
    public void A_task_whose_worker_is_dead_is_taken_from_it(StageKind stage, RunStatus status, BenchmarkTaskStatus expected, int lost = 1)
    {
        var store = Assert.IsType<RunAction.Store>(Next(
            Run(status), [Stage(stage, 1, dispatched: 1)], SampleTask.In(BenchmarkTaskStatus.Running, stage), handedOut => handedOut with { OwnerIsDead = true, StopCommanded = true }));

        var after = Assert.Single(store.After);
        Assert.Equal((expected, lost), (after.Status, after.Failures.WorkerLost));
    }

    [Fact]
    public void What_is_left_of_an_abandoned_stage_is_given_up_and_the_stage_closed()
    {
        var begun = Stage(StageKind.Measure, 4, finished: 1) with { Created = 4 };
        Assert.Equal(new RunAction.CancelRest(begun), Next(Run(RunStatus.Cancelling), [begun]));

        var untouched = Stage(StageKind.Measure, 4);
        Assert.Equal(new RunAction.CloseStage(untouched), Next(Run(RunStatus.Cancelling), [untouched]));

        var failed = Stage(StageKind.Prepare, 1, finished: 1) with { Failed = 1, Closed = true };
        Assert.Equal(new RunAction.CloseStage(untouched), Next(Run(), [failed, untouched]));
    }

    [Fact]
    public void A_failed_point_abandons_the_rest_only_where_onError_is_stop()
    {
        var stage = Stage(StageKind.Measure, 4, finished: 1) with { Created = 4, Failed = 1 };

        Assert.Equal(new RunAction.Dispatch(stage), Next(Run(), [stage]));
        Assert.Equal(new RunAction.CancelRest(stage), Next(Run(onError: OnError.Stop), [stage]));
    }

    [Theory]
    [InlineData(RunStatus.Running, OnError.Continue, 0, 0, 0, RunStatus.Completed, "")]
    [InlineData(RunStatus.Running, OnError.Continue, 0, 1, 0, RunStatus.CompletedWithErrors, "1 of 4 points failed")]
    [InlineData(RunStatus.Running, OnError.Continue, 0, 4, 0, RunStatus.Failed, "no point could be measured")]
    [InlineData(RunStatus.Running, OnError.Stop, 0, 1, 0, RunStatus.Failed, "a point failed and onError is stop")]
    [InlineData(RunStatus.Running, OnError.Continue, 1, 0, 0, RunStatus.Failed, "its data could not be prepared")]
    [InlineData(RunStatus.Running, OnError.Continue, 0, 0, 1, RunStatus.CompletedWithErrors, "what the run made in its target could not be removed; it is tried again later")]
    [InlineData(RunStatus.Running, OnError.Continue, 0, 2, 1, RunStatus.CompletedWithErrors, "2 of 4 points failed; what the run made in its target could not be removed; it is tried again later")]
    [InlineData(RunStatus.Cancelling, OnError.Continue, 0, 4, 0, RunStatus.Cancelled, "because")]
    public void How_a_run_ends_follows_from_its_stages(RunStatus status, OnError onError, int prepareFailed, int measureFailed, int cleanFailed, RunStatus expected, string reason)
    {
        StageState[] stages =
        [
            Stage(StageKind.Prepare, 1, finished: 1) with { Failed = prepareFailed, Closed = true },
            Stage(StageKind.Measure, 4, finished: 4) with { Failed = measureFailed, Closed = true },
            Stage(StageKind.Clean, 1, finished: 1) with { Failed = cleanFailed, Closed = true },
        ];

        Assert.Equal(new RunAction.Finish(expected, reason), Next(Run(status, onError) with { Reason = status == RunStatus.Cancelling ? "because" : "" }, stages));
    }

    [Theory]
    [InlineData(0, RunStatus.Completed)]
    [InlineData(1, RunStatus.Failed)]
    public void A_maintenance_run_is_as_good_as_its_clean_stage(int failed, RunStatus expected) => Assert.Equal(
        expected,
        Assert.IsType<RunAction.Finish>(Next(Run(), [Stage(StageKind.Clean, 1, finished: 1) with { Failed = failed, Closed = true }])).Status);

    [Fact]
    public void For_any_consistent_snapshot_there_is_a_decision() => SeededProperty.Holds(
        Gen.Int[0, int.MaxValue], seed => _decisions.Next(RandomSnapshot(new Random(seed))) is not null, cases: 5_000);

    [Fact]
    public void A_run_always_ends_whatever_its_worker_does() => SeededProperty.Holds(
        Gen.Int[0, int.MaxValue], seed => new RunModel(_decisions, new Random(seed)).EndsWithin(steps: 4_000), cases: 300);

    private static RunSnapshot RandomSnapshot(Random random)
    {
        var run = Run((RunStatus)random.Next(6), (OnError)random.Next(2));
        var current = random.Next(3);
        var stages = random.Next(10) == 0 ? [] : KindsInOrder.Select((kind, index) => RandomStage(random, kind, index - current)).ToArray();
        var open = stages.FirstOrDefault(stage => !stage.Closed);
        return new()
        {
            Run = run,
            Stages = stages,
            Current = open is not null && open.Dispatched > open.Finished ? [RandomTask(random, open.Kind)] : [],
            LimitOf = _ => Limits,
            Now = SampleTask.Now,
        };
    }

    private static StageState RandomStage(Random random, StageKind kind, int position)
    {
        var total = kind == StageKind.Measure ? random.Next(1, 300) : 1;
        var created = position < 0 ? total : position > 0 ? 0 : random.Next(total + 1);
        var dispatched = position < 0 ? total : random.Next(created + 1);
        var finished = position < 0 ? total : Math.Max(0, dispatched - random.Next(2));
        return Stage(kind, total) with
        {
            Created = created,
            Dispatched = dispatched,
            Finished = finished,
            Failed = random.Next(finished + 1),
            Closed = position < 0,
            Open = position == 0,
        };
    }

    private static DispatchedTask RandomTask(Random random, StageKind kind)
    {
        var status = (BenchmarkTaskStatus)random.Next(9);
        var task = SampleTask.In(kind == StageKind.Measure || status is not (BenchmarkTaskStatus.Measured or BenchmarkTaskStatus.Censored) ? status : BenchmarkTaskStatus.Ready, kind);
        return new(task)
        {
            OwnerIsDead = random.Next(2) == 0,
            StopCommanded = random.Next(2) == 0,
            MessageOutFor = random.Next(2) == 0 ? TimeSpan.FromSeconds(random.Next(-10, 300)) : null,
            Elapsed = TimeSpan.FromSeconds(random.Next(10_000)),
            Measured = TimeSpan.FromSeconds(random.Next(2) * random.Next(10_000)),
        };
    }

    private BenchmarkTaskStatus Stored(RunState run, BenchmarkTaskStatus status) =>
        Assert.IsType<RunAction.Store>(Next(run, [Stage(StageKind.Measure, 4, dispatched: 1)], SampleTask.In(status))).After.Single().Status;

    private RunAction Next(RunState run, IReadOnlyList<StageState> stages, BenchmarkTask? current = null, Func<DispatchedTask, DispatchedTask>? with = null) => _decisions.Next(new()
    {
        Run = run,
        Stages = stages,
        Current = current is null ? [] : [with is null ? new(current) : with(new(current))],
        LimitOf = _ => Limits,
        Now = SampleTask.Now,
    });

    private static void AssertAdvances(StageState stage, BenchmarkTask task, RunAction action)
    {
        var advance = Assert.IsType<RunAction.Advance>(action);
        Assert.Equal((stage, task), (advance.Stage, Assert.Single(advance.Tasks)));
    }

    private static RunState Run(RunStatus status = RunStatus.Running, OnError onError = OnError.Continue) =>
        ExampleRun.Accepted(RunId, SampleTask.Then, onError) with { Status = status };

    private static StageState Stage(StageKind kind, int total, int dispatched = 0, int finished = 0) => new()
    {
        RunId = RunId,
        Id = kind,
        Open = true,
        Total = total,
        Created = Math.Max(dispatched, finished) > 0 ? total : 0,
        Dispatched = Math.Max(dispatched, finished),
        Finished = finished,
    };
}
