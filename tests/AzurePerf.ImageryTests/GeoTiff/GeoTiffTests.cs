using System.Globalization;
using System.Numerics;
using System.Text.Json;
using AzurePerf.Imagery;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using Xunit;

namespace AzurePerf.ImageryTests.GeoTiff;

public sealed class GeoTiffTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-");

    public static TheoryData<Grid> Grids =>
    [
        new SinusoidalTile(9, 4).Grid(1200),
        new SinusoidalTile(30, 12).Grid(300),
        Grid.Geographic(-125, 25, -65.5, 50, 0.05),
        Grid.WebMercator(-180, -85, 180, 85, 50000),
        Grid.Geographic(0, 0, 1, 1, 1),
    ];

    [Theory]
    [MemberData(nameof(Grids))]
    public void What_is_written_is_read_again(Grid grid)
    {
        Same(Pattern<byte>(grid, 255));
        Same(Pattern<ushort>(grid, 0));
        Same(Pattern<short>(grid, -28672));
        Same(Pattern<int>(grid, int.MinValue));
        Same(Pattern<float>(grid, float.NaN));
        Same(Pattern<double>(grid, -1.5));
    }

    [Theory]
    [MemberData(nameof(Grids))]
    public void GDAL_finds_the_corners_within_a_millimetre_and_the_plane_and_overviews(Grid grid)
    {
        var path = Write(Pattern<short>(grid, -28672), new ProductTags(0.02, -273.15, "Celsius", "Land surface <temperature>"));

        using var told = JsonDocument.Parse(Gdal.Run("gdalinfo", "-json", "-proj4", path));

        var corners = told.RootElement.GetProperty("cornerCoordinates");
        var millimetre = grid.Projection == Projection.Geographic ? 0.001 / 111320 : 0.001;
        Assert.Equal(grid.Left, corners.GetProperty("upperLeft")[0].GetDouble(), millimetre);
        Assert.Equal(grid.Top, corners.GetProperty("upperLeft")[1].GetDouble(), millimetre);
        Assert.Equal(grid.Right, corners.GetProperty("lowerRight")[0].GetDouble(), millimetre);
        Assert.Equal(grid.Bottom, corners.GetProperty("lowerRight")[1].GetDouble(), millimetre);
        Assert.Contains(
            grid.Projection switch
            {
                Projection.Sinusoidal => "+proj=sinu +lon_0=0 +x_0=0 +y_0=0 +R=6371007.181 +units=m",
                Projection.Geographic => "+proj=longlat +datum=WGS84",
                _ => "+proj=merc +a=6378137 +b=6378137",
            },
            told.RootElement.GetProperty("coordinateSystem").GetProperty("proj4").GetString(),
            StringComparison.Ordinal);
        var band = told.RootElement.GetProperty("bands")[0];
        Assert.Equal("Int16", band.GetProperty("type").GetString());
        Assert.Equal(-28672, band.GetProperty("noDataValue").GetDouble());
        Assert.Equal(0.02, band.GetProperty("scale").GetDouble());
        Assert.Equal(-273.15, band.GetProperty("offset").GetDouble());
        Assert.Equal("Celsius", band.GetProperty("unit").GetString());
        Assert.Equal("Land surface <temperature>", band.GetProperty("description").GetString());
        var expected = (int)Math.Max(0, Math.Ceiling(Math.Log2(Math.Max(grid.Columns, grid.Rows) / 256.0)));
        Assert.Equal(expected, band.TryGetProperty("overviews", out var overviews) ? overviews.GetArrayLength() : 0);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void GDAL_tells_whether_granules_were_made(bool ofMade)
    {
        var path = Write(Pattern<short>(new SinusoidalTile(9, 4).Grid(30), -1), new ProductTags(0.1, 3, "K", "a & b") { OfMadeGranules = ofMade });

        using var told = JsonDocument.Parse(Gdal.Run("gdalinfo", "-json", path));

        var known = told.RootElement.GetProperty("metadata").GetProperty("").TryGetProperty("MADE_GRANULES", out var words);
        Assert.Equal(ofMade, known);
        Assert.True(!ofMade || words.GetString() == "computed by AzurePerf; no satellite measured it");
        using var file = File.OpenRead(path);
        Assert.Equal(ofMade, GeoTiffReader.Read<short>(file).Tags.OfMadeGranules);
    }

    [Fact]
    public void GDAL_reads_the_same_values_at_each_level()
    {
        var raster = Pattern<ushort>(new SinusoidalTile(9, 4).Grid(700), 0);
        var path = Write(raster, new ProductTags());
        foreach (var level in new[] { -1, 0, 1 })
        {
            var plain = Path.Combine(_folder.FullName, "plain");
            string[] overview = level < 0 ? [] : ["-oo", $"OVERVIEW_LEVEL={level}"];
            Gdal.Run("gdal_translate", ["-q", "-of", "ENVI", .. overview, path, plain]);
            var bytes = File.ReadAllBytes(plain);
            var values = new ushort[bytes.Length / 2];
            Buffer.BlockCopy(bytes, 0, values, 0, bytes.Length);

            var expected = raster;
            for (var halved = 0; halved <= level; halved++)
                expected = Overview.Halve(expected);
            Assert.Equal(expected.Values, values);
        }
    }

    /// <summary>What makes a GeoTIFF cloud-optimised: directories first, in order, then the tiles of the smallest overview.</summary>
    [Fact]
    public void Directories_come_first_and_the_tiles_of_the_smallest_overview_next()
    {
        var bytes = File.ReadAllBytes(Write(Pattern<ushort>(new SinusoidalTile(9, 4).Grid(1200), 0), new ProductTags()));
        var (directories, firstTiles) = (new List<uint>(), new List<uint>());
        for (var at = BitConverter.ToUInt32(bytes, 4); at != 0;)
        {
            directories.Add(at);
            var count = BitConverter.ToUInt16(bytes, (int)at);
            for (var field = (int)at + 2; field < at + 2 + count * 12; field += 12)
                if (BitConverter.ToUInt16(bytes, field) == 324)
                    firstTiles.Add(BitConverter.ToUInt32(bytes, field + 4) == 1
                        ? BitConverter.ToUInt32(bytes, field + 8)
                        : BitConverter.ToUInt32(bytes, (int)BitConverter.ToUInt32(bytes, field + 8)));
            at = BitConverter.ToUInt32(bytes, (int)at + 2 + count * 12);
        }

        Assert.Equal(4, directories.Count);
        Assert.Equal(16U, directories[0]);
        Assert.Equal(directories.Order(), directories);
        Assert.Equal(firstTiles.OrderDescending(), firstTiles);
        Assert.True(directories[^1] < firstTiles[^1]);
    }

    [Fact]
    public void A_damaged_file_is_refused_or_read_and_nothing_else_happens()
    {
        var whole = File.ReadAllBytes(Write(new SinusoidalTile(9, 4).Grid(300).Filled<short>(-1), new ProductTags()));
        var random = new Random(1);
        var refused = 0;
        for (var damage = 0; damage < 3000; damage++)
        {
            var bytes = whole.AsSpan(0, random.Next(3) == 0 ? random.Next(whole.Length) : whole.Length).ToArray();
            for (var blow = random.Next(1, 6); blow > 0 && bytes.Length > 0; blow--)
                bytes[random.Next(random.Next(2) == 0 ? Math.Min(1500, bytes.Length) : bytes.Length)] = (byte)random.Next(256);
            try
            {
                GeoTiffReader.Read<short>(new MemoryStream(bytes));
            }
            catch (UnreadableFileException)
            {
                refused++;
            }
        }

        Assert.InRange(refused, 1000, 3000);
    }

    [Fact]
    public void Another_number_type_is_refused()
    {
        var path = Write(Pattern<short>(new SinusoidalTile(9, 4).Grid(30), -1), new ProductTags());
        using var file = File.OpenRead(path);

        Assert.Equal("The image does not hold numbers of the type UInt16.", Assert.Throws<UnreadableFileException>(() => GeoTiffReader.Read<ushort>(file)).Message);
    }

    public void Dispose() => _folder.Delete(true);

    private static Raster<T> Pattern<T>(Grid grid, T fill)
        where T : unmanaged, INumber<T>
    {
        var random = new Random(7);
        var values = new T[grid.Cells];
        for (var cell = 0; cell < values.Length; cell++)
            values[cell] = random.Next(5) == 0 ? fill : T.CreateTruncating(cell / 7 + random.Next(100));
        return new Raster<T>(grid, values, fill);
    }

    private void Same<T>(Raster<T> raster)
        where T : unmanaged, INumber<T>
    {
        var tags = new ProductTags(0.1, 3, "K", "a & b");
        using var file = File.OpenRead(Write(raster, tags));

        var read = GeoTiffReader.Read<T>(file);

        Assert.Equal(tags, read.Tags);
        Assert.Equal(raster.Grid, read.Raster.Grid);
        Assert.Equal(raster.Values, read.Raster.Values);
        Assert.Equal(raster.Fill.ToString(null, CultureInfo.InvariantCulture), read.Raster.Fill.ToString(null, CultureInfo.InvariantCulture));
    }

    private string Write<T>(Raster<T> raster, ProductTags tags)
        where T : unmanaged, INumber<T>
    {
        var path = Path.Combine(_folder.FullName, "product.tif");
        using var file = File.Create(path);
        GeoTiffWriter.Write(file, raster, tags);
        return path;
    }
}
