using AzurePerf.Core.Api;
using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.UnitTests.Tasks;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Runs.Engine;

public sealed class EngineSummaryTests
{
    [Fact]
    public void A_point_that_nobody_has_taken_waits_for_a_worker_and_the_others_for_their_turn()
    {
        var stage = Only(SampleFacts.Of(SampleFacts.Open(StageKind.Measure, total: 4, dispatched: 2, finished: 1)));

        Assert.Equal((1, 0, 3, false), (stage.Done, stage.Running, stage.Waiting, stage.About));
        Assert.Equal([(WaitCause.Turn, 2), (WaitCause.Worker, 1)], stage.WaitsFor.Select(wait => (wait.Key, wait.Value)));
    }

    [Fact]
    public void A_point_that_a_worker_lists_is_running()
    {
        var stage = Only(SampleFacts.Of(SampleFacts.Open(StageKind.Measure, 4, 2, 1)) with { Workers = [SampleFacts.Worker(WorkerPool.Measure, 1, 1)] });

        Assert.Equal((1, 1, 2), (stage.Done, stage.Running, stage.Waiting));
        Assert.DoesNotContain(WaitCause.Worker, stage.WaitsFor.Keys);
    }

    [Fact]
    public void A_worker_that_was_silent_for_a_minute_counts_as_executing_nothing()
    {
        var silent = SampleFacts.Worker(WorkerPool.Measure, 1, 1) with { BeatAt = SampleFacts.Now.AddSeconds(-61) };

        Assert.Equal(0, Only(SampleFacts.Of(SampleFacts.Open(StageKind.Measure, 4, 2, 1)) with { Workers = [silent] }).Running);
    }

    [Fact]
    public void A_series_waits_for_the_time_of_its_next_point_and_says_when_that_is()
    {
        var facts = SampleFacts.Of(SampleFacts.Open(StageKind.Measure, 4, 2, 2));
        var spec = facts.Run.Spec with { RepeatEverySeconds = 3_600 };

        var stage = Only(facts with { Run = facts.Run with { Spec = spec } });

        Assert.Equal([(WaitCause.Due, 2)], stage.WaitsFor.Select(wait => (wait.Key, wait.Value)));
        Assert.Equal(SampleTask.Then.AddHours(1), stage.NextDueAt);
    }

    [Fact]
    public void A_stage_that_was_planned_with_no_tasks_is_all_done_before_it_closes()
    {
        var stage = Only(SampleFacts.Of(SampleFacts.Open(StageKind.Bag, 0, 0)));

        Assert.Equal((1.0, 0, 0), (stage.Progress, stage.Waiting, stage.Running));
        Assert.Equal(0.0, Only(SampleFacts.Of(SampleFacts.Open(StageKind.Bag, 0, 0) with { IsPlanned = false })).Progress);
    }

    [Fact]
    public void A_stage_before_its_time_waits_for_the_one_before()
    {
        var stage = EngineSummary.StagesOf(SampleFacts.Of(SampleFacts.Open(StageKind.Measure, 4, 0), SampleFacts.Open(StageKind.Clean, 1, 0) with { Open = false }))[1];

        Assert.Equal((1, WaitCause.EarlierStage), (stage.Waiting, Assert.Single(stage.WaitsFor).Key));
    }

    [Theory]
    [InlineData(false, "", "The program needs a worker that runs programs, and the only bag worker does not. Set Programs:Allowed where workers run. The tasks of the program fail if none does within about six minutes.")]
    [InlineData(false, "No program runs: the kernel has no Landlock.", "The program needs a worker that runs programs, and the only bag worker does not. No program runs: the kernel has no Landlock. The tasks of the program fail if none does within about six minutes.")]
    [InlineData(true, "", "")]
    public void A_program_that_no_worker_runs_is_said_and_no_time_is_promised(bool runs, string refusal, string words)
    {
        var worker = SampleFacts.Worker(WorkerPool.Bag, 8) with { RunsPrograms = runs, ProgramRefusal = refusal };
        var facts = Facts(new string('a', 64)) with { Workers = [worker] };

        Assert.Equal(words, EngineSummary.Of(facts).Shortage);
        Assert.Equal(words.Length == 0, Only(facts).SecondsLeft is not null);
        Assert.Equal("", EngineSummary.Of(Facts("") with { Workers = [worker] }).Shortage);
        Assert.Equal("", EngineSummary.Of(facts with { Workers = [worker with { BeatAt = SampleFacts.Now.AddHours(-1) }] }).Shortage);
        Assert.Equal("", EngineSummary.Of(facts with { Stages = [Named(facts.Stages[0], ImageStages.Aggregation)] }).Shortage);

        static EngineFacts Facts(string program)
        {
            var facts = SampleFacts.Of(Named(SampleFacts.Open(StageKind.Bag, total: 2, dispatched: 2), ImageStages.Reduction) with { Expected = TimeSpan.FromSeconds(2) });
            return facts with { Run = facts.Run with { Spec = facts.Run.Spec with { Experiment = ImageStages.Experiment, Parameters = new() { ["program"] = program } } } };
        }

        static StageState Named(StageState stage, string name) => stage with { Id = StageId.Bag(ImageStages.InOrder.IndexOf(name)), Name = name };
    }

