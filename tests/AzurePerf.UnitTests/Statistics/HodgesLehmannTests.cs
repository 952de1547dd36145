using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class HodgesLehmannTests
{
    // R: wilcox.test(B[1:n], A, exact = TRUE, conf.int = TRUE, conf.level = ...)
    [Theory]
    [InlineData(10, 0.95, 0.85, 0.2, 1.6)]
    [InlineData(10, 0.90, 0.85, 0.3, 1.4)]
    [InlineData(7, 0.95, 0.9, 0.1, 1.6)]
    public void The_shift_is_that_of_R(int count, double confidence, double value, double low, double high)
    {
        var shift = HodgesLehmann.Shift(ReferenceSamples.A, ReferenceSamples.B[..count], confidence);

        Assert.Equal(value, shift.Value, 1e-9);
        Assert.Equal(low, shift.Interval!.Value.Low, 1e-9);
        Assert.Equal(high, shift.Interval!.Value.High, 1e-9);
    }

    // R: w <- wilcox.test(log(B), log(A), exact = TRUE, conf.int = TRUE); exp(w$estimate), exp(w$conf.int)
    [Fact]
    public void The_ratio_is_that_of_R()
    {
        var ratio = HodgesLehmann.Ratio(ReferenceSamples.A, ReferenceSamples.B);

        Assert.Equal(1.0690715287629768, ratio.Value, 1e-12);
        Assert.Equal(1.0152671755725193, ratio.Interval!.Value.Low, 1e-12);
        Assert.Equal(1.125, ratio.Interval!.Value.High, 1e-12);
    }

    [Fact]
    public void Three_against_three_have_an_estimate_but_no_interval()
    {
        var shift = HodgesLehmann.Shift([1, 2, 3], [4, 5, 7]);

        Assert.Equal(3, shift.Value);
        Assert.Null(shift.Interval);
    }

    [Fact]
    public void A_ratio_of_what_is_not_positive_is_refused()
    {
        Assert.Throws<ArgumentException>(() => HodgesLehmann.Ratio([1, 2, 0], [1, 2, 3]));
        Assert.Throws<ArgumentException>(() => HodgesLehmann.Ratio([1, 2, 3], [1, 2, -3]));
    }

    // R: qwilcox(0.025, n, m)
    [Theory]
    [InlineData(20, 20, 128)]
    [InlineData(25, 25, 212)]
    [InlineData(30, 40, 435)]
    [InlineData(50, 21, 370)]
    public void The_rank_of_large_samples_is_at_most_one_from_the_exact_one(int first, int second, int exact)
        => Assert.InRange(HodgesLehmann.NormalRank(first, second, 0.025), exact - 1, exact + 1);

    [Fact]
    public void It_moves_with_the_second_sample_stretches_with_both_and_does_not_know_their_order() => SeededProperty.Holds(
        SampleGenerators.Pairs(4, 25),
        pair =>
        {
            var plain = HodgesLehmann.Shift(pair.First, pair.Second);
            var moved = HodgesLehmann.Shift(SampleGenerators.Shuffled(pair.First), [.. SampleGenerators.Shuffled(pair.Second).Select(value => value + 8)]);
            var stretched = HodgesLehmann.Shift([.. pair.First.Select(value => 4 * value)], [.. pair.Second.Select(value => 4 * value)]);
            return moved.Value == plain.Value + 8 && moved.Interval!.Value.Low == plain.Interval!.Value.Low + 8
                && stretched.Value == 4 * plain.Value && stretched.Interval!.Value.High == 4 * plain.Interval!.Value.High
                && plain.Interval!.Value.Contains(plain.Value);
        });

    [Fact]
    public void Exchanging_the_samples_inverts_the_ratio() => SeededProperty.Holds(
        SampleGenerators.Pairs(6, 25),
        pair =>
        {
            var (ratio, inverse) = (HodgesLehmann.Ratio(pair.First, pair.Second), HodgesLehmann.Ratio(pair.Second, pair.First));
            return Math.Abs((ratio.Value * inverse.Value) - 1) < 1e-9 && Math.Abs((ratio.Interval!.Value.Low * inverse.Interval!.Value.High) - 1) < 1e-9;
        });

    [Theory]
    [InlineData(6, 20)]
    [InlineData(10, 20)]
    [InlineData(20, 20)]
    [InlineData(6, 21)]
    [InlineData(10, 50)]
    public void A_shift_is_in_the_interval_just_where_the_test_does_not_refuse_it_also_where_the_samples_vary_differently(int first, int second)
    {
        for (var trial = 1; trial <= 300; trial++)
        {
            var random = Trials.RandomOf(trial);
            var (x, y) = (ReferenceSamples.Normal(random, first, 10, 2), ReferenceSamples.Normal(random, second, 10.5, 0.4));

            Assert.Equal(RankTest.Of(x, y).TwoSided > 0.05, HodgesLehmann.Shift(x, y).Interval!.Value.Contains(0));
        }
    }

    [Theory]
    [InlineData(6, 6)]
    [InlineData(10, 10)]
    [InlineData(24, 30)]
    public void It_covers_the_true_shift_of_seeded_samples_at_least_as_often_as_promised(int first, int second)
    {
        var rounds = Night.Size(usually: 1_000, atNight: 4_000);
        var random = new Random(31);
        var covered = Enumerable.Range(0, rounds).Count(_ =>
            HodgesLehmann.Shift(ReferenceSamples.Normal(random, first, 10, 2), ReferenceSamples.Normal(random, second, 13, 2)).Interval!.Value.Contains(3));

        // Three standard errors below 95 %; small samples cannot hit it exactly.
        Assert.InRange(covered / (double)rounds, 0.95 - (3 * Math.Sqrt(0.95 * 0.05 / rounds)), 0.98);
    }
}
