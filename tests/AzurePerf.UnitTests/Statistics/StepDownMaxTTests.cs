using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class StepDownMaxTTests
{
    // The mean difference orders the splits of one pair as Student's statistic does: counted over all 184,756 splits of A and B.
    [Fact]
    public void Of_one_pair_it_is_the_plain_test_by_permutation()
    {
        double[] all = [.. ReferenceSamples.A, .. ReferenceSamples.B];
        var sum = ReferenceSamples.B.Sum();
        var (greater, splits) = (0, 0);
        for (var split = 0; split < 1 << 20; split++)
        {
            if (int.PopCount(split) == 10)
            {
                splits++;
                greater += Enumerable.Range(0, 20).Sum(place => (split >> place & 1) * all[place]) >= sum - 1e-9 ? 1 : 0;
            }
        }

        Assert.Equal(184_756, splits);
        Assert.Equal((double)greater / splits, Assert.Single(StepDownMaxT.SecondIsGreater([all], 10)), 0.006);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(36)]
    [InlineData(200)]
    public void However_many_pairs_there_are_six_against_six_can_show_a_difference(int pairs)
    {
        var random = new Random(1);
        double[][] sweep = [.. Enumerable.Range(0, pairs).Select(_ => ReferenceSamples.Normal(random, 12))];
        sweep[1] = [.. sweep[1].Select((value, place) => place < 6 ? value : value + 20)];

        var adjusted = StepDownMaxT.SecondIsGreater(sweep, 6);

        Assert.InRange(adjusted[1], 0, 0.01);
        Assert.All(adjusted.Where((_, pair) => pair != 1), probability => Assert.InRange(probability, 0.01, 1));
        Assert.Equal(adjusted, StepDownMaxT.SecondIsGreater(sweep, 6));
    }

    [Fact]
    public void A_pair_that_shows_less_never_gets_a_smaller_probability_and_later_pairs_pay_for_fewer()
    {
        var random = new Random(1);
        double[][] sweep = [.. Enumerable.Range(0, 8).Select(pair => ReferenceSamples.Normal(random, 20).Select((value, place) => place < 10 ? value : value + (0.5 * pair)).ToArray())];

        var (alone, together) = (StepDownMaxT.SecondIsGreater([sweep[3]], 10)[0], StepDownMaxT.SecondIsGreater(sweep, 10));

        Assert.True(alone < together[3]);
        Assert.True(StepDownMaxT.SecondIsGreater([sweep[3], .. Enumerable.Repeat(sweep[7], 7)], 10)[0] <= 2 * alone);
    }

    [Fact]
    public void Values_that_never_vary_show_nothing_and_differ_where_they_differ()
    {
        double[] same = [.. Enumerable.Repeat(3.0, 12)];
        double[] apart = [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2];

        var adjusted = StepDownMaxT.SecondIsGreater([same, apart], 6);

        Assert.Equal(1, adjusted[0]);
        Assert.InRange(adjusted[1], 0, 0.01);
    }

    [Fact]
    public void A_repetition_without_a_value_is_passed_over()
    {
        double[] whole = [1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 2.1, 2.2, 2.3, 2.4, 2.5, 2.6];
        double[] holed = [1.1, double.NaN, 1.3, 1.4, 1.5, 1.6, 2.1, 2.2, 2.3, double.NaN, 2.5, 2.6];

        Assert.All(StepDownMaxT.SecondIsGreater([whole, holed], 6), probability => Assert.InRange(probability, 0, 0.02));
    }
}
