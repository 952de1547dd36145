using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class MannKendallTests
{
    // Kendall's upper tail P(S >= s) as tabulated for the Mann-Kendall test: Gilbert 1987, Statistical Methods for Environmental Pollution Monitoring, table A18.
    [Theory]
    [InlineData(4, 6, 0.042)]
    [InlineData(5, 8, 0.042)]
    [InlineData(5, 10, 0.0083)]
    [InlineData(6, 11, 0.028)]
    [InlineData(6, 15, 0.0014)]
    [InlineData(8, 16, 0.031)]
    [InlineData(8, 22, 0.0028)]
    [InlineData(10, 21, 0.036)]
    [InlineData(10, 23, 0.023)]
    [InlineData(10, 31, 0.0023)]
    public void Its_tails_are_those_of_the_table(int samples, int score, double probability) =>
        Assert.Equal(probability, MannKendall.AtLeast(samples, score), probability < 0.01 ? 0.00006 : 0.0006);

    [Fact]
    public void A_small_one_agrees_with_trying_every_order()
    {
        var scores = Orders([1, 2, 3, 4, 5, 6]).Select(order => MannKendall.Of(order).Score).ToArray();

        Assert.Equal(720, scores.Length);
        Assert.All(Enumerable.Range(0, 8).Select(step => (2 * step) + 1), score =>
            Assert.Equal(scores.Count(other => other >= score) / 720.0, MannKendall.AtLeast(6, score), 1e-12));
    }

    [Fact]
    public void Beyond_the_exact_ones_the_approximation_goes_on_where_they_end() =>
        Assert.All(new[] { 101, 201, 301, 401 }, score => Assert.Equal(MannKendall.AtLeast(50, score), MannKendall.Approximate(50, score), 0.002));

    [Fact]
    public void Values_that_rise_and_such_that_fall_score_alike()
    {
        double[] rising = [8.9, 9.4, 12.1, 11.8, 17, 19.5, 24.2, 28.9];

        var up = MannKendall.Of(rising);
        var down = MannKendall.Of([.. rising.Reverse()]);

        Assert.Equal((26, -26), (up.Score, down.Score));
        Assert.Equal(up.TwoSided, down.TwoSided);
        // The table has 0.00019 for a tail of 26 of 8.
        Assert.Equal(2 * 0.00019, up.TwoSided, 0.00003);
    }

    [Fact]
    public void Ties_count_for_neither_side() => Assert.Equal((0, 1), (MannKendall.Of([5, 5, 5, 5, 5]).Score, MannKendall.Of([5, 5, 5, 5, 5]).TwoSided));

    [Fact]
    public void Of_steady_values_one_in_twenty_is_called_a_drift_at_most()
    {
        var random = new Random(4);
        var alarms = Enumerable.Range(0, 2_000).Count(_ => MannKendall.Of([.. Enumerable.Range(0, 10).Select(_ => random.NextDouble())]).TwoSided <= 0.05);

        // 2,000 times 0.0463, what the exact test of 10 values can reach, with three deviations of its count.
        Assert.InRange(alarms, 64, 121);
    }

    private static IEnumerable<double[]> Orders(double[] values) => values.Length == 0
        ? [[]]
        : values.SelectMany(value => Orders([.. values.Where(other => other != value)]).Select(rest => (double[])[value, .. rest]));
}
