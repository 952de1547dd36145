using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Results;
using AzurePerf.Core.Trends;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.UnitTests.Criteria;
using Xunit;

namespace AzurePerf.UnitTests.Results;

public sealed class WithoutOperationsTests
{
    private static readonly Metric Life = new("life", "median life", "ns", Quantity.Duration, HigherIsBetter: false) { Read = MetricSources.OfValue("value") };

    [Fact]
    public void Repetitions_that_lack_a_value_are_not_said_to_have_too_few_operations()
    {
        var run = ValueRuns.Of(Life, ValueRuns.Six(null));

        var compared = Assert.Single(ComparedRuns.Compare(run, run, metric: Life).Points);

        Assert.Equal([ComparisonObstacle.NoValue], compared.Obstacles);
        Assert.Equal("6 without this value", LeftOutText.Reasons(compared.Baseline.LeftOut));
        Assert.Equal("no repetition counts: 6 without this value", MissingHeadline.Of(run.Experiment, run.Spec, run.Points));
    }

    [Fact]
    public void Repetitions_with_enough_operations_that_lack_a_value_are_said_to_be_without_it()
    {
        var life = ValueRuns.Of(Life, ValueRuns.Six(null));
        var summary = ComparedRuns.Of((1, [50])).Points[0].Result!.Operations!;

        Assert.Equal("6 without this value", Reasons(summary));
        Assert.Equal("6 too few operations", Reasons(summary with { Outcomes = new() }));

        string Reasons(OperationSummary operations) => LeftOutText.Reasons(
            life.With(point => point with { Result = point.Result! with { Operations = operations } }).Results().Levels[0].Of(Life).LeftOut);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_repetition_of_which_the_code_of_a_metric_makes_no_number_is_without_its_value(bool fails)
    {
        var life = Life with { Read = result => result.ValueOf("value") is not 0 and var value ? value : fails ? throw new InvalidOperationException("no") : double.NaN };
        var run = ValueRuns.Of(life, [0, .. ValueRuns.Six(5e6)]);

        var figure = run.Results().Levels[0].Of(life);

        Assert.Equal((1, 5e6), (figure.LeftOut.NoValue, figure.Interval!.Value.Low));
        Assert.Equal(5e6, RunMedians.Of(run.Experiment, run.Spec, run.Points)!.Headline!.Value);
    }

    [Fact]
    public void A_time_is_not_met_where_repetitions_have_none() => Assert.Equal(
        "Cannot tell: life > 9 ms (5.00 ms, 95 % CI 5.00 to 5.00 ms): 2 repetitions had no such value whose times are not in it.",
        Judge("life>9ms", ValueRuns.Of(Life, [.. ValueRuns.Six(5e6), null, null])));

    [Fact]
    public void Failed_operations_of_an_experiment_without_operations_cannot_be_told_for_that_reason() => Assert.Equal(
        "Cannot tell: errors > 1 %: it has no operations.", Judge("errors>1%", ValueRuns.Of(Life, ValueRuns.Six(5e6))));

    private static string Judge(string criterion, MeasuredRun run) => (run with { Spec = run.Spec with { FailIf = [criterion] } }).Judge().Sentence;
}
