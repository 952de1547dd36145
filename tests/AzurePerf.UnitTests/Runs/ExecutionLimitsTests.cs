using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class ExecutionLimitsTests
{
    private static readonly ExecutionLimits OfPoint = new(TimeSpan.FromSeconds(60), TimeSpan.FromSeconds(40), "4 x 10.0 s mean of 37", Measures: true);
    private static readonly ExecutionLimits OfTask = OfPoint with { Measures = false };

    [Theory]
    [InlineData(59.9, 0, false)]
    [InlineData(60, 0, true)]
    [InlineData(600, 39.9, false)]
    [InlineData(600, 40, true)]
    [InlineData(41, 1, false)]
    public void A_point_has_one_limit_from_its_claim_and_from_its_start_on_only_the_other(double elapsed, double measured, bool over) =>
        Assert.Equal(over, OfPoint.IsOver(After(elapsed, measured)));

    [Theory]
    [InlineData(59.9, false)]
    [InlineData(60, true)]
    public void What_follows_the_last_operation_of_a_point_has_as_long_as_its_preparation(double afterwards, bool over)
    {
        var checking = After(200, 39) with { Afterwards = TimeSpan.FromSeconds(afterwards) };

        Assert.Equal(over, OfPoint.IsOver(checking));
        Assert.Equal(
            (FailureCause.TimedOut, FormattableString.Invariant($"killed after {afterwards} s of what follows the measurement: the limit is 60 s")),
            (OfPoint.CauseOf(checking), OfPoint.Sentence(checking)));
    }

    [Theory]
    [InlineData(39.9, false)]
    [InlineData(40, true)]
    public void Any_other_task_has_the_second_alone_from_its_claim(double elapsed, bool over) => Assert.Equal(over, OfTask.IsOver(After(elapsed, 0)));

    [Fact]
    public void The_record_tells_a_slow_preparation_from_a_slow_execution_and_says_why()
    {
        Assert.Equal(
            (FailureCause.PrepareTimedOut, "killed after 61.5 s of preparing: the limit is 60 s"),
            (OfPoint.CauseOf(After(61.5, 0)), OfPoint.Sentence(After(61.5, 0))));
        Assert.Equal(
            (FailureCause.TimedOut, "killed after 41 s: 4 x 10.0 s mean of 37"),
            (OfPoint.CauseOf(After(90, 41)), OfPoint.Sentence(After(90, 41))));
        Assert.Equal(
            (FailureCause.TimedOut, "killed after 41 s: 4 x 10.0 s mean of 37"),
            (OfTask.CauseOf(After(41, 0)), OfTask.Sentence(After(41, 0))));
    }

    private static DispatchedTask After(double elapsed, double measured) =>
        new(SampleTask.In(BenchmarkTaskStatus.Running)) { Elapsed = TimeSpan.FromSeconds(elapsed), Measured = TimeSpan.FromSeconds(measured) };
}
