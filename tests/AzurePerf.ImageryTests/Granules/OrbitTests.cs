using AzurePerf.Imagery.Granules;
using Xunit;

namespace AzurePerf.ImageryTests.Granules;

public sealed class OrbitTests
{
    [Fact]
    public void Pixels_are_of_the_size_of_those_of_MODIS_and_scans_overlap_at_their_ends_alone()
    {
        var swath = new Orbit().Swath(3000, scans: 2);

        Assert.Equal(1.0, Apart(swath, 5 * 1354 + 676, 5 * 1354 + 677), 0.02);
        Assert.Equal(4.8, Apart(swath, 5 * 1354, 5 * 1354 + 1), 0.2);
        Assert.Equal(2330, Apart(swath, 5 * 1354, 5 * 1354 + 1353), 15.0);
        Assert.Equal(9.9, Apart(swath, 5 * 1354 + 677, 15 * 1354 + 677), 0.4);
        // The last line of a scan lies north or south of the first of the next: before it at the end, after it in the middle.
        Assert.True(Apart(swath, 0, 9 * 1354) > Apart(swath, 0, 10 * 1354) + 5);
        Assert.True(Apart(swath, 677, 9 * 1354 + 677) < Apart(swath, 677, 10 * 1354 + 677));
    }

    [Theory]
    [InlineData(10.5)]
    [InlineData(1.5)]
    public void It_crosses_the_equator_at_its_local_time(double hour)
    {
        var orbit = new Orbit(hour);
        var crossings = 0;
        var after = orbit.Swath(0, 1);
        for (var second = 0.0; second < 12000; second += 10)
        {
            var before = after;
            after = orbit.Swath(second + 10, 1);
            if (!(before.Latitude[5 * 1354 + 677] > 0 && after.Latitude[5 * 1354 + 677] <= 0))
                continue;
            crossings++;
            var local = (second / 3600 + before.Longitude[5 * 1354 + 677] / 15 + 48) % 24;
            Assert.Equal(hour, local, 0.02);
        }

        Assert.Equal(2, crossings);
    }

    [Fact]
    public void Half_of_what_it_passes_is_in_daylight()
    {
        var made = new MadeGranule(new Orbit(), new TrueField(1));
        var (day, all) = (0, 0);
        for (var granule = 0; granule < 288; granule++)
        {
            var swath = made.At(granule * 300, scans: 1);
            day += swath.Values.Count(value => value != MadeGranule.Fill);
            all += swath.Values.Length;
        }

        Assert.InRange((double)day / all, 0.45, 0.55);
    }

    [Fact]
    public void A_field_stays_between_0_and_1_and_no_steeper_than_it_says()
    {
        var field = new TrueField(9);
        for (var step = 0; step < 10000; step++)
        {
            var (latitude, longitude) = (step * 0.018 - 90, step * 1.7 % 360 - 180);
            Assert.InRange(field.At(latitude, longitude), 0, 1);
            Assert.InRange(Math.Abs(field.At(latitude, longitude) - field.At(latitude + 0.001, longitude)), 0, TrueField.SteepestPerMetre * 112);
        }
    }

    private static double Apart(SwathGeometry swath, int first, int second)
    {
        var (a, b) = (swath.Latitude[first] * Math.PI / 180, swath.Latitude[second] * Math.PI / 180);
        var lambda = (swath.Longitude[first] - swath.Longitude[second]) * Math.PI / 180;
        var (h, v) = (Math.Sin(lambda / 2), Math.Sin((a - b) / 2));
        return 2 * 6371.007181 * Math.Asin(Math.Sqrt(v * v + Math.Cos(a) * Math.Cos(b) * h * h));
    }
}
