using AzurePerf.Imagery;
using AzurePerf.Imagery.Granules;
using Xunit;

namespace AzurePerf.ImageryTests.Granules;

public sealed class DimensionMapTests
{
    /// <summary>That of MOD11_L2: 406 x 271 positions for 2030 x 1354 pixels.</summary>
    private static readonly DimensionMap Map = new(Offset: 2, Increment: 5);

    [Theory]
    [InlineData(3000)]
    [InlineData(1230)]
    [InlineData(40000)]
    public void Positions_between_those_kept_are_right_within_a_fifteenth_of_a_pixel(double second)
    {
        var whole = new Orbit().Swath(second, scans: 20);

        var expanded = Map.Expand(Kept(whole), whole.Lines, whole.Samples, 10);

        for (var pixel = 0; pixel < whole.Latitude.Length; pixel++)
        {
            var north = (expanded.Latitude[pixel] - whole.Latitude[pixel]) * 111.2;
            var turn = expanded.Longitude[pixel] - whole.Longitude[pixel];
            var east = (turn > 180 ? turn - 360 : turn < -180 ? turn + 360 : turn) * 111.2 * Math.Cos(whole.Latitude[pixel] * Math.PI / 180);
            // A pixel is 1 km wide in the middle of a line and 4.8 km at its ends.
            var aside = Math.Abs(pixel % 1354 - 676.5) / 676.5;
            Assert.InRange(Math.Sqrt(north * north + east * east), 0, (1 / 15.0) * (1 + 3.8 * Math.Pow(aside, 4)));
        }
    }

    [Fact]
    public void One_scan_says_nothing_of_the_next()
    {
        var whole = new Orbit().Swath(3000, scans: 3);
        var kept = Kept(whole);
        var before = Map.Expand(kept, whole.Lines, whole.Samples, 10);
        for (var position = 2 * 271; position < 4 * 271; position++)
            kept.Latitude[position] += 1;

        var after = Map.Expand(kept, whole.Lines, whole.Samples, 10);

        Assert.Equal(before.Latitude[..13540], after.Latitude[..13540]);
        Assert.NotEqual(before.Latitude[13540..27080], after.Latitude[13540..27080]);
        Assert.Equal(before.Latitude[27080..], after.Latitude[27080..]);
    }

    [Fact]
    public void Sizes_that_do_not_fit_are_refused()
    {
        var kept = Kept(new Orbit().Swath(3000, scans: 2));

        Assert.Throws<UnreadableFileException>(() => Map.Expand(kept, 30, 1354, 10));
        Assert.Throws<UnreadableFileException>(() => Map.Expand(kept, 20, 100, 10));
        Assert.Throws<UnreadableFileException>(() => new DimensionMap(0, 0).Expand(kept, 20, 1354, 10));
        Assert.Throws<UnreadableFileException>(() => new DimensionMap(-1, 5).Expand(kept, 20, 1354, 10));
        Assert.Throws<UnreadableFileException>(() => Map.Expand(kept, int.MaxValue, int.MaxValue, 10));
    }

    private static SwathGeometry Kept(SwathGeometry whole)
    {
        var (latitude, longitude) = (new List<float>(), new List<float>());
        for (var line = 2; line < whole.Lines; line += 5)
            for (var sample = 2; sample < 1354; sample += 5)
            {
                latitude.Add(whole.Latitude[line * 1354 + sample]);
                longitude.Add(whole.Longitude[line * 1354 + sample]);
            }

        return new SwathGeometry(whole.Lines / 5, 271, 2, [.. latitude], [.. longitude]);
    }
}
