using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class FiguresTests
{
    [Theory]
    [InlineData(0, "0")]
    [InlineData(0.0012345, "0.00123")]
    [InlineData(0.9996, "1.00")]
    [InlineData(1.2345, "1.23")]
    [InlineData(9.996, "10.0")]
    [InlineData(12.345, "12.3")]
    [InlineData(99.96, "100")]
    [InlineData(123.456, "123")]
    [InlineData(1234.5, "1235")]
    [InlineData(1234567.8, "1234568")]
    [InlineData(-1.2345, "-1.23")]
    [InlineData(double.NaN, "-")]
    [InlineData(double.PositiveInfinity, "-")]
    public void Three_digits_that_mean_something(double value, string text) => Assert.Equal(text, Figures.Significant(value));

    [Theory]
    [InlineData(0, "0 B")]
    [InlineData(512, "512 B")]
    [InlineData(1_000, "1 KB")]
    [InlineData(1_024, "1 KiB")]
    [InlineData(1_500, "1500 B")]
    [InlineData(8 << 20, "8 MiB")]
    [InlineData(1L << 30, "1 GiB")]
    [InlineData(2_000_000_000, "2 GB")]
    public void Sizes_keep_powers_of_two_and_of_ten_apart(long bytes, string text) => Assert.Equal(text, Figures.Size(bytes));

    [Theory]
    [InlineData(0.0423, "0.0423 s")]
    [InlineData(12.34, "12.3 s")]
    [InlineData(185, "3 min 05 s")]
    [InlineData(7_500, "2 h 05 min")]
    [InlineData(200_000, "55 h 33 min")]
    public void Durations_show_the_two_units_that_matter(double seconds, string text) => Assert.Equal(text, Figures.Duration(TimeSpan.FromSeconds(seconds)));
}
