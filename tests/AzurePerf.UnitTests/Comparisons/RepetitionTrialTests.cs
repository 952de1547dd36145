using AzurePerf.Core.Comparisons;
using AzurePerf.UnitTests.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

/// <summary>What is promised of repetitions that drift or depend on each other, ten of them with a coefficient of variation of 5 %.</summary>
public sealed class RepetitionTrialTests(ITestOutputHelper output)
{
    private const int Repetitions = 10;

    [Fact]
    public void Two_runs_of_the_same_thing_are_hardly_ever_refused_as_drifting()
    {
        var refused = Trials.Share(400, random => Compare(random, 0, 0).Points[0].Obstacles.Contains(ComparisonObstacle.RepetitionsDrift));

        output.WriteLine($"refused: {refused:P1}");
        Assert.InRange(refused, 0, Trials.Bound(0.015, 0.03));
    }

    [Fact]
    public void A_rise_by_30_of_100_over_ten_repetitions_is_told()
    {
        var told = Trials.Share(400, random =>
        {
            var run = ComparedRuns.Of((1, Values(random, 0, 0.3)));
            return Assert.Single(RepetitionStatistics.Of(Shipped.Results(run.Spec, run.Points))).Drift!.Drifts;
        });

        output.WriteLine($"told: {told:P1}");
        Assert.InRange(told, Trials.Bound(0.8, 0.9), 1);
    }

    [Theory]
    [InlineData(0, 0, 0.13)]
    [InlineData(0.6, 0.5, 1)]
    public void Repetitions_that_resemble_the_one_before_are_cautioned_in_comparisons_and_of_one_run(double correlation, double least, double most)
    {
        var compared = Trials.Share(400, random => Compare(random, correlation, 0).Cautions.Any(caution => caution.StartsWith("repetitions resemble", StringComparison.Ordinal)));
        var alone = Trials.Share(400, random =>
        {
            var run = ComparedRuns.Of((1, Values(random, correlation, 0)));
            var figures = Assert.Single(RepetitionStatistics.Of(Shipped.Results(run.Spec, run.Points)));
            return figures.Dependence is { Depends: true } || figures.Drift is { Drifts: true };
        });

        output.WriteLine($"lag-1 {correlation}: cautioned in {compared:P1} of comparisons; of one run, or told as drifting, in {alone:P1}");
        Assert.InRange(compared, least, most);
        Assert.InRange(alone, least, most + 0.05);
    }

    private static AzurePerf.Core.Api.ComparisonResponse Compare(Random random, double correlation, double rise) =>
        ComparedRuns.Compare(ComparedRuns.Of((1, Values(random, correlation, rise))), ComparedRuns.Of((1, Values(random, correlation, rise))));

    /// <summary>An autoregression of the first order about a level that rises.</summary>
    private static double[] Values(Random random, double correlation, double rise)
    {
        var noise = ReferenceSamples.Normal(random, Repetitions);
        for (var index = 1; index < noise.Length; index++)
        {
            noise[index] = (correlation * noise[index - 1]) + (Math.Sqrt(1 - (correlation * correlation)) * noise[index]);
        }

        return [.. noise.Select((value, index) => 100 * (1 + (rise * index / (Repetitions - 1))) * (1 + (0.05 * value)))];
    }
}
