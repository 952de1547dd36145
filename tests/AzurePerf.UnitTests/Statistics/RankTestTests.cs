using AzurePerf.Core.Statistics;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class RankTestTests
{
    private static readonly double[] Pain1 = [1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1, 1];
    private static readonly double[] Pain2 = [3, 3, 4, 3, 1, 2, 3, 1, 1, 5, 4];

    // R: wilcox.test(B, A, alternative = "greater" / "less" / "two.sided", exact = TRUE)$p.value
    [Fact]
    public void Small_samples_without_ties_get_the_exact_probability_of_R()
    {
        var test = RankTest.Of(ReferenceSamples.A, ReferenceSamples.B);

        Assert.Equal(RankTestMethod.ExactMannWhitney, test.Method);
        Assert.Equal(0.0073448223603022368, test.Greater, 1e-14);
        Assert.Equal(0.99425187815280691, TiedRankSum.Of([.. ReferenceSamples.A.Order()], [.. ReferenceSamples.B.Order()]).Smaller, 1e-14);
        Assert.Equal(0.014689644720604474, test.TwoSided, 1e-14);
    }

    // R: wilcox.test(B[1:7], A, exact = TRUE)$p.value
    [Fact]
    public void Unequal_numbers_too() => Assert.Equal(0.033011106540518309, RankTest.Of(ReferenceSamples.A, ReferenceSamples.B[..7]).TwoSided, 1e-14);

    // R: 2 * pwilcox(0, n, n)
    [Theory]
    [InlineData(3, 0.1)]
    [InlineData(4, 0.02857142857142857)]
    [InlineData(5, 0.007936507936507936)]
    [InlineData(6, 0.0021645021645021645)]
    public void The_clearest_outcome_of_few_values_is_only_so_clear(int count, double probability)
    {
        double[] first = [.. Enumerable.Range(1, count).Select(value => (double)value)];

        Assert.Equal(probability, RankTest.Of(first, [.. first.Select(value => value + 100)]).TwoSided, 1e-14);
    }

    // Counted: of all 4,457,400 ways to choose 11 of these pain scores 19,447 have so great a sum of ranks or a greater one, 4,447,781 so small a one or a smaller one.
    [Fact]
    public void Small_samples_with_ties_get_the_share_of_all_ways_to_split_the_values()
    {
        var test = RankTest.Of(Pain1, Pain2);

        Assert.Equal(RankTestMethod.ExactMannWhitney, test.Method);
        Assert.Equal(19_447 / 4_457_400.0, test.Greater, 1e-14);
        Assert.Equal(4_447_781 / 4_457_400.0, test.Smaller, 1e-14);
    }

    [Theory]
    [InlineData(new double[] { 100, 100, 101, 102, 103, 105 }, new double[] { 104, 106, 107, 108, 109, 110 })]
    [InlineData(new double[] { 1, 2, 3, 4, 5, 6 }, new double[] { 6, 7, 8, 9, 10, 11 })]
    public void Values_that_are_equal_never_show_more_than_samples_that_lie_apart(double[] first, double[] second) =>
        Assert.Equal(2 / 924.0, RankTest.Of(first, second).Greater, 1e-14);

    [Fact]
    public void Without_ties_the_share_of_all_ways_is_that_of_mann_and_whitney() =>
        Assert.Equal(RankTest.Of(ReferenceSamples.A, ReferenceSamples.B).Greater, TiedRankSum.Of([.. ReferenceSamples.A.Order()], [.. ReferenceSamples.B.Order()]).Greater);

    [Fact]
    public void Few_values_that_vary_differently_show_no_more_than_brunner_and_munzels_test()
    {
        double[] wide = [70, 80, 95, 110, 130, 150];
        double[] narrow = [.. Enumerable.Range(0, 20).Select(value => 88 + (0.1 * value))];

        Assert.Equal(BrunnerMunzel.Of(wide, narrow).TwoSided, RankTest.Of(wide, narrow).TwoSided);
        Assert.True(TiedRankSum.Of(wide, narrow).TwoSided < 0.75 * RankTest.Of(wide, narrow).TwoSided);
    }

    // SciPy: scipy.stats.brunnermunzel(X, Y, alternative=...); the pain scores of Brunner and Munzel 2000, who print t = 3.1375, p = 0.005786
    [Fact]
    public void Brunner_and_munzels_probability_is_the_one_they_print()
    {
        var test = BrunnerMunzel.Of([.. Pain1.Order()], [.. Pain2.Order()]);

        Assert.Equal(RankTestMethod.BrunnerMunzel, test.Method);
        Assert.Equal(0.002893104333075769, test.Greater, 1e-12);
        Assert.Equal(0.9971068956669242, test.Smaller, 1e-12);
        Assert.Equal(0.005786208666151538, test.TwoSided, 1e-12);
    }

    // SciPy: scipy.stats.brunnermunzel(u, v, alternative='less')
    [Fact]
    public void More_than_twenty_values_have_it_too()
    {
        double[] u =
            [17.1, 15.4, 19.1, 21.8, 25.2, 20.5, 18.0, 17.2, 23.3, 27.9, 21.2, 15.7, 16.6, 27.7, 20.9, 14.2, 19.8, 15.9, 17.7, 18.2, 17.4, 22.4, 19.8, 17.9];
        double[] v = [25.1, 28.5, 13.6, 20.6, 16.5, 21.1, 15.1, 22.3, 21.9, 20.3, 16.2, 19.7, 16.0, 14.8, 23.7, 15.9, 31.5, 27.5, 12.2, 24.1, 16.0];

        Assert.Equal(0.4873759950381784, BrunnerMunzel.Of([.. u.Order()], [.. v.Order()]).Greater, 1e-12);
    }

    // U = 138 of 144: (138 - 72 - 0.5) / sqrt(24 * 6 * 31 / 12) = 3.396.
    [Fact]
    public void Many_values_that_nearly_lie_apart_show_no_more_than_the_normal_approximation_of_their_ranks()
    {
        double[] many = [.. Enumerable.Range(1, 24).Select(value => (double)value)];
        double[] few = [18.5, 30, 31, 32, 33, 34];

        Assert.Equal(0.000342, RankTest.Of(many, few).Greater, 1e-6);
        Assert.True(BrunnerMunzel.Of(many, few).Greater < 0.0001);
        Assert.Equal(RankTest.Of(many, few).Greater, RankTest.Of(few, many).Smaller, 1e-14);
    }

    [Fact]
    public void Samples_with_ties_that_do_not_overlap_get_the_exact_probability_of_that()
    {
        var (few, many) = (RankTest.Of([5, 5, 5], [7, 7, 8]), RankTest.Of([5, 5, 5], [7, 7, .. Enumerable.Repeat(8.0, 19)]));

        Assert.Equal((RankTestMethod.ExactMannWhitney, RankTestMethod.CompleteSeparation), (few.Method, many.Method));
        Assert.Equal(0.05, few.Greater, 1e-12);
        Assert.Equal(1, few.Smaller);
        Assert.Equal(0.1, few.TwoSided, 1e-12);
        Assert.Equal(0.05, RankTest.Of([7, 7, 8], [5, 5, 5]).Smaller, 1e-12);
        Assert.Equal(1 / 2_024.0, many.Greater, 1e-12);
        Assert.Equal(1 / 2_024.0, RankTest.Of([7, 7, .. Enumerable.Repeat(8.0, 19)], [5, 5, 5]).Smaller, 1e-12);
    }

    [Fact]
    public void Values_that_are_all_the_same_show_nothing() => Assert.Equal(1, RankTest.Of([4, 4, 4, 4], [4, 4, 4]).TwoSided);

    [Fact]
    public void One_sample_without_spread_inside_the_other_shows_nothing() =>
        Assert.Equal(1, RankTest.Of([5, 5, 5, 5, 5, 5], [4, 6, 4, 6, 4, 6]).TwoSided, 1e-12);

    [Fact]
    public void One_value_is_refused() => Assert.Throws<ArgumentException>(() => RankTest.Of([1], [1, 2, 3]));

    [Fact]
    public void Order_and_any_rising_scale_change_nothing_and_exchange_mirrors() => SeededProperty.Holds(
        SampleGenerators.Pairs(2, 25),
        pair =>
        {
            var test = RankTest.Of(pair.First, pair.Second);
            var scaled = RankTest.Of(
                [.. SampleGenerators.Shuffled(pair.First).Select(value => value * value * value)],
                [.. SampleGenerators.Shuffled(pair.Second).Select(value => value * value * value)]);
            var mirrored = RankTest.Of(pair.Second, pair.First);
            return test.TwoSided is >= 0 and <= 1 && test == scaled
                && Math.Abs(test.Greater - mirrored.Smaller) < 1e-12 && Math.Abs(test.Smaller - mirrored.Greater) < 1e-12;
        },
        cases: 300);

    [Theory]
    [InlineData(10, 10, 1, 0.0433)]
    [InlineData(30, 30, 4, 0.05)]
    public void Seeded_samples_of_one_median_are_told_apart_as_rarely_as_promised(int first, int second, double spread, double expected)
    {
        const int Rounds = 4_000;
        var random = new Random(29);
        var rejected = Enumerable.Range(0, Rounds).Count(_ =>
            RankTest.Of(ReferenceSamples.Normal(random, first), ReferenceSamples.Normal(random, second, 0, spread)).TwoSided <= 0.05);

        Assert.Equal(expected, rejected / (double)Rounds, 0.0105);
    }
}
