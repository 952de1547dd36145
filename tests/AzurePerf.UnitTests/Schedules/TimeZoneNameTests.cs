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

    [Fact]
    public void A_system_with_names_of_its_own_is_asked_by_them() =>
        Assert.Equal("Europe/Paris", TimeZoneName.Find("Europe/Berlin", name => name == "Europe/Berlin" ? "Europe/Paris" : null)?.Id);

    [Fact]
    public void A_system_with_names_of_its_own_has_UTC_and_none_that_it_has_no_name_for()
    {
        Assert.Equal(TimeZoneInfo.Utc, TimeZoneName.Find("utc", _ => null));
        Assert.Null(TimeZoneName.Find("Mars/Olympus", _ => null));
        Assert.Null(TimeZoneName.Find("Europe/Berlin", _ => "Mars Standard Time"));
        Assert.Null(TimeZoneName.Find("W. Europe Standard Time", name => name));
    }

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
