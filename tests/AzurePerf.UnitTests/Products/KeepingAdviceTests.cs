using AzurePerf.Core.Products;
using Xunit;

namespace AzurePerf.UnitTests.Products;

public sealed class KeepingAdviceTests
{
    /// <summary>Hill et al. 2011, section 5.2: a gigabyte-month costs what an hour of a small instance does.</summary>
    private static readonly KeepingPrices Paper = new(GigabyteMonth: 0.12, SlotHour: 0.12);

    [Theory]
    [InlineData(3_600, 1e9, 1)]
    [InlineData(3_600, 0.5e9, 2)]
    [InlineData(7_200, 4e9, 0.5)]
    public void At_the_prices_of_the_paper_an_hour_a_gigabyte_is_a_month(double seconds, double bytes, double months) =>
        Assert.Equal(months, KeepingAdvice.For(seconds, bytes, Paper).BreakEvenMonths, 12);

    /// <summary>4 TB in 585,000 files; a task takes less than ten minutes.</summary>
    [Fact]
    public void The_images_of_the_paper_are_worth_keeping_for_two_years_between_uses()
    {
        var image = KeepingAdvice.For(seconds: 600, bytes: 4e12 / 585_000, Paper);

        Assert.Equal(24.375, image.BreakEvenMonths, 12);
        Assert.True(image.Keeps(monthsBetweenUses: 24));
        Assert.False(image.Keeps(monthsBetweenUses: 25));
    }

    /// <summary>What is used once a month is kept from an hour a gigabyte on, and the reason says by how much.</summary>
    [Theory]
    [InlineData(3_600, 1e9, true, "one use in 1.00 months pays for keeping")]
    [InlineData(600, 4e12 / 585_000, true, "one use in 24.4 months pays for keeping")]
    [InlineData(1_800, 1e9, false, "a month of keeping costs what making 2.00 times does")]
    [InlineData(0, 1e9, false, "making costs nothing")]
    [InlineData(3_600, 0, true, "keeping costs nothing")]
    public void The_advice_is_for_one_use_a_month_and_says_why(double seconds, double bytes, bool keeps, string reason)
    {
        var advice = KeepingAdvice.For(seconds, bytes, Paper);

        Assert.Equal((keeps, reason), (advice.IsWorthKeeping, advice.Reason));
    }

    [Fact]
    public void What_costs_nothing_decides()
    {
        Assert.Equal(double.PositiveInfinity, KeepingAdvice.For(0, 1e9, Paper with { GigabyteMonth = 0 }).BreakEvenMonths);
        Assert.True(KeepingAdvice.For(1, 0, Paper).Keeps(1e9));
        Assert.Equal(0, KeepingAdvice.For(0, 1e9, Paper).BreakEvenMonths);
        Assert.False(KeepingAdvice.For(3_600, 1e9, Paper with { SlotHour = 0 }).Keeps(0.1));
    }

    [Theory]
    [InlineData(-1, 1, 1, 1)]
    [InlineData(1, double.NaN, 1, 1)]
    [InlineData(1, 1, -1, 1)]
    [InlineData(1, 1, 1, double.PositiveInfinity)]
    public void What_is_no_amount_is_refused(double seconds, double bytes, double month, double hour) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => KeepingAdvice.For(seconds, bytes, new(month, hour)));

    [Theory]
    [InlineData(0, 24.9, false)]
    [InlineData(0, 25, true)]
    [InlineData(30, 720.9, false)]
    [InlineData(30, 721, true)]
    public void A_product_is_due_an_hour_after_its_days_and_never_within_one(double days, double hours, bool due)
    {
        var used = new DateTimeOffset(2026, 2, 14, 9, 30, 0, TimeSpan.Zero);

        Assert.Equal(due, ProductKeeping.IsDue(used, used.AddHours(hours), TimeSpan.FromDays(days)));
    }

    [Fact]
    public void A_use_that_was_noted_by_a_clock_ahead_of_ours_is_not_noted_again_and_nothing_is_due()
    {
        var now = new DateTimeOffset(2026, 2, 14, 9, 30, 0, TimeSpan.Zero);

        Assert.False(ProductKeeping.MustNote(now.AddMinutes(5), now));
        Assert.False(ProductKeeping.IsDue(now.AddMinutes(5), now, TimeSpan.FromDays(30)));
        Assert.True(ProductKeeping.IsFresh(now.AddMinutes(5), now));
    }
}
