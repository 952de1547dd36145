using AzurePerf.Core.Statistics;
using MathNet.Numerics.Distributions;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class GroupedShareIntervalTests
{
    [Fact]
    public void Many_equal_groups_have_the_interval_of_Clopper_and_Pearson_for_independent_trials()
    {
        // Clopper and Pearson for 500 of 5,000: 0.0918 to 0.1087; 500 groups make it 1.002 times as wide.
        var interval = GroupedShareInterval.Of([.. Enumerable.Repeat((1L, 10L), 500)])!.Value;

        Assert.Equal(0.0918, interval.Low, 0.0001);
        Assert.Equal(0.1087, interval.High, 0.0001);
    }

    [Fact]
    public void Without_a_hit_the_upper_end_is_known_in_closed_form()
    {
        // 6 groups: (1.95996 / 2.57058)^2 of 600 trials count.
        var interval = GroupedShareInterval.Of([.. Enumerable.Repeat((0L, 100L), 6)])!.Value;

        Assert.Equal(0, interval.Low);
        Assert.Equal(1 - Math.Pow(0.025, 1 / (600 * 0.581347)), interval.High, 0.00001);
        Assert.Equal(1, GroupedShareInterval.Of([.. Enumerable.Repeat((100L, 100L), 6)])!.Value.High);
    }

    [Fact]
    public void Groups_that_differ_make_it_wider()
    {
        var alike = GroupedShareInterval.Of([.. Enumerable.Repeat((10L, 100L), 10)])!.Value;
        var unlike = GroupedShareInterval.Of([.. Enumerable.Range(0, 10).Select(group => (group < 5 ? 20L : 0L, 100L))])!.Value;

        Assert.True(unlike.HalfWidth > 2 * alike.HalfWidth);
        Assert.True(alike.Contains(0.1) && unlike.Contains(0.1));
    }

    [Theory]
    [InlineData(6, 1)]
    [InlineData(6, 5)]
    [InlineData(6, 10)]
    [InlineData(10, 10)]
    public void A_group_with_most_of_the_trials_makes_it_wide_enough(int groups, int times)
    {
        var held = Trials.Share(400, random => GroupedShareInterval.Of(
        [
            .. Enumerable.Range(0, groups).Select(group => group == 0 ? 1_000 * times : 1_000)
                .Select(trials => ((long)Binomial.Sample(random, Math.Min(1, Gamma.Sample(random, 4, 40)), trials), (long)trials)),
        ])!.Value.Contains(0.1));

        Assert.InRange(held, Trials.Bound(0.92, 0.89), 1);
    }

    [Fact]
    public void One_trial_next_to_very_many_has_an_interval_too()
    {
        var interval = GroupedShareInterval.Of([(500_000_000_000, 1_000_000_000_000), (1, 1)])!.Value;

        Assert.True(interval.Contains(0.5));
        Assert.InRange(interval.HalfWidth, 0, 0.5);
    }

    [Fact]
    public void Fewer_than_two_groups_with_trials_have_none_and_more_hits_than_trials_are_refused()
    {
        Assert.Null(GroupedShareInterval.Of([(1, 10), (0, 0)]));
        Assert.Throws<ArgumentOutOfRangeException>(() => GroupedShareInterval.Of([(11, 10), (1, 10)]));
    }

    [Theory]
    [InlineData(100, 0.01, 7)]
    [InlineData(1_000, 0.01, 6)]
    [InlineData(10, 0.01, 40)]
    [InlineData(1, 0.001, null)]
    public void The_fewest_groups_are_those_whose_interval_keeps_the_limit_without_a_hit(int trials, double limit, int? groups)
    {
        var fewest = GroupedShareInterval.FewestGroups(trials, limit, least: 6, most: 1_000);

        Assert.Equal(groups, fewest);
        if (fewest is { } enough)
        {
            Assert.True(GroupedShareInterval.Of([.. Enumerable.Repeat((0L, (long)trials), enough)])!.Value.High <= limit);
        }
    }
}
