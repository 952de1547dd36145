using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class RunSuccessTests
{
    [Fact]
    public void A_combination_has_a_success_when_one_of_its_measured_repetitions_has() => Assert.Equal(
        [2, 3, 4],
        RunSuccess.CombinationsWithout(
        [
            Point(1, 1, failed: true), Point(2, 1),
            Point(3, 2, failed: true), Point(4, 2, PointStatus.Failed),
            Point(5, 3, PointStatus.Failed),
            Point(6, 4, PointStatus.Missed), Point(7, 5, PointStatus.Reused),
            Point(8, 6), Point(9, 6, PointStatus.Missed),
        ]).Select(levels => (int)levels["clients"]!));

    [Theory]
    [InlineData(RunStatus.Completed, "", RunStatus.CompletedWithErrors, "no operation succeeded in 1 of 2 points (mostly clientTimeout)")]
    [InlineData(RunStatus.CompletedWithErrors, "1 of 3 points failed", RunStatus.CompletedWithErrors, "no operation succeeded in 1 of 2 points (mostly clientTimeout); 1 of 3 points failed")]
    [InlineData(RunStatus.Cancelled, "because", RunStatus.Cancelled, "because")]
    [InlineData(RunStatus.Failed, "because", RunStatus.Failed, "because")]
    public void A_point_without_a_success_is_an_error_of_a_run_that_completed(RunStatus status, string reason, RunStatus judged, string said) =>
        Assert.Equal((judged, said), RunSuccess.Judge(status, reason, [Point(1, 1), Point(2, 1, failed: true)]));

    [Fact]
    public void Single_failures_are_data() => Assert.Equal((RunStatus.Completed, ""), RunSuccess.Judge(RunStatus.Completed, "", [Point(1, 1), Point(2, 4)]));

    /// <summary>One operation of twenty fails in a point that has successes.</summary>
    private static PointRecord Point(int number, int clients, PointStatus status = PointStatus.Measured, bool failed = false) => new()
    {
        Number = number,
        Repetition = 1,
        Levels = new JsonObject { ["clients"] = clients },
        Status = status,
        Attempt = 1,
        Result = status is PointStatus.Missed or PointStatus.Reused ? null
            : failed ? SampleSummary.Of(1).With(operations => operations with { Outcomes = new() { [OperationOutcome.ClientTimeout] = 15, [OperationOutcome.Throttled] = 5 } })
            : SampleSummary.Of(1),
    };
}
