using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class MannKendallTests
{
    // SciPy 1.10.1: scipy.stats.kendalltau(range(n), values, method="exact").pvalue, of values in an order with this score.
    [Theory]
    [InlineData(4, 6, 0.08333333333333333)]
    [InlineData(5, 8, 0.08333333333333333)]
    [InlineData(5, 10, 0.016666666666666666)]
    [InlineData(6, 11, 0.05555555555555555)]
    [InlineData(6, 15, 0.002777777777777778)]
    [InlineData(8, 16, 0.06101190476190476)]
    [InlineData(8, 22, 0.005505952380952381)]
    [InlineData(10, 21, 0.07255015432098766)]
    [InlineData(10, 23, 0.04662257495590829)]
    [InlineData(10, 31, 0.00468694885361552)]
    [InlineData(30, 101, 0.07421744084366233)]
    [InlineData(50, 225, 0.06071944715498311)]
    public void Its_probabilities_are_those_of_scipy(int samples, int score, double twoSided) =>
        Assert.Equal(twoSided, 2 * MannKendall.AtLeast(samples, score), 1e-12);

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
        // scipy.stats.kendalltau(range(8), rising, method="exact").pvalue
        Assert.Equal(0.0003968253968253968, up.TwoSided, 1e-12);
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
