using System.Globalization;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Kernels;
using Xunit;

namespace AzurePerf.ImageryTests.Kernels;

public sealed class TileToMapTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-");

    public static TheoryData<string, Projection> Maps => new(
        from tile in new[] { "h09v04", "h18v04", "h30v12", "h17v02", "h20v08" }
        from projection in new[] { Projection.Geographic, Projection.WebMercator }
        select (tile, projection));

    [Theory]
    [MemberData(nameof(Maps))]
    public void The_nearest_cell_is_that_of_GDAL(string name, Projection projection)
    {
        var (tile, map) = Case(name, projection);

        var ours = TileToMap.Nearest(tile, map).Values;
        var theirs = Warp(tile, map, "near");

        Assert.InRange(ours.Zip(theirs).Count(pair => pair.First == pair.Second), 0.9999 * ours.Length, ours.Length);
        Assert.InRange(ours.Count(value => value != Field.Fill), ours.Length / 10, ours.Length);
    }

    [Theory]
    [MemberData(nameof(Maps))]
    public void Bilinear_values_are_those_of_GDAL_within_one_count_away_from_fill(string name, Projection projection)
    {
        var (tile, map) = Case(name, projection);
        var near = TileToMap.Nearest(tile, map);

        var ours = TileToMap.Bilinear(tile, map).Values;
        var theirs = Warp(tile, map, "bilinear");

        var compared = 0;
        for (var row = 2; row < map.Rows - 2; row++)
            for (var column = 2; column < map.Columns - 2; column++)
            {
                if (HasFillAround(near, column, row))
                    continue;
                compared++;
                var cell = row * map.Columns + column;
                Assert.InRange(ours[cell] - theirs[cell], -1, 1);
            }

        Assert.InRange(compared, ours.Length / 20, ours.Length);
    }

    [Fact]
    public void A_map_covers_the_same_whichever_way_it_is_drawn_and_fill_is_never_mixed_in()
    {
        var (tile, map) = Case("h18v04", Projection.Geographic);

        var near = TileToMap.Nearest(tile, map).Values;
        var bilinear = TileToMap.Bilinear(tile, map).Values;

        for (var cell = 0; cell < near.Length; cell++)
        {
            Assert.Equal(near[cell] == Field.Fill, bilinear[cell] == Field.Fill);
            Assert.True(bilinear[cell] == Field.Fill || bilinear[cell] is >= 0 and <= 10000);
        }
    }

    [Fact]
    public void Tiles_put_together_have_no_seam()
    {
        var whole = Field.Waves(new SinusoidalTile(17, 4).Grid(100) with { Columns = 200, Rows = 200 });
        var tiles = (from h in new[] { 17, 18 } from v in new[] { 5, 4 } select Part(whole, h, v)).ToArray();

        var mosaic = Mosaic.Of(tiles);

        Assert.Equal(whole.Grid.Left, mosaic.Grid.Left, 1e-6);
        Assert.Equal(whole.Grid.Top, mosaic.Grid.Top, 1e-6);
        Assert.Equal(whole.Values, mosaic.Values);
        Assert.Throws<ArgumentException>(() => Mosaic.Of([tiles[0], Field.Waves(new SinusoidalTile(18, 5).Grid(50))]));
    }

    [Fact]
    public void A_map_beyond_the_world_and_the_tile_is_fill()
    {
        var tile = Field.Waves(new SinusoidalTile(0, 8).Grid(40), blotches: false);

        var map = TileToMap.Nearest(tile, Grid.Geographic(-200, -95, 200, 95, 1));

        for (var cell = 0; cell < map.Values.Length; cell++)
        {
            var position = map.Grid.Position(cell % map.Grid.Columns + 0.5, cell / map.Grid.Columns + 0.5);
            var inside = position is { } there && tile.Grid.CellAt(there.Latitude, there.Longitude) >= 0;
            Assert.Equal(inside, map.Values[cell] != Field.Fill);
        }
    }

    public void Dispose() => _folder.Delete(true);

    private static Raster<short> Part(Raster<short> whole, int h, int v)
    {
        var grid = new SinusoidalTile(h, v).Grid(100);
        var values = new short[grid.Cells];
        for (var cell = 0; cell < values.Length; cell++)
            values[cell] = whole.Values[((v - 4) * 100 + cell / 100) * 200 + (h - 17) * 100 + cell % 100];
        return new Raster<short>(grid, values, Field.Fill);
    }

    private static bool HasFillAround(Raster<short> raster, int column, int row)
    {
        for (var down = -2; down <= 2; down++)
            for (var across = -2; across <= 2; across++)
                if (raster.Values[(row + down) * raster.Grid.Columns + column + across] == Field.Fill)
                    return true;
        return false;
    }

    private static (Raster<short> Tile, Grid Map) Case(string name, Projection projection)
    {
        Assert.True(SinusoidalTile.TryParse(name, out var tile));
        var grid = tile.Grid(600);
        var (south, north) = (Projection.Sinusoidal.Latitude(grid.Bottom), Projection.Sinusoidal.Latitude(grid.Top));
        var (_, middle) = grid.Position(300, 300)!.Value;
        return (
            Field.Waves(grid),
            projection == Projection.Geographic
                ? Grid.Geographic(middle - 5, south - 0.5, middle + 5, north + 0.5, 0.0125)
                : Grid.WebMercator(middle - 5, south - 0.5, middle + 5, north + 0.5, 1713.7));
    }

    private short[] Warp(Raster<short> tile, Grid map, string method)
    {
        var (source, target) = (Path.Combine(_folder.FullName, "tile.tif"), Path.Combine(_folder.FullName, "map"));
        using (var file = File.Create(source))
            GeoTiffWriter.Write(file, tile, new ProductTags());
        Gdal.Run(
            "gdalwarp",
            ["-q", "-overwrite", "-ovr", "NONE", "-wo", "XSCALE=1", "-wo", "YSCALE=1", "-of", "ENVI", "-r", method, "-et", "0", "-t_srs", map.Projection == Projection.Geographic ? "EPSG:4326" : "EPSG:3857",
                "-te", Number(map.Left), Number(map.Bottom), Number(map.Right), Number(map.Top), "-ts", Number(map.Columns), Number(map.Rows), source, target]);
        var bytes = File.ReadAllBytes(target);
        var values = new short[bytes.Length / 2];
        Buffer.BlockCopy(bytes, 0, values, 0, bytes.Length);
        return values;
    }

    private static string Number(double value) => value.ToString("R", CultureInfo.InvariantCulture);
}
