using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Statistics;
using AzurePerf.UnitTests.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class SplitHalfNoiseTests
{
    [Fact]
    public void Eleven_repetitions_have_no_floor_and_twelve_have()
    {
        var values = ReferenceSamples.LogNormal(new Random(1), 12, 100, 0.05);

        Assert.Null(SplitHalfNoise.FloorOf(values[..11]));
        Assert.InRange(SplitHalfNoise.FloorOf(values)!.Value, 0.02, 0.12);
    }

    [Fact]
    public void It_is_the_difference_that_the_noise_of_two_halves_makes()
    {
        // Two halves of 10 from 20 values of 5 %: the standard error of their difference is 5 % sqrt(2 / 10) = 2.24 %, of which 1.96 are 4.4 %.
        var floors = Enumerable.Range(1, 40).Select(seed => SplitHalfNoise.FloorOf(ReferenceSamples.LogNormal(new Random(seed), 20, 100, 0.05))!.Value);

        Assert.Equal(0.044, floors.Average(), 0.004);
    }

    [Fact]
    public void It_is_what_a_thousand_halvings_by_the_rule_of_comparisons_say()
    {
        for (var seed = 1; seed <= 5; seed++)
        {
            var values = ReferenceSamples.LogNormal(new Random(seed), 20, 100, 0.05);

            Assert.Equal(NoiseFloor.Of(values, seed, new())!.Floor, SplitHalfNoise.FloorOf(values)!.Value, 0.006);
        }
    }

    [Fact]
    public void It_is_cautious_two_whole_runs_differ_less_than_halves_of_one()
    {
        var random = new Random(7);
        var floor = Enumerable.Range(1, 200).Average(_ => SplitHalfNoise.FloorOf(ReferenceSamples.LogNormal(random, 20, 100, 0.05))!.Value);
        double[] differences =
        [
            .. Enumerable.Range(0, 4_000)
                .Select(_ => HodgesLehmann.Ratio(ReferenceSamples.LogNormal(random, 20, 100, 0.05), ReferenceSamples.LogNormal(random, 20, 100, 0.05)).Value)
                .Select(ratio => Math.Max(ratio, 1 / ratio) - 1).Order(),
        ];

        Assert.Equal(Math.Sqrt(2), floor / differences[3_800], 0.12);
    }

    [Fact]
    public void The_same_values_have_the_same_floor_whatever_their_unit_and_order()
    {
        var values = ReferenceSamples.LogNormal(new Random(5), 20, 100, 0.05);
        var floor = SplitHalfNoise.FloorOf(values)!.Value;

        Assert.Equal(floor, SplitHalfNoise.FloorOf(values));
        Assert.Equal(floor, SplitHalfNoise.FloorOf([.. values.Reverse().Select(value => value / 1e6)])!.Value, 1e-9);
    }

    [Fact]
    public void Values_without_spread_have_a_floor_of_nothing_and_values_that_are_not_positive_none()
    {
        Assert.Equal(0, SplitHalfNoise.FloorOf(Enumerable.Repeat(3.0, 12).ToArray()));
        Assert.Null(SplitHalfNoise.FloorOf([.. Enumerable.Repeat(3.0, 12), 0]));
    }
}
