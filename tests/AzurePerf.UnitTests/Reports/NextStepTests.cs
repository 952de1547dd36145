using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class NextStepTests
{
    [Theory]
    [InlineData(RunStatus.Running, 0, "Results appear below as they come. You can leave this page; the run goes on.")]
    [InlineData(RunStatus.Failed, 3, "Remove the cause, then retry 3 points without result.")]
    [InlineData(RunStatus.Failed, 0, "Remove the cause, then rerun it.")]
    [InlineData(RunStatus.CompletedWithErrors, 1, "Remove the cause, then retry 1 point without result.")]
    [InlineData(RunStatus.CompletedWithErrors, 0, "See under Diagnostics, Failed attempts, what failed. Remove the cause, then rerun it.")]
    [InlineData(RunStatus.Cancelled, 0, "Rerun it to measure all of it.")]
    [InlineData(RunStatus.Completed, 0, "")]
    public void What_to_do_follows_from_how_a_run_stands(RunStatus status, int missing, string words) =>
        Assert.Equal(words, NextStep.Of(status, 12, missing, null));

    [Fact]
    public void A_completed_run_is_compared_or_made_comparable()
    {
        Assert.Equal("Set it as baseline: later runs of this experiment and target are then compared with it.", Next(12, new()));
        Assert.Equal("Edit and rerun it with at least 10 repetitions to compare it with other runs.", Next(2, new()));
        Assert.Equal("Rerun it later: the new run is compared with this one.", Next(12, new("a", IsItself: true)));
        Assert.Equal("Set it as baseline to compare later runs with it.", Next(12, new("a", IsGone: true)));
        var comparison = ComparedRuns.Compare(ComparedRuns.Of((1, ComparedPoints.Hundred)), ComparedRuns.Of((1, ComparedPoints.Hundred)));
        Assert.Equal(comparison.Answer!.Next, Next(12, new("a", Comparison: comparison)));
    }

    [Fact]
    public void A_run_with_points_that_ended_with_errors_leads_to_them() =>
        Assert.Equal("See under Diagnostics, Points, what failed.", NextStep.Of(RunStatus.CompletedWithErrors, 12, 0, new()));

    private static string Next(int repetitions, RunBaseline baseline) => NextStep.Of(RunStatus.Completed, repetitions, 0, baseline);
}
