using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class RunPhaseTests
{
    private static readonly RunResponse Running = SampleRuns.Run("blob.download", """{"clients":[1]}""", RunStatus.Running, points: 8) with { PointsFinished = 2 };

    [Theory]
    [InlineData("setUp", "measuring point 3 of 8, set-up")]
    [InlineData("warmUp", "measuring point 3 of 8, warm-up")]
    [InlineData("measuring", "measuring point 3 of 8")]
    [InlineData("storing", "measuring point 3 of 8, storing")]
    public void Says_which_point_is_at_which_phase(string phase, string text) =>
        Assert.Equal(text, RunPhase.Describe(Running with { Activity = new("w", "measure", 3, phase, 5, 20) }));

    [Fact]
    public void Says_how_many_rows_are_loaded_while_data_are_prepared()
    {
        var preparing = Running with { Stages = [SampleRuns.Stage(StageKind.Prepare, StageStatus.Open)] };
        Assert.Equal("preparing data", RunPhase.Describe(preparing));
        Assert.Equal("preparing data: 60,000 of about 575,000 rows", RunPhase.Describe(preparing with { Activity = new("w", "prepare", null, "loading", 60_000, 575_000) }));
        Assert.Equal("preparing data", RunPhase.DescribeCoarsely(preparing with { Activity = new("w", "prepare", null, "loading", 60_000, 575_000) }));
    }

    [Fact]
    public void Counts_the_measured_part_of_the_current_point()
    {
        Assert.Equal(2.25, RunPhase.Done(Running with { Activity = new("w", "measure", 3, "measuring", 5, 20) }));
        Assert.Equal(2, RunPhase.Done(Running with { Activity = new("w", "measure", 3, "warmUp", 5, 20) }));
        Assert.Equal(2, RunPhase.Done(Running with { Activity = new("w", "measure", 3, "measuring", 5, 0) }));
    }

    [Fact]
    public void A_run_between_two_stages_is_at_the_next_one()
    {
        StageResponse Stage(StageKind kind, StageStatus status) => SampleRuns.Stage(kind, status);
        Assert.Equal("planning", RunPhase.Describe(Running with { Stages = [] }));
        Assert.Equal("measuring 8 points", RunPhase.DescribeCoarsely(Running with { Stages = [Stage(StageKind.Prepare, StageStatus.Closed), Stage(StageKind.Measure, StageStatus.Waiting)] }));
        Assert.Equal("finishing", RunPhase.Describe(Running with { Stages = [Stage(StageKind.Clean, StageStatus.Closed)] }));
    }

    [Fact]
    public void A_waiting_run_says_what_it_waits_for() =>
        Assert.Equal("waiting: another run measures this target", RunPhase.Describe(Running with { Status = RunStatus.Accepted, Reason = "another run measures this target" }));

    [Fact]
    public void A_run_that_waits_says_what_for_and_when_it_is_given_up()
    {
        var since = new DateTimeOffset(2026, 3, 14, 9, 26, 0, TimeSpan.Zero);
        Assert.Equal(
            "measuring point 3 of 8; waiting for 2 more measure workers (has 1, needs 3), given up at 2026-03-14 10:26 UTC",
            RunPhase.Describe(Running with { Wait = new(RunWaitCause.Workers, since) { Missing = [new("measure", 3, 1)], GivesUpAt = since.AddHours(1) } }));
        Assert.Equal(
            "measuring point 3 of 8; waiting for 1 more measure worker of build b1 (has 1, needs 2)",
            RunPhase.Describe(Running with { Wait = new(RunWaitCause.Workers, since) { Missing = [new("measure", 2, 1) { Build = "b1" }] } }));
        Assert.Equal(
            "measuring point 3 of 8; target \"west\" does not answer",
            RunPhase.Describe(Running with { Wait = new(RunWaitCause.Target, since), Reason = "target \"west\" does not answer" }));
        Assert.Equal(
            "waiting for run abc, which measures the same target or hosts",
            RunPhase.Describe(Running with { Status = RunStatus.Accepted, Wait = new(RunWaitCause.Run, since) { RunId = "abc" } }));
    }

    [Fact]
    public void A_bag_counts_its_tasks_and_knows_no_points()
    {
        var run = SampleRuns.Bag(RunStatus.Running);

        Assert.Equal("bag 2: about 1,240 of 2,000 tasks done, 16 running, 4 failed, 62.2 %", RunPhase.Describe(run));
        Assert.Equal("executing bag 2 of 2,000 tasks", RunPhase.DescribeCoarsely(run));
        Assert.Equal((2_020, 1_264), (RunPhase.Planned(run), RunPhase.Done(run)));
    }

    [Fact]
    public void A_stage_is_called_by_its_name_with_its_progress_and_how_long_it_still_takes_once_it_is_planned()
    {
        var cut = SampleRuns.Stage(StageKind.Bag, StageStatus.Open, "cut") with { Planned = false };
        var run = Running with { Stages = [SampleRuns.Stage(StageKind.Bag, StageStatus.Closed, "draw") with { Tasks = 3, Done = 3 }, cut] };

        Assert.Equal(("planning cut", "planning cut"), (RunPhase.Describe(run), RunPhase.DescribeCoarsely(run)));
        run = run with { Stages = [run.Stages[0], cut with { Planned = true, Tasks = 40, Done = 10, Running = 4, Progress = 0.3, SecondsLeft = 20 }] };
        Assert.Equal("cut: 10 of 40 tasks done, 4 running, 30.0 %, about 20 s left", RunPhase.Describe(run));
        Assert.Equal((43, 3 + 12), (RunPhase.Planned(run), RunPhase.Done(run)));
    }

    [Fact]
    public void A_stage_that_was_planned_with_no_tasks_has_nothing_to_do()
    {
        var cut = SampleRuns.Stage(StageKind.Bag, StageStatus.Open, "cut") with { Tasks = 0, Done = 0, Progress = 1 };
        var run = Running with { Stages = [SampleRuns.Stage(StageKind.Bag, StageStatus.Closed, "draw") with { Tasks = 3, Done = 3, Progress = 1 }, cut] };

        Assert.Equal(("cut: nothing to do", "cut: nothing to do"), (RunPhase.Describe(run), RunPhase.DescribeCoarsely(run)));
        Assert.Equal((3, 3), (RunPhase.Planned(run), RunPhase.Done(run)));
        Assert.Equal("draw: 3 of 3 tasks done; cut: nothing to do", RunText.Progress(run));
    }
}
