using AzurePerf.Imagery.Grids;
using Xunit;

namespace AzurePerf.ImageryTests.Grids;

public sealed class SinusoidalTileTests
{
    /// <summary>From the tile calculator of the MODIS land team.</summary>
    [Theory]
    [InlineData(40.015, -105.27, "h09v04", 1197.700, 1124.646)]
    [InlineData(48.117, -1.678, "h17v04", 225.460, 1065.070)]
    [InlineData(-33.87, 151.21, "h30v12", 463.900, 665.536)]
    [InlineData(45, 7.071068, "h18v04", 599.5, 599.5)]
    public void A_position_lies_where_MODIS_says(double latitude, double longitude, string name, double line, double sample)
    {
        var tile = SinusoidalTile.At(latitude, longitude);
        var located = tile.Locate(latitude, longitude);

        Assert.Equal(name, tile.ToString());
        Assert.Equal(line, located.Line, 0.001);
        Assert.Equal(sample, located.Sample, 0.001);
    }

    [Fact]
    public void The_corner_of_a_tile_is_half_a_cell_from_its_first_centre()
    {
        var corner = new SinusoidalTile(9, 4).Grid(1200).Position(0, 0)!.Value;

        Assert.Equal(50, corner.Latitude, 1e-9);
        Assert.Equal(-140.015144, corner.Longitude, 1e-6);
        Assert.Equal(1111950.5197665, SinusoidalTile.Side, 1e-6);
        Assert.Equal(-20015109.3558, new SinusoidalTile(0, 0).Grid(1200).Left, 1e-3);
        Assert.Equal(10007554.6779, new SinusoidalTile(0, 0).Grid(1200).Top, 1e-3);
        Assert.Equal(926.6254331, new SinusoidalTile(0, 0).Grid(1200).CellWidth, 1e-6);
    }

    [Fact]
    public void Every_position_of_a_tile_comes_back_and_there_is_none_past_the_edge_of_the_world()
    {
        for (var h = 0; h < 36; h++)
            for (var v = 0; v < 18; v++)
            {
                var grid = new SinusoidalTile(h, v).Grid(10);
                for (var cell = 0; cell < grid.Cells; cell++)
                {
                    var (column, row) = (cell % 10 + 0.5, cell / 10 + 0.5);
                    if (grid.Position(column, row) is not { } position)
                    {
                        var y = grid.Top - row * grid.CellHeight;
                        var edge = Projection.Sinusoidal.Forward(Projection.Sinusoidal.Latitude(y), 180).X;
                        Assert.True(Math.Abs(grid.Left + column * grid.CellWidth) >= edge);
                        continue;
                    }

                    Assert.Equal(new SinusoidalTile(h, v), SinusoidalTile.At(position.Latitude, position.Longitude));
                    Assert.Equal(cell, grid.CellAt(position.Latitude, position.Longitude));
                }
            }
    }

    [Theory]
    [InlineData(120)]
    [InlineData(240)]
    [InlineData(1200)]
    [InlineData(2400)]
    public void A_position_on_an_edge_has_a_cell_of_the_tile_that_it_lies_in(int cells)
    {
        for (var latitude = -90; latitude <= 90; latitude += 10)
            for (var longitude = -180; longitude <= 180; longitude += 10)
            {
                var grid = SinusoidalTile.At(latitude, longitude).Grid(cells);
                var cell = grid.CellAt(latitude, longitude);
                var (column, row) = grid.Locate(latitude, longitude);

                Assert.InRange(cell, 0, grid.Cells - 1);
                Assert.InRange(cell % cells + 0.5, column - 0.501, column + 0.501);
                Assert.InRange(cell / cells + 0.5, row - 0.501, row + 0.501);
                Assert.Equal(-1, grid.CellAt(latitude + (latitude > 0 ? -15 : 15), longitude));
            }
    }

    [Theory]
    [InlineData("h35v17", true)]
    [InlineData("h36v00", false)]
    [InlineData("h00v18", false)]
    [InlineData("h-1v00", false)]
    [InlineData("h1v1", false)]
    [InlineData("", false)]
    public void A_tile_is_read_from_its_name(string name, bool right)
    {
        Assert.Equal(right, SinusoidalTile.TryParse(name, out var tile));
        Assert.Equal(right ? name : "h00v00", tile.ToString());
    }

    [Fact]
    public void Web_mercator_is_that_of_web_maps()
    {
        var (x, y) = Projection.WebMercator.Forward(48.117, -1.678);
        var back = Projection.WebMercator.Inverse(x, y)!.Value;

        Assert.Equal(20037508.342789244, Projection.WebMercator.Forward(85.0511287798066, 180).X, 1e-6);
        Assert.Equal(20037508.342789244, Projection.WebMercator.Forward(85.0511287798066, 180).Y, 1e-6);
        Assert.Equal(48.117, back.Latitude, 1e-12);
        Assert.Equal(-1.678, back.Longitude, 1e-12);
        Assert.Null(Projection.WebMercator.Inverse(20037509, 0));
    }
}
