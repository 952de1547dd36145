using AzurePerf.Core.Statistics;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class WilsonIntervalTests
{
    // Newcombe 1998, table I, method 3, to the four digits printed there.
    // scipy.stats.binomtest(k, n).proportion_ci(confidence_level=0.95, method='wilson') and R's prop.test(k, n, correct=FALSE) are the same formula.
    [Theory]
    [InlineData(81, 263, 0.2553, 0.3662)]
    [InlineData(15, 148, 0.0624, 0.1605)]
    [InlineData(0, 20, 0, 0.1611)]
    [InlineData(1, 29, 0.0061, 0.1718)]
    public void It_gives_the_published_intervals(long hits, long trials, double low, double high)
    {
        var interval = WilsonInterval.Of(hits, trials);

        Assert.Equal((low, high), (Math.Round(interval.Low, 4), Math.Round(interval.High, 4)));
    }

    // Roots of |k/n - p| = z sqrt(p (1 - p) / n), found by bisection in Python's decimal module with 60 digits and z = 1.95996398454005423552; no closed formula involved.
    [Theory]
    [InlineData(81, 263, 0.2552885198782742, 0.36620957698280004)]
    [InlineData(15, 148, 0.062386399530736276, 0.16048724172330803)]
    [InlineData(0, 20, 0, 0.16112515805281938)]
    [InlineData(29, 29, 0.8830302015002592, 1)]
    [InlineData(5, 10, 0.23659309051256397, 0.7634069094874361)]
    [InlineData(160, 1_000, 0.1385852620834901, 0.1840169336866874)]
    [InlineData(5_300, 3_054_430, 0.0016891327085476772, 0.001782489860221473)]
    [InlineData(345_180, 3_054_430, 0.11265505651532226, 0.11336517416975216)]
    [InlineData(7, 3_054_430, 1.1101466226828628e-06, 4.731020594143451e-06)]
    public void Its_ends_are_where_the_score_test_turns(long hits, long trials, double low, double high)
    {
        var interval = WilsonInterval.Of(hits, trials);

        Assert.Equal(low, interval.Low, Math.Max(1e-15, low * 1e-9));
        Assert.Equal(high, interval.High, high * 1e-9);
    }

    [Fact]
    public void Without_trials_nothing_is_known() => Assert.Equal(new WilsonInterval(0, 1), WilsonInterval.Of(0, 0));

    [Theory]
    [InlineData(-1, 10)]
    [InlineData(11, 10)]
    [InlineData(0, -1)]
    public void Counts_that_cannot_be_are_refused(long hits, long trials) => Assert.Throws<ArgumentOutOfRangeException>(() => WilsonInterval.Of(hits, trials));

    [Fact]
    public void It_holds_the_observed_share_stays_between_0_and_1_and_mirrors_misses() => SeededProperty.Holds(
        Gen.Int[1, 1_000_000].SelectMany(trials => Gen.Int[0, trials].Select(hits => (hits, trials))),
        pair =>
        {
            var interval = WilsonInterval.Of(pair.hits, pair.trials);
            var misses = WilsonInterval.Of(pair.trials - pair.hits, pair.trials);
            var share = (double)pair.hits / pair.trials;
            return interval.Low >= 0 && interval.Low <= share && share <= interval.High && interval.High <= 1
                && Math.Abs(interval.Low - (1 - misses.High)) < 1e-12;
        },
        cases: 500);

    [Fact]
    public void More_trials_of_the_same_share_narrow_it()
    {
        var widths = new[] { 10, 100, 1_000, 10_000 }.Select(trials => WilsonInterval.Of(trials / 5, trials)).Select(interval => interval.High - interval.Low).ToArray();

        Assert.Equal(widths.OrderDescending(), widths);
        Assert.Equal(Math.Sqrt(10), widths[2] / widths[3], 0.01);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(50)]
    [InlineData(300)]
    public void Over_seeded_shares_it_covers_the_true_one_in_95_of_100_cases(int trials)
    {
        const int Rounds = 20_000;
        var random = new Random(11);
        var covered = 0;
        for (var round = 0; round < Rounds; round++)
        {
            var share = random.NextDouble();
            var hits = 0;
            for (var trial = 0; trial < trials; trial++)
            {
                hits += random.NextDouble() < share ? 1 : 0;
            }

            var interval = WilsonInterval.Of(hits, trials);
            covered += interval.Low <= share && share <= interval.High ? 1 : 0;
        }

        Assert.InRange(covered / (double)Rounds, 0.945, 0.96);
    }
}
