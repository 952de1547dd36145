using AzurePerf.Core.Experiments.Images;
using AzurePerf.Imagery.Stations;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Images;

public sealed class StationPlanTests
{
    private static readonly DateTimeOffset Midnight = new(2024, 1, 25, 0, 0, 0, TimeSpan.Zero);

    /// <summary>Vienna, in tile h19v04.</summary>
    private static readonly StationReading Vienna = new("Vienna", 48.2, 16.4, Midnight.AddHours(10), 280);

    [Fact]
    public void A_reading_goes_to_the_image_of_its_tile_and_day_and_to_no_other()
    {
        var plan = Plan("MOD11A1", [Vienna, Vienna with { Longitude = 5 }, Vienna with { Time = Midnight.AddHours(34) }],
            Image("h18v04", 25), Image("h19v04", 24), Image("h19v04", 25), Image("h19v04", 26), Image("h19v04", 27, made: false));

        Assert.Equal([("h18v04", 25, "1"), ("h19v04", 25, "0"), ("h19v04", 26, "2")], Matched(plan));
        Assert.Equal("MOD11A1.LST_Day_1km.2024-01-25.h19v04", plan.Images[1].Image.Name);
        Assert.Equal("good", plan.Images[1].Image.Quality);
        Assert.Equal(4, plan.ImagesSeen);
    }

    [Theory]
    [InlineData(0, 24)]
    [InlineData(23.99, 24)]
    [InlineData(24, 25)]
    [InlineData(47.99, 25)]
    public void A_reading_belongs_to_its_day_which_begins_at_midnight(double hours, int day)
    {
        var plan = Plan("MOD11A1", [Vienna with { Time = Midnight.AddDays(-1).AddHours(hours) }], Image("h19v04", 24), Image("h19v04", 25));

        Assert.Equal([("h19v04", day, "0")], Matched(plan));
        Assert.True(Assert.Single(plan.Images[0].Image.Times).IsOfDays);
        Assert.False(plan.KnowsTimeOfDay);
    }

    [Fact]
    public void A_reading_of_another_day_has_no_image_however_near_midnight_it_is() => Assert.Empty(Plan(
        "MOD11A1", [Vienna with { Time = Midnight.AddMinutes(-1) }, Vienna with { Time = Midnight.AddDays(1) }], Image("h19v04", 25)).Images);

    [Fact]
    public void A_composite_is_of_all_its_days() => Assert.Equal(
        [("h19v04", 25, "0")], Matched(Plan("MCD15A2H", [Vienna with { Time = Midnight.AddDays(7.9) }], Image("h19v04", 25))));

    [Theory]
    [InlineData(9.4, -6)]
    [InlineData(9.6, 1)]
    [InlineData(10, 25)]
    [InlineData(10.8, -22)]
    [InlineData(11.25, 0)]
    [InlineData(11.5, 15)]
    public void A_reading_is_as_far_from_an_image_of_swaths_as_from_its_nearest_granule(double hour, double apart)
    {
        var reading = Vienna with { Time = Midnight.AddHours(hour) };
        var plan = Plan("MOD05_L2", [reading], Swaths());

        var times = plan.Images.Single().Image.Times;
        Assert.Equal(apart, StationTime.Nearest(times, reading.Time).Apart(reading.Time).TotalMinutes, 1e-6);
        Assert.Equal(2, times.Count);
        Assert.True(plan.KnowsTimeOfDay);
    }

    [Fact]
    public void A_reading_hours_from_any_granule_has_no_image_though_it_lies_between_the_first_and_the_last() =>
        Assert.Empty(Plan("MOD05_L2", [Vienna with { Time = Midnight.AddHours(10.35) }], Swaths()).Images);

    [Fact]
    public void A_granule_that_could_not_be_read_gives_an_image_no_time()
    {
        var image = Swaths() with { Unreadable = ["MOD05_L2.A2024025.0930.061.2024026000000.hdf.0123456789ab"] };

        Assert.Empty(Plan("MOD05_L2", [Vienna with { Time = Midnight.AddHours(9.55) }], image).Images);
        Assert.NotEmpty(Plan("MOD05_L2", [Vienna with { Time = Midnight.AddHours(9.55) }], Swaths()).Images);
    }

    [Theory]
    [InlineData("2055", "", true)]
    [InlineData("2055", "day", false)]
    [InlineData("1250", "", false)]
    public void An_image_of_swaths_many_hours_apart_mixes_day_and_night_unless_the_run_kept_them_apart(string time, string light, bool mixes)
    {
        var image = Swaths() with { Inputs = [.. Swaths().Inputs!, $"MOD05_L2.A2024025.{time}.061.2024026000000.hdf.0123456789ab"] };
        var plan = new StationPlan([Vienna with { Time = Midnight.AddHours(9.55) }], TimeSpan.FromMinutes(30));
        plan.Add(new ManifestRequest("MOD05_L2", "Water_Vapor_Infrared", Light: light));
        plan.Add(image);

        Assert.Equal(mixes, plan.MixesDayAndNight);
    }

    private static ManifestImage Swaths() => Image("h19v04", 25) with
    {
        Inputs = ["MOD05_L2.A2024025.0930.061.2024026000000.hdf.0123456789ab", "MOD03.A2024025.0930.061.2024026000000.hdf.0123456789ab",
            "MOD05_L2.A2024025.1110.061.2024026000000.hdf.0123456789ab", "something else"],
    };

    private static IEnumerable<(string Tile, int Day, string Readings)> Matched(StationPlan plan) =>
        plan.Images.Select(image => (image.Image.Key, image.Image.Day.Day, string.Join(' ', image.Readings)));

    private static StationPlan Plan(string product, StationReading[] readings, params ManifestEntry[] entries)
    {
        var plan = new StationPlan(readings, TimeSpan.FromMinutes(30));
        foreach (var entry in entries.Prepend(new ManifestRequest(product, "LST_Day_1km", "", "good")))
        {
            plan.Add(entry);
        }

        return plan;
    }

    private static ManifestImage Image(string tile, int day, bool made = true) => new(tile, new(2024, 1, day), tile, made ? "00" : "", 0.5, InputMissing: false);
}