    [Fact]
    public void Of_an_open_bag_what_workers_have_done_has_ended_however_few_messages_the_rest_shares()
    {
        var bag = SampleFacts.Open(StageKind.Bag, total: 2_000, dispatched: 300);
        var worker = SampleFacts.Worker(WorkerPool.Bag, 8, 200, 201) with { Tallies = [new(SampleFacts.RunId, StageId.Bag(0).Number, Done: 100, Failed: 0, Seconds: 25, Dead: 0)] };
        var stage = Only(SampleFacts.Of(bag) with { Queues = Holding(7), Workers = [worker] });

        Assert.Equal((100, 2, 1_898, true), (stage.Done, stage.Running, stage.Waiting, stage.About));
        Assert.Equal([(WaitCause.Turn, 1_700), (WaitCause.Worker, 198)], stage.WaitsFor.Select(wait => (wait.Key, wait.Value)));
    }

    [Fact]
    public void Of_an_open_bag_the_workers_know_what_failed_and_how_long_it_takes()
    {
        var worker = SampleFacts.Worker(WorkerPool.Bag, 8) with
        {
            Tallies = [new(SampleFacts.RunId, StageId.Bag(0).Number, Done: 50, Failed: 7, Seconds: 25, Dead: 2) { Ends = new SortedDictionary<FailureCause, int> { [FailureCause.TimedOut] = 7 } }],
        };

        var stage = Only(SampleFacts.Of(SampleFacts.Open(StageKind.Bag, 20_000, 300)) with { Queues = Holding(248), Workers = [worker] });

        Assert.Equal((50, 2, 0.5), (stage.Done, stage.Failed, stage.MeanSeconds));
        Assert.Equal((7, 7, 5), (stage.Ends[FailureCause.TimedOut], stage.Timeouts[FailureCause.TimedOut], stage.Repeated));
    }

    [Fact]
    public void A_closed_bag_has_been_counted_and_tells_its_requests_per_task()
    {
        var bag = SampleFacts.Open(StageKind.Bag, 200, 200, finished: 200) with
        {
            Closed = true,
            Failed = 3,
            Repeated = 9,
            Requests = 840,
            Ends = new SortedDictionary<FailureCause, int> { [FailureCause.UserCodeError] = 12 },
        };

        var stage = Only(SampleFacts.Of(bag));

        Assert.Equal((197, 3, 0, 9, 4.2, false), (stage.Done, stage.Failed, stage.Waiting, stage.Repeated, stage.RequestsPerTask, stage.About));
        Assert.Empty(stage.Timeouts);
    }

    [Fact]
    public void A_bag_with_cancelled_tasks_does_not_tell_its_requests_per_task()
    {
        var bag = SampleFacts.Open(StageKind.Bag, 200, 200, finished: 200) with { Closed = true, Cancelled = 180, Requests = 840 };

        var stage = Only(SampleFacts.Of(bag));

        Assert.Equal((20, 180, null), (stage.Done, stage.Cancelled, stage.RequestsPerTask));
    }

    [Fact]
    public void What_a_run_that_has_ended_never_began_was_given_up()
    {
        var facts = SampleFacts.Of(SampleFacts.Open(StageKind.Measure, 4, 1, 1), SampleFacts.Open(StageKind.Clean, 1, 0) with { Open = false });

        var stages = EngineSummary.StagesOf(facts with { Run = facts.Run with { Status = RunStatus.Failed } });

        Assert.Equal([(1, 3, 0), (0, 1, 0)], stages.Select(stage => (stage.Done, stage.Cancelled, stage.Waiting)));
    }

    [Fact]
    public void An_end_without_a_result_names_its_point_cause_and_reason_and_counts_for_its_combination()
    {
        var facts = SampleFacts.Of(SampleFacts.Open(StageKind.Measure, 4, 4, 3)) with
        {
            Ends = [SampleFacts.End(StageKind.Measure, 1, 1, FailureCause.TimedOut, "killed after 41 s: 4 x 10.2 s mean of 37")],
        };

        var engine = EngineSummary.Of(facts);

        var end = Assert.Single(engine.Ends);
        Assert.Equal((2, 1, "killed after 41 s: 4 x 10.2 s mean of 37"), (end.Point, end.Attempt, end.Reason));
        var stage = Only(facts);
        Assert.Equal((1, 1), (stage.Repeated, stage.Timeouts[FailureCause.TimedOut]));
        // The second repetition begins with the second configuration.
        Assert.Equal([(2, 1, 0L, 0), (2, 2, 1L, 1)], engine.Configurations.Select(kind => (kind.Points, kind.Finished, kind.Repeated, kind.Ends.Values.Sum())));
    }

