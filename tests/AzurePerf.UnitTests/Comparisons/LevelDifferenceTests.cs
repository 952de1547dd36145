using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class LevelDifferenceTests
{
    private static readonly double[] Hundred = ComparedPoints.Hundred;

    [Fact]
    public void The_factor_that_keeps_them_apart_is_named_with_its_levels() => Assert.Equal(
        "no configuration was measured by both runs: clients is 1, 4 in the baseline and 2, 8 in the candidate",
        Between(ComparedRuns.Of((1, Hundred), (4, Hundred)), ComparedRuns.Of((2, Hundred), (8, Hundred))));

    [Fact]
    public void Levels_in_common_that_never_meet_are_another_reason()
    {
        var baseline = ComparedRuns.Of((1, Hundred), (4, Hundred)).With(point => Sized(point, point.Levels["clients"]!.GetValue<int>() == 1 ? 1_024 : 4_096));
        var candidate = ComparedRuns.Of((1, Hundred), (4, Hundred)).With(point => Sized(point, point.Levels["clients"]!.GetValue<int>() == 1 ? 4_096 : 1_024));

        Assert.Equal(
            "no configuration was measured by both runs: they have levels of each factor in common, but never all of one configuration", Between(baseline, candidate));
    }

    [Fact]
    public void A_run_that_measured_nothing_is_named() => Assert.EndsWith(
        ": the candidate measured none", Between(ComparedRuns.Of((1, Hundred)), ComparedRuns.Of((1, Hundred)) with { Points = [] }), StringComparison.Ordinal);

    private static string Between(MeasuredRun baseline, MeasuredRun candidate) => LevelDifference.Of(
        baseline.Experiment!.Parameters, ComparedRuns.Compare(baseline, candidate));

    private static Core.Runs.PointRecord Sized(Core.Runs.PointRecord point, int bytes)
    {
        var levels = point.Levels.DeepClone().AsObject();
        levels["entityBytes"] = bytes;
        return point with { Levels = levels };
    }
}
