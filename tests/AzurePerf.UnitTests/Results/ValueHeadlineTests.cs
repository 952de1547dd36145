using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Trends;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Results;

public sealed class ValueHeadlineTests
{
    [Theory]
    [InlineData(0, 0.1, "0 share")]
    [InlineData(-0.5, 0, "-0.500 share")]
    public void A_value_of_0_or_less_is_the_best_where_lower_is_better(double first, double second, string best)
    {
        var run = ValueRuns.Of(ValueRuns.Lost, ValueRuns.Six(first), ValueRuns.Six(second));

        var tile = RunTile.Of(run.Results(), "", [], new())[0];
        var medians = RunMedians.Of(run.Experiment, run.Spec, run.Points)!;

        Assert.Equal(("Best share that is lost", best), (tile.Title, tile.Value));
        Assert.StartsWith("files 10", tile.Detail, StringComparison.Ordinal);
        Assert.Equal((first, 10, 2), (medians.Headline!.Value, medians.Headline.Levels["files"]!.GetValue<int>(), medians.Headline.Configurations));
        Assert.Equal([first, second], medians.Combinations.Select(one => one.Median));
    }

    [Fact]
    public void A_rate_of_0_is_no_result_where_no_operation_succeeded_in_the_repetitions_that_count()
    {
        var run = ComparedRuns.Of((1, [50, .. Enumerable.Repeat(0.0, 5)])).With(point => point with
        {
            Result = point.Repetition == 1
                ? point.Result! with { Flags = [PointFlag.GeneratorBound] }
                : point.Result!.With(operations => operations with { Outcomes = new() { [OperationOutcome.ClientTimeout] = 20 } }),
        });

        Assert.Null(RunMedians.Of(run.Experiment, run.Spec, run.Points)!.Headline);
        Assert.Equal("no operation succeeded in a repetition that counts", MissingHeadline.Of(run.Experiment, run.Spec, run.Points));
    }

    [Fact]
    public void A_run_whose_values_are_all_0_is_no_baseline_because_there_is_no_ratio_to_them() => Assert.Equal(
        "a comparison needs 6 repetitions that count, all with a value above 0, and no configuration of this run has them",
        BaselineFitness.ObstacleOf(RunStatus.Completed, ValueRuns.Of(ValueRuns.Lost, ValueRuns.Six(0), ValueRuns.Six(0))));

    [Fact]
    public void A_run_with_a_value_of_0_at_each_configuration_is_no_baseline_because_nothing_could_be_compared_with_it()
    {
        var one = ComparedRuns.Of((1, [.. ComparedPoints.Hundred[1..], 0]));
        var other = ComparedRuns.Of((1, [.. ComparedPoints.Hundred[1..], 0]), (4, ComparedPoints.Hundred));

        Assert.Equal(
            "a comparison needs 6 repetitions that count, all with a value above 0, and no configuration of this run has them",
            BaselineFitness.ObstacleOf(RunStatus.CompletedWithErrors, one));
        Assert.Equal([ComparisonObstacle.ValueNotPositive], ComparedRuns.Compare(one, one).Points[0].Obstacles);
        Assert.Null(BaselineFitness.ObstacleOf(RunStatus.CompletedWithErrors, other));
    }
}
