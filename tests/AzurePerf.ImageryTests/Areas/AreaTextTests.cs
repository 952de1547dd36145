using AzurePerf.Imagery.Areas;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Reductions;
using Xunit;

namespace AzurePerf.ImageryTests.Areas;

public sealed class AreaTextTests
{
    [Theory]
    [InlineData("h18v04", "h18v04")]
    [InlineData("h19v04, h18v04 h18v03;h18v04", "h18v03 h18v04 h19v04")]
    [InlineData("box 5 45 8 48", "h18v04")]
    [InlineData("box 0 50 15 60", "h18v03")]
    [InlineData("polygon 5 45, 8 45, 8 48", "h18v04")]
    [InlineData("polygon 5 45, 8 45, 8 48, 5 45", "h18v04")]
    [InlineData("box 179 1 -179 2", "h00v08 h35v08")]
    [InlineData("polygon 179 1, -179 1, -179 2, 179 2", "h00v08 h35v08")]
    [InlineData("polygon -179 1, 179 1, 179 2, -179 2", "h00v08 h35v08")]
    [InlineData("box -180 89 180 90", "h17v00 h18v00")]
    [InlineData("box 179.9 52.25 180 52.3", "h29v03")]
    [InlineData("box -180 52.25 -179.9 52.3", "h06v03")]
    [InlineData("box 179.9 -52.3 180 -52.25", "h29v14")]
    public void An_area_is_the_tiles_that_show_a_part_of_it(string text, string tiles)
    {
        Assert.Null(AreaText.Read(text, out var area));
        Assert.Equal(tiles, string.Join(' ', area!.Tiles));
    }

    [Fact]
    public void The_whole_Earth_is_all_tiles_that_show_a_part_of_it()
    {
        Assert.Null(AreaText.Read("box -180 -90 180 90", out var area));
        Assert.Equal(460, area!.Tiles.Count);
    }

    [Theory]
    [InlineData("box 179 1 -179 2", 179, 1, 181, 2)]
    [InlineData("polygon -179 1, 179 1, 179 2, -179 2", 179, 1, 181, 2)]
    [InlineData("polygon 5 45, 8 45, 8 48", 5, 45, 8, 48)]
    [InlineData("box 5 45 8 48", 5, 45, 8, 48)]
    public void A_map_shows_the_rectangle_around_it(string text, double west, double south, double east, double north)
    {
        Assert.Null(AreaText.Read(text, out var area));
        Assert.Equal(new MapArea(west, south, east, north), area!.Bounds);
    }

    [Theory]
    [InlineData("", "must name tiles such as h18v04 h19v04, box WEST SOUTH EAST NORTH, or polygon LONGITUDE LATITUDE, LONGITUDE LATITUDE, ...")]
    [InlineData("Paris", "has 'Paris', which is no tile: write tiles such as h18v04 h19v04, box WEST SOUTH EAST NORTH, or polygon LONGITUDE LATITUDE, LONGITUDE LATITUDE, ...")]
    [InlineData("h18v04 h36v04", "has 'h36v04', which is no tile: write tiles such as h18v04 h19v04, box WEST SOUTH EAST NORTH, or polygon LONGITUDE LATITUDE, LONGITUDE LATITUDE, ...")]
    [InlineData("h00v00", "has h00v00, which shows no part of the Earth")]
    [InlineData("box 1 2 3", "must give a box four numbers in degrees: box WEST SOUTH EAST NORTH")]
    [InlineData("box 1 2 3 NaN", "must give a box four numbers in degrees: box WEST SOUTH EAST NORTH")]
    [InlineData("box 181 2 3 4", "has the longitude 181: they go from -180 to 180")]
    [InlineData("box 1 2 3 91", "has the latitude 91: they go from -90 to 90")]
    [InlineData("box 1 4 3 2", "has a box whose south, 4, is not below its north, 2")]
    [InlineData("box 1 2 1 4", "has a box whose west and east are both 1: for all longitudes write -180 and 180")]
    [InlineData("polygon 1 2, 3 4, 5", "must give a polygon pairs of numbers in degrees: polygon LONGITUDE LATITUDE, LONGITUDE LATITUDE, ...")]
    [InlineData("polygon 1 2, 3 4", "has a polygon of 2 positions: it needs three or more")]
    [InlineData("polygon 0 0, 10 10, 10 0, 0 10", "has a polygon whose sides cross or touch near longitude 5, latitude 5")]
    [InlineData("polygon 0 0, 5 5, 10 10", "has a polygon whose sides cross or touch near longitude 5, latitude 5")]
    [InlineData("polygon -120 60, 0 60, 120 60", "has a polygon around a pole, so that either side could be meant: write a box")]
    [InlineData("polygon -170 0, -60 0, 50 0, 160 0, -90 0, -90 10, 160 10, 50 10, -60 10, -170 10", "has a polygon 440 degrees wide, more than once round the Earth: make it narrower")]
    public void What_is_no_area_is_refused_in_one_sentence(string text, string fault)
    {
        Assert.Equal(fault, AreaText.Read(text, out var area));
        Assert.Null(area);
    }

    [Fact]
    public void Every_position_of_a_box_is_in_one_of_its_tiles()
    {
        var random = new Random(4);
        for (var i = 0; i < 300; i++)
        {
            var (west, south) = (random.NextDouble() * 360 - 180, random.NextDouble() * 170 - 90);
            var (width, height) = (random.NextDouble() * 40 + 0.1, random.NextDouble() * Math.Min(20, 89 - south) + 0.1);
            var east = west + width;
            var text = FormattableString.Invariant($"box {west:R} {south:R} {(east > 180 ? east - 360 : east):R} {south + height:R}");
            Assert.Null(AreaText.Read(text, out var area));
            for (var k = 0; k < 50; k++)
            {
                var longitude = west + random.NextDouble() * width;
                var tile = SinusoidalTile.At(south + random.NextDouble() * height, longitude > 180 ? longitude - 360 : longitude);

                Assert.Contains(tile, area!.Tiles);
            }
        }
    }
}
