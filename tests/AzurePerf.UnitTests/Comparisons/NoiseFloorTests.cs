using AzurePerf.Core.Comparisons;
using AzurePerf.UnitTests.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class NoiseFloorTests
{
    private static readonly ComparisonRule Rule = new() { Margin = 0 };

    [Fact]
    public void Eleven_repetitions_have_no_two_halves_that_can_be_compared()
    {
        Assert.Null(NoiseFloor.Of(ReferenceSamples.LogNormal(new Random(1), 11, 100, 0.05), 1, Rule));
        Assert.Equal(6, NoiseFloor.Of(ReferenceSamples.LogNormal(new Random(1), 12, 100, 0.05), 1, Rule)!.Repetitions);
    }

    [Fact]
    public void It_is_the_difference_that_the_noise_of_two_means_makes()
    {
        // Two halves of 10 from 20 values of 5 %: the standard error of their difference is 5 % sqrt(2 / 10) = 2.24 %, of which 1.96 are 4.4 %.
        var floors = Enumerable.Range(1, 10).Select(seed => NoiseFloor.Of(ReferenceSamples.LogNormal(new Random(seed), 20, 100, 0.05), seed, Rule)!).ToArray();

        Assert.Equal(0.044, floors.Average(floor => floor.Floor), 0.005);
        Assert.InRange(floors.Average(floor => floor.FalseAlarms), 0.03, 0.06);
    }

    [Fact]
    public void A_margin_silences_the_false_alarms()
        => Assert.Equal(0, NoiseFloor.Of(ReferenceSamples.LogNormal(new Random(3), 20, 100, 0.05), 1, new())!.FalseAlarms);

    [Fact]
    public void A_drift_shows_between_the_earlier_and_the_later_half()
    {
        double[] drifting = [.. ReferenceSamples.LogNormal(new Random(4), 20, 100, 0.01).Select((value, index) => index < 10 ? value : value * 1.38)];

        Assert.Equal(1.38, NoiseFloor.Of(drifting, 1, Rule)!.LaterOverEarlier, 0.02);
    }

    [Fact]
    public void The_same_seed_gives_the_same_floor()
    {
        var values = ReferenceSamples.LogNormal(new Random(5), 20, 100, 0.05);

        Assert.Equal(NoiseFloor.Of(values, 7, Rule), NoiseFloor.Of(values, 7, Rule));
        Assert.NotEqual(NoiseFloor.Of(values, 7, Rule)!.FalseAlarms, NoiseFloor.Of(values, 8, Rule)!.FalseAlarms);
    }

    [Fact]
    public void Values_without_spread_have_a_floor_of_nothing() =>
        Assert.Equal(new NoiseFloor(6, 0, 0, 1), NoiseFloor.Of(Enumerable.Repeat(3.0, 12).ToArray(), 1, Rule));
}
