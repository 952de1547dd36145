using AzurePerf.Core.Statistics;
using MathNet.Numerics.Distributions;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class SteadyStateTests
{
    [Fact]
    public void Below_a_hundred_bins_it_is_not_assessed_which_is_not_steady()
    {
        var state = SteadyState.Of(Enumerable.Repeat(5.0, 99).ToArray());

        Assert.Equal((SteadyStateClass.NotAssessed, null), (state.Class, state.SteadyFromBin));
        Assert.Equal(SteadyStateClass.Flat, SteadyState.Of(Enumerable.Repeat(5.0, 100).ToArray()).Class);
    }

    [Theory]
    [InlineData(SteadyStateClass.WarmUp, 20, 0.8, 180)]
    [InlineData(SteadyStateClass.Slowdown, 30, 1.25, 170)]
    [InlineData(SteadyStateClass.None, 84, 0.8, 195)]
    [InlineData(SteadyStateClass.None, 100, 1.25, 195)]
    public void A_step_in_seeded_counts_gives_its_class(SteadyStateClass expected, int change, double before, int atLeast)
        => Assert.InRange(Count(expected, bin => bin < change ? 250 * before : 250), atLeast, 200);

    [Fact]
    public void Counts_about_one_level_are_flat() => Assert.InRange(Count(SteadyStateClass.Flat, _ => 250), 190, 200);

    [Fact]
    public void A_rate_that_falls_to_the_end_never_settles() => Assert.InRange(Count(SteadyStateClass.None, bin => 250 * (1 - (0.3 * bin / 120))), 195, 200);

    [Fact]
    public void A_rate_that_swings_never_settles() => Assert.InRange(Count(SteadyStateClass.None, bin => 250 * (1 + (0.2 * Math.Sin(bin / 6.0)))), 195, 200);

    // An autoregression of the first order about 250 with a coefficient of variation of 5 %: what one bin gets tells something of the next.
    [Theory]
    [InlineData(0.3, 190)]
    [InlineData(0.5, 190)]
    [InlineData(0.7, 180)]
    public void Rates_that_follow_each_other_about_one_level_are_flat(double correlation, int atLeast) => Assert.InRange(
        Enumerable.Range(1, 200).Count(seed => SteadyState.Of(Following(new Random(seed), correlation)).Class == SteadyStateClass.Flat), atLeast, 200);

    [Fact]
    public void The_steady_part_begins_near_the_step()
    {
        var state = SteadyState.Of(ReferenceSamples.Counts(new Random(1), 120, bin => bin < 24 ? 150 : 250));

        Assert.Equal(SteadyStateClass.WarmUp, state.Class);
        Assert.InRange(state.SteadyFromBin!.Value, 23, 26);
    }

    [Theory]
    [InlineData(50, SteadyStateClass.WarmUp)]
    [InlineData(200, SteadyStateClass.Slowdown)]
    public void A_start_that_is_too_short_for_a_change_is_no_part_of_the_steady_rate(double before, SteadyStateClass expected)
    {
        var state = SteadyState.Of([.. Enumerable.Repeat(before, 5), .. Enumerable.Repeat(100.0, 115)]);

        Assert.Equal((expected, 5, 1), (state.Class, state.SteadyFromBin, state.Changes.Count));
    }

    [Fact]
    public void A_step_below_the_margin_is_flat()
        => Assert.Equal(SteadyStateClass.Flat, SteadyState.Of([.. Enumerable.Repeat(100.0, 90), .. Enumerable.Repeat(104.0, 30)]).Class);

    [Theory]
    [InlineData(30, 250)]
    [InlineData(6, 50)]
    [InlineData(2, 50)]
    [InlineData(3_600, 30_000)]
    public void A_bin_is_a_120th_of_the_window_but_at_least_50_ms(int seconds, int milliseconds)
        => Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), SteadyState.BinWidth(TimeSpan.FromSeconds(seconds)));

    [Fact]
    public void A_negative_rate_is_refused() => Assert.Throws<ArgumentException>(() => SteadyState.Of([1, -1]));

    private static int Count(SteadyStateClass expected, Func<int, double> meanOf) =>
        Enumerable.Range(1, 200).Count(seed => SteadyState.Of(ReferenceSamples.Counts(new Random(seed), 120, meanOf)).Class == expected);

    private static double[] Following(Random random, double correlation)
    {
        var deviation = Normal.Sample(random, 0, 1);
        return [.. Enumerable.Range(0, 120).Select(_ =>
        {
            var rate = 250 * (1 + (0.05 * deviation));
            deviation = (correlation * deviation) + Normal.Sample(random, 0, Math.Sqrt(1 - (correlation * correlation)));
            return rate;
        })];
    }
}
