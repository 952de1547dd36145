using System.Globalization;
using AzurePerf.Core.Texts;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class NumberFormatTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(1, "1.00")]
    [InlineData(9.994, "9.99")]
    [InlineData(9.996, "10.0")]
    [InlineData(99.96, "100")]
    [InlineData(0.0012345, "0.00123")]
    [InlineData(0.9996, "1.00")]
    [InlineData(1234.5, "1,235")]
    [InlineData(123456.7, "123,457")]
    [InlineData(-2.5, "-2.50")]
    [InlineData(double.NaN, "-")]
    [InlineData(double.PositiveInfinity, "-")]
    public void A_measured_number_has_three_digits_that_mean_something(double value, string text) => Assert.Equal(text, NumberFormat.Significant(value));

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(1_023, "1,023 B")]
    [InlineData(1_024, "1 KiB")]
    [InlineData(8_388_608, "8 MiB")]
    [InlineData(1_000_000_000, "1 GB")]
    [InlineData(1_500, "1,500 B")]
    [InlineData(1_000, "1 kB")]
    [InlineData(1L << 30, "1 GiB")]
    [InlineData(2_000_000_000, "2 GB")]
    public void A_size_is_exact_in_the_largest_unit_without_a_fraction(long bytes, string text) => Assert.Equal(text, NumberFormat.Size(bytes));

    [Fact]
    public void A_megabyte_has_a_million_bytes() => Assert.Equal("1.05", NumberFormat.Megabytes(1 << 20));

    [Theory]
    [InlineData(0.42, "0.420 s")]
    [InlineData(59.99, "60.0 s")]
    [InlineData(185, "3 min 05 s")]
    [InlineData(7_500, "2 h 05 min")]
    [InlineData(90_000, "25 h 00 min")]
    [InlineData(-1, "0 s")]
    public void A_duration_has_the_two_largest_units_that_matter(double seconds, string text) => Assert.Equal(text, NumberFormat.Duration(TimeSpan.FromSeconds(seconds)));

    [Fact]
    public void Instants_are_UTC_for_people_and_for_programs()
    {
        var instant = new DateTimeOffset(2026, 3, 14, 1, 2, 3, TimeSpan.FromHours(2));

        Assert.Equal("2026-03-13 23:02:03 UTC", NumberFormat.Instant(instant));
        Assert.Equal("2026-03-13T23:02:03Z", NumberFormat.InstantAttribute(instant));
        Assert.Equal(instant, DateTimeOffset.Parse(NumberFormat.InstantAttribute(instant), CultureInfo.InvariantCulture));
    }
}
