using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Trends;

public sealed class MissingHeadlineTests
{
    private static readonly RunSpec Downloads = SampleSpecs.Downloads();

    [Fact]
    public void A_run_of_which_no_point_was_measured_says_what_became_of_them() => Assert.Equal(
        "no point was measured (2 failed, 1 missed)",
        MissingHeadline.Of(Shipped.ExperimentOf(Downloads), Downloads, [Point(PointStatus.Failed), Point(PointStatus.Missed), Point(PointStatus.Failed)]));

    [Fact]
    public void A_run_without_any_point_says_so() => Assert.Equal("no point was measured", MissingHeadline.Of(Shipped.ExperimentOf(Downloads), Downloads, []));

    [Theory]
    [InlineData(PointFlag.GeneratorBound, "no repetition counts: 2 limited by the measuring machine")]
    [InlineData(PointFlag.Partial, "no repetition counts: 2 not measured to their end")]
    [InlineData(PointFlag.CacheSuspect, "no repetition counts: 2 answered by a cache, perhaps")]
    public void Points_that_do_not_count_are_told_by_the_reason(PointFlag flag, string reason)
    {
        PointRecord[] points = [Point(PointStatus.Measured, SampleSummary.Of(1, flag)), Point(PointStatus.Measured, SampleSummary.Of(1, flag))];

        Assert.Null(RunMedians.Of(Shipped.ExperimentOf(Downloads), Downloads, points)!.Headline);
        Assert.Equal(reason, MissingHeadline.Of(Shipped.ExperimentOf(Downloads), Downloads, points));
    }

    [Fact]
    public void Tasks_that_measure_nothing_have_none() => Assert.Equal("measures no rate", MissingHeadline.Of(Shipped.ExperimentOf(Downloads with { Experiment = "selftest.bag" }), Downloads with { Experiment = "selftest.bag" }, []));

    [Theory]
    [InlineData(RunStatus.Running, "", "not yet")]
    [InlineData(RunStatus.Failed, "", "none recorded")]
    [InlineData(RunStatus.Completed, "no operation succeeded", "no operation succeeded")]
    public void Lists_show_a_reason_whatever_is_stored(RunStatus status, string stored, string shown) => Assert.Equal(shown, MissingHeadline.Text(null, stored, status));

    private static PointRecord Point(PointStatus status, PointResult? result = null) =>
        new() { Number = 1, Repetition = 1, Levels = new() { ["clients"] = 1 }, Status = status, Attempt = 1, Result = result };
}