    [Fact]
    public void What_happened_to_a_shuffled_point_counts_for_the_combination_that_the_plan_gives_it()
    {
        var facts = Shuffled([]);
        var plan = RunPlanner.Plan(facts.Experiment!, facts.Run.Spec).Points;
        var swapped = Enumerable.Range(0, 2).First(repetition => plan[2 * repetition].Levels["clients"]!.GetValue<int>() == 4);

        var engine = EngineSummary.Of(facts with { Ends = [SampleFacts.End(StageKind.Measure, 2 * swapped, 1, FailureCause.TimedOut)] });

        Assert.Equal([(1, 0), (4, 1)], engine.Configurations.Select(kind => (kind.Levels["clients"]!.GetValue<int>(), kind.Ends.Values.Sum())));
    }

    [Fact]
    public void A_retry_tells_of_the_configurations_of_its_own_points_and_of_no_other()
    {
        var whole = Shuffled([]);
        var of4 = RunPlanner.Plan(whole.Experiment!, whole.Run.Spec).Points
            .Where(point => point.Levels["clients"]!.GetValue<int>() == 4).Select(point => point.Number).ToArray();

        var kind = Assert.Single(EngineSummary.Of(Shuffled(of4)).Configurations);

        Assert.Equal((4, 2, 1), (kind.Levels["clients"]!.GetValue<int>(), kind.Points, kind.Finished));
    }

    [Fact]
    public void Only_the_pool_that_executes_the_open_stage_is_told_of()
    {
        var engine = EngineSummary.Of(SampleFacts.Of(SampleFacts.Open(StageKind.Bag, 10, 10)) with
        {
            Queues = new Dictionary<string, QueueState> { [WorkerPool.Bag] = new(10, SampleFacts.Now.AddSeconds(-3)) },
            Workers = [SampleFacts.Worker(WorkerPool.Bag, 8, 0), SampleFacts.Worker(WorkerPool.Measure, 1)],
        });

        Assert.Equal(new PoolResponse("bag", 1, 0, 8, 1, 0, 0, 10, 3), Assert.Single(engine.Pools));
    }

    [Fact]
    public void Every_task_of_a_stage_is_counted_once_whatever_workers_and_queue_say() => SeededProperty.Holds(
        from total in Gen.Int[0, 3_000]
        from dispatched in Gen.Int[0, total]
        from finished in Gen.Int[0, dispatched]
        from failed in Gen.Int[0, finished]
        from messages in Gen.Int[0, 3_000]
        from running in Gen.Int[0, 20]
        from done in Gen.Int[0, 3_000]
        from dead in Gen.Int[0, 50]
        from kind in Gen.OneOf(StageKind.Measure, StageKind.Bag)
        from closed in Gen.Bool
        select (total, dispatched, finished, failed, messages, running, done, dead, kind, closed),
        value =>
        {
            var isBag = value.kind == StageKind.Bag;
            var worker = SampleFacts.Worker(WorkerPool.Of(value.kind), 20, [.. Enumerable.Range(0, value.running)]) with
            {
                Tallies = [new(SampleFacts.RunId, new StageId(isBag ? 10 : 1).Number, value.done, value.dead, value.done, value.dead)],
            };
            var state = SampleFacts.Open(value.kind, value.total, value.dispatched, isBag && !value.closed ? 0 : value.finished) with
            {
                Failed = isBag && !value.closed ? 0 : value.failed,
                Closed = value.closed,
            };
            var stage = Only(SampleFacts.Of(state) with { Workers = [worker], Queues = Holding(value.messages) });
            int[] parts = [stage.Waiting, stage.Running, stage.Done, stage.Failed, stage.Missed, stage.Cancelled];
            return parts.All(part => part >= 0) && parts.Sum() == stage.Tasks && stage.WaitsFor.Values.Sum() == stage.Waiting;
        },
        cases: 1_000);

    /// <summary>A run whose first point is measured, in an order in which 4 clients come first at least once.</summary>
    private static EngineFacts Shuffled(IReadOnlyList<int> only)
    {
        var facts = SampleFacts.Of(SampleFacts.Open(StageKind.Measure, total: 4, dispatched: 1, finished: 1));
        return facts with { Run = facts.Run with { Spec = facts.Run.Spec with { Order = PointOrder.Shuffled, Only = only, Seed = 1 } } };
    }

    private static StageResponse Only(EngineFacts facts) => Assert.Single(EngineSummary.StagesOf(facts));

    private static Dictionary<string, QueueState> Holding(int messages) => new() { [WorkerPool.Bag] = new(messages, null) };
}
