using System.Globalization;
using AzurePerf.Cli.Images;
using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Images;

public sealed class SinceTimeTests
{
    private static readonly DateTimeOffset Now = new(2024, 3, 1, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("90m", "2024-03-01T10:30:00Z")]
    [InlineData("12h", "2024-03-01T00:00:00Z")]
    [InlineData("2d", "2024-02-28T12:00:00Z")]
    [InlineData("1w", "2024-02-23T12:00:00Z")]
    [InlineData("2024-02-29", "2024-02-29T00:00:00Z")]
    [InlineData("2024-02-29T08:15", "2024-02-29T08:15:00Z")]
    [InlineData("2024-02-29T08:15+02:00", "2024-02-29T06:15:00Z")]
    [InlineData("2024-02-29T08:15:30Z", "2024-02-29T08:15:30Z")]
    [InlineData("2024-02-29 08:15", "2024-02-29T08:15:00Z")]
    public void A_time_is_written_as_a_date_a_time_or_how_long_ago(string text, string time) =>
        Assert.Equal(DateTimeOffset.Parse(time, CultureInfo.InvariantCulture), SinceTime.Read(text, Now));

    [Theory]
    [InlineData("")]
    [InlineData("d")]
    [InlineData("-2d")]
    [InlineData("2 d")]
    [InlineData("2y")]
    [InlineData("99999999999d")]
    [InlineData("1/2/2024")]
    [InlineData("2024-03-02")]
    public void Anything_else_and_the_future_is_refused(string text) =>
        Assert.Equal(ExitCode.Usage, Assert.Throws<CommandFailure>(() => SinceTime.Read(text, Now)).ExitCode);
}
