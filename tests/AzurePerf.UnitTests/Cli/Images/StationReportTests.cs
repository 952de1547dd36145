using AzurePerf.Cli.Images;
using AzurePerf.Imagery.Stations;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Images;

public sealed class StationReportTests
{
    private static readonly DateTimeOffset Noon = new(2010, 6, 1, 12, 0, 0, TimeSpan.Zero);
    private static readonly StationReading Reading = new("B", 1, -2.5, Noon, 3);

    [Fact]
    public void Matches_are_a_line_each_and_what_is_not_known_is_empty() => Assert.Equal(
        """
        name,latitude,longitude,time,value,image,imageBegin,imageEnd,minutesApart,nearest,mean3x3,cells3x3,quality
        A,1,-2.5,2010-06-01T12:00:00Z,3,p,2010-06-01T12:01:20Z,2010-06-01T12:06:00Z,-1.33,,0.1,4,good
        A,1,-2.5,2010-06-01T12:00:00Z,3,p,2010-06-01T00:00:00Z,2010-06-02T00:00:00Z,,-0.25,,0,
        B,1,-2.5,2010-06-01T12:00:00Z,3,,,,,,,0,

        """.ReplaceLineEndings("\n"),
        StationReport.Csv(
        [
            new(Reading with { Station = "A" }) { Image = "p", Time = new(Noon.AddSeconds(80), Noon.AddMinutes(6)), Around = 0.1, CellsAround = 4, Quality = "good" },
            new(Reading with { Station = "A" }) { Image = "p", Time = new(Noon.AddHours(-12), Noon.AddHours(12), IsOfDays: true), Nearest = -0.25 },
            new(Reading),
        ]));

    [Theory]
    [InlineData("=A,b", "\"'=A,b\"")]
    [InlineData("x;=1+1", "\"x;=1+1\"")]
    [InlineData("\uff1d1+1", "'\uff1d1+1")]
    public void A_name_of_a_station_is_no_formula_in_any_spreadsheet(string name, string cell) =>
        Assert.StartsWith(cell + ",1,-2.5,", StationReport.Csv([new(Reading with { Station = name })]).Split('\n')[1], StringComparison.Ordinal);
}
