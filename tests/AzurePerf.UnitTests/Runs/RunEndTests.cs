using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class RunEndTests
{
    private static readonly RunState Run = ExampleRun.Accepted("aaaaaaaaaaaaaaaaaaaa", SampleTask.Then) with { Status = RunStatus.Running };

    [Theory]
    [InlineData(OnError.Continue, 0, 0, RunStatus.Completed, "")]
    [InlineData(OnError.Continue, 3, 0, RunStatus.CompletedWithErrors, "3 of 50 tasks failed")]
    [InlineData(OnError.Continue, 0, 40, RunStatus.CompletedWithErrors, "40 of 50 tasks failed")]
    [InlineData(OnError.Continue, 10, 40, RunStatus.Failed, "every task failed")]
    [InlineData(OnError.Stop, 1, 0, RunStatus.Failed, "a task failed and onError is stop")]
    public void The_tasks_of_all_bags_count_together(OnError onError, int failedFirst, int failedSecond, RunStatus status, string reason) => Assert.Equal(
        new RunAction.Finish(status, reason),
        RunEnd.Of(Run with { Spec = Run.Spec with { OnError = onError } }, [Closed(StageId.Bag(0), 10, failedFirst), Closed(StageId.Bag(1), 40, failedSecond)]));

    [Fact]
    public void A_point_that_three_workers_failed_together_is_one_point() => Assert.Equal(
        new RunAction.Finish(RunStatus.CompletedWithErrors, "1 of 4 points failed"),
        RunEnd.Of(Run with { Spec = Run.Spec with { Workers = 3 } }, [Closed(StageKind.Measure, 12, 3), Closed(StageKind.Clean, 1)]));

    [Fact]
    public void A_run_that_was_given_up_failed_for_that_reason_unless_somebody_cancelled_it()
    {
        StageState[] stages = [Closed(StageKind.Measure, 4), Closed(StageKind.Clean, 1, failed: 1)];
        var givenUp = Run with { GivenUp = "no worker came" };
        const string Leftovers = "; what the run made in its target could not be removed; it is tried again later";

        Assert.Equal(new RunAction.Finish(RunStatus.Failed, "no worker came" + Leftovers), RunEnd.Of(givenUp, stages));
        Assert.Equal(
            new RunAction.Finish(RunStatus.Cancelled, "not needed" + Leftovers),
            RunEnd.Of(givenUp with { Status = RunStatus.Cancelling, Reason = "not needed" }, stages));
    }

    [Fact]
    public void Points_whose_time_passed_are_gaps_and_no_failures() => Assert.Equal(
        new RunAction.Finish(RunStatus.Completed, ""),
        RunEnd.Of(Run, [Closed(StageKind.Measure, 4) with { Missed = 3 }, Closed(StageKind.Clean, 1)]));

    [Theory]
    [InlineData(0, 4)]
    [InlineData(1, 3)]
    public void A_series_of_which_no_point_was_measured_has_failed(int failed, int missed) => Assert.Equal(
        new RunAction.Finish(RunStatus.Failed, "no point could be measured"),
        RunEnd.Of(Run, [Closed(StageKind.Measure, 4, failed) with { Missed = missed }, Closed(StageKind.Clean, 1)]));

    private static StageState Closed(StageId id, int total, int failed = 0) =>
        new() { RunId = Run.RunId, Id = id, Total = total, Created = total, Dispatched = total, Finished = total, Failed = failed, Closed = true };
}
