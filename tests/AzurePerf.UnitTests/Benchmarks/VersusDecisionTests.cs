using AzurePerf.Benchmarks.Versus;
using Xunit;

namespace AzurePerf.UnitTests.Benchmarks;

public sealed class VersusDecisionTests
{
    [Fact]
    public void The_interval_of_seven_figures_goes_from_the_lowest_to_the_highest()
        => Assert.Equal(new Estimate(4, 1, 7), Estimate.Of([7, 1, 4, 3, 2, 6, 5]));

    [Fact]
    public void The_interval_of_ten_figures_leaves_out_one_at_each_end()
        => Assert.Equal(new Estimate(5.5, 2, 9), Estimate.Of([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]));

    [Fact]
    public void Five_figures_have_no_interval() => Assert.Throws<ArgumentException>(() => Estimate.Of([1, 2, 3, 4, 5]));

    [Theory]
    [InlineData(0.91, 1.09, false)]
    [InlineData(0.89, 1.0, true)]
    [InlineData(1.0, 1.11, true)]
    public void An_interval_is_too_wide_when_either_end_is_over_ten_percent_away(double low, double high, bool expected)
        => Assert.Equal(expected, new Estimate(1, low, high).IsWiderThan(VersusFigures.WidestShare));

    [Fact]
    public void The_ratio_is_the_median_of_the_ratios_per_pair()
    {
        // The machine slows down tenfold half way; both sides feel it, so the ratio does not.
        var figures = VersusFigures.Of([.. Enumerable.Range(0, 8).Select(i => new PairFigures(i < 4 ? 20 : 2, i < 4 ? 10 : 1))]);

        Assert.Equal(new Estimate(2, 2, 2), figures.Ratio);
        Assert.True(figures.Ours.IsWiderThan(0.1));
        Assert.False(figures.IsUndecided);
    }

    [Fact]
    public void Without_another_side_there_is_no_ratio_and_ours_decides()
    {
        var figures = VersusFigures.Of([.. Enumerable.Range(1, 7).Select(i => new PairFigures(i, null))]);

        Assert.Null(figures.Theirs);
        Assert.Null(figures.Ratio);
        Assert.True(figures.IsUndecided);
    }

    [Theory]
    [InlineData(7, 0, true)]
    [InlineData(7, 6, true)]
    [InlineData(7, 7, false)]
    [InlineData(15, 14, true)]
    [InlineData(15, 15, false)]
    public void Steady_pairs_end_at_the_minimum(int minimum, int measured, bool another)
        => Assert.Equal(another, new PairBudget(minimum).WantsAnother(Pairs(measured, spread: 0.01), figures => figures.IsUndecided));

    [Theory]
    [InlineData(7, 7, true)]
    [InlineData(7, 19, true)]
    [InlineData(7, 20, false)]
    [InlineData(30, 29, true)]
    [InlineData(30, 30, false)]
    public void Unsteady_pairs_go_on_to_twenty_or_to_a_higher_minimum(int minimum, int measured, bool another)
        => Assert.Equal(another, new PairBudget(minimum).WantsAnother(Pairs(measured, spread: 0.5), figures => figures.IsUndecided));

    [Theory]
    [InlineData(0.68, 0.67, 0.69, false)]
    [InlineData(0.72, 0.66, 0.78, true)]
    [InlineData(0.67, 0.60, 0.86, null)]
    [InlineData(0.75, 0.65, 0.80, null)]
    [InlineData(0.50, 0.40, 0.60, false)]
    [InlineData(1.50, 0.90, 2.00, true)]
    public void A_wide_interval_decides_a_goal_only_when_all_of_it_lies_on_one_side(double median, double low, double high, bool? expected)
        => Assert.Equal(expected, new Estimate(median, low, high).Decide(ratio => ratio.Median >= 0.7));

    [Fact]
    public void Fewer_than_seven_pairs_are_refused() => Assert.Throws<ArgumentOutOfRangeException>(() => new PairBudget(6));

    /// <summary>Ratios evenly spread around 1.</summary>
    private static PairFigures[] Pairs(int count, double spread)
        => [.. Enumerable.Range(0, count).Select(i => new PairFigures(1 - spread + (2 * spread * i / Math.Max(count - 1, 1)), 1))];
}
