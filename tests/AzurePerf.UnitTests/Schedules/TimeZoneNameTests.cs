using AzurePerf.Core.Schedules;
using Xunit;

namespace AzurePerf.UnitTests.Schedules;

public sealed class TimeZoneNameTests
{
    [Theory]
    [InlineData("UTC", "UTC")]
    [InlineData("utc", "UTC")]
    [InlineData("Europe/Berlin", "Europe/Berlin")]
    [InlineData("America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires")]
    [InlineData("Etc/GMT+5", "Etc/GMT+5")]
    public void Area_and_place_or_UTC_is_a_zone(string name, string id) => Assert.Equal(id, TimeZoneName.Find(name)?.Id);

    [Theory]
    [InlineData("")]
    [InlineData("Mars/Olympus")]
    [InlineData("Europe")]
    [InlineData("Europe/")]
    [InlineData("/Europe/Berlin")]
    [InlineData("america/new_york")]
    [InlineData("America/new_york")]
    [InlineData("localtime")]
    [InlineData("right/Europe/Berlin")]
    [InlineData("../../../etc/localtime")]
    [InlineData("Europe/../Europe/Berlin")]
    [InlineData("Europe//Berlin")]
    [InlineData("W. Europe Standard Time")]
    [InlineData("Europe/Berlin\0")]
    public void Anything_else_is_none(string name)
    {
        // The system finds some of these only after their proper form.
        Assert.NotNull(TimeZoneName.Find("America/New_York"));

        Assert.Null(TimeZoneName.Find(name));
    }
}
