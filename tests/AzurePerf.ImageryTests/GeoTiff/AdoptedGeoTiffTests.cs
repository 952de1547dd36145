using System.Numerics;
using AzurePerf.Imagery;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using Xunit;

namespace AzurePerf.ImageryTests.GeoTiff;

/// <summary>GeoTIFFs that other programs wrote, GDAL above all, become ours.</summary>
public sealed class AdoptedGeoTiffTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-");

    public static TheoryData<Grid> Planes =>
    [
        new SinusoidalTile(9, 4).Grid(300),
        Grid.Geographic(-125, 25, -65.5, 50, 0.25),
        Grid.WebMercator(-180, -85, 180, 85, 100000),
    ];

    public void Dispose() => _folder.Delete(true);

    [Theory]
    [InlineData("COMPRESS=NONE")]
    [InlineData("COMPRESS=LZW")]
    [InlineData("COMPRESS=LZW PREDICTOR=2")]
    [InlineData("COMPRESS=DEFLATE BLOCKYSIZE=7")]
    [InlineData("COMPRESS=DEFLATE PREDICTOR=2")]
    [InlineData("COMPRESS=PACKBITS")]
    [InlineData("COMPRESS=NONE TILED=YES BLOCKXSIZE=64 BLOCKYSIZE=32")]
    [InlineData("COMPRESS=LZW TILED=YES PREDICTOR=2")]
    [InlineData("COMPRESS=PACKBITS TILED=YES")]
    public void Integers_in_any_usual_form_are_written_anew_with_the_same_values(string form)
    {
        Adopts(Pattern<byte>(new SinusoidalTile(9, 4).Grid(300), 255), form);
        Adopts(Pattern<short>(new SinusoidalTile(9, 4).Grid(300), -28672), form);
        Adopts(Pattern<ushort>(new SinusoidalTile(9, 4).Grid(300), 0), form);
        Adopts(Pattern<int>(new SinusoidalTile(9, 4).Grid(300), int.MinValue), form);
    }

    [Theory]
    [InlineData("COMPRESS=NONE")]
    [InlineData("COMPRESS=LZW")]
    [InlineData("COMPRESS=LZW PREDICTOR=3")]
    [InlineData("COMPRESS=DEFLATE PREDICTOR=3 TILED=YES")]
    public void So_are_fractions(string form)
    {
        Adopts(Pattern<float>(new SinusoidalTile(9, 4).Grid(300), float.NaN), form);
        Adopts(Pattern<double>(new SinusoidalTile(9, 4).Grid(300), -1.5), form);
    }

    [Theory]
    [MemberData(nameof(Planes))]
    public void The_plane_that_GDAL_writes_is_known(Grid grid) => Adopts(Pattern<short>(grid, -1), "COMPRESS=LZW");

    [Fact]
    public void Of_fractions_without_a_word_NaN_is_no_value_and_integers_must_say_it()
    {
        var (_, values) = Adopted("f", Pattern<float>(new SinusoidalTile(9, 4).Grid(30), float.NaN), "-a_nodata", "none");
        Assert.True(float.IsNaN(values.Raster.Fill));

        var wrong = Assert.Throws<UnreadableFileException>(
            () => Adopted("i", Pattern<short>(new SinusoidalTile(9, 4).Grid(30), -1), "-a_nodata", "none"));
        Assert.Equal("The image does not say which Int16 stands for no value.", wrong.Message);
    }

    [Fact]
    public void One_of_our_form_stays_as_it_is()
    {
        var path = Write("own", Pattern<short>(new SinusoidalTile(9, 4).Grid(300), -1));

        Assert.Equal(File.ReadAllBytes(path), StoredImage.Adopt(File.ReadAllBytes(path), false, TestContext.Current.CancellationToken).GeoTiff);
        Assert.Equal(StoredImage.HashOf(File.ReadAllBytes(path)), StoredImage.Adopt(File.ReadAllBytes(path), false, TestContext.Current.CancellationToken).ValuesHash);
    }

    [Theory]
    [InlineData("COMPRESS=LZW")]
    [InlineData("COMPRESS=LZW TILED=YES")]
    [InlineData("COMPRESS=DEFLATE TILED=YES")]
    public void The_reading_ends_where_it_is_told_to(string form)
    {
        var theirs = File.ReadAllBytes(Translated("s", Pattern<short>(new SinusoidalTile(9, 4).Grid(30), -1), Options(form)));

        Assert.Throws<OperationCanceledException>(() => StoredImage.Adopt(theirs, false, new CancellationToken(canceled: true)));
    }

    [Theory]
    [InlineData("The image is compressed by another way than LZW, deflate or PackBits.", "-co", "COMPRESS=ZSTD")]
    [InlineData("The image has several bands.", "-b", "1", "-b", "1")]
    [InlineData("The image lies on a plane that is not known here.", "-a_srs", "EPSG:32632")]
    [InlineData("The image lies nowhere.", "-co", "PROFILE=BASELINE")]
    [InlineData("The file is no TIFF of little-endian numbers.", "-co", "ENDIANNESS=BIG")]
    public void What_cannot_be_adopted_is_refused_with_what_is_wrong(string said, params string[] options) =>
        Assert.Equal(
            said,
            Assert.Throws<UnreadableFileException>(() => Adopted("x", Pattern<short>(new SinusoidalTile(9, 4).Grid(300), -1), options)).Message);

    /// <summary>A few bytes that claim to be an image of gigabytes.</summary>
    [Theory]
    [InlineData(256, 60_000, "The image is larger than its data, or than may be read.")]
    [InlineData(257, 60_000, "The TIFF has more strips or tiles than it lists.")]
    [InlineData(278, 7, "The TIFF has more strips or tiles than it lists.")]
    public void An_image_that_claims_more_than_its_data_is_refused_before_it_takes_memory(int tag, int value, string said)
    {
        var bytes = File.ReadAllBytes(Translated("b", Pattern<short>(new SinusoidalTile(9, 4).Grid(30), -1), "-co", "COMPRESS=LZW", "-co", "BLOCKYSIZE=30"));
        var at = (int)BitConverter.ToUInt32(bytes, 4) + 2;
        while (BitConverter.ToUInt16(bytes, at) != tag)
        {
            at += 12;
        }

        BitConverter.GetBytes((ushort)3).CopyTo(bytes, at + 2);
        BitConverter.GetBytes(value).CopyTo(bytes, at + 8);

        Assert.Equal(said, Assert.Throws<UnreadableFileException>(() => StoredImage.Adopt(bytes, false, TestContext.Current.CancellationToken)).Message);
    }

    [Theory]
    [InlineData("COMPRESS=LZW")]
    [InlineData("COMPRESS=PACKBITS TILED=YES")]
    [InlineData("COMPRESS=DEFLATE PREDICTOR=2")]
    public void A_damaged_file_is_refused_or_read_and_nothing_else_happens(string form)
    {
        var whole = File.ReadAllBytes(Translated("d", new SinusoidalTile(9, 4).Grid(300).Filled<short>(-1), Options(form)));
        var random = new Random(1);
        var refused = 0;
        for (var damage = 0; damage < 1_000; damage++)
        {
            var bytes = whole.AsSpan(0, random.Next(3) == 0 ? random.Next(whole.Length) : whole.Length).ToArray();
            for (var blow = random.Next(1, 6); blow > 0 && bytes.Length > 0; blow--)
            {
                bytes[random.Next(random.Next(2) == 0 ? Math.Min(1_500, bytes.Length) : bytes.Length)] = (byte)random.Next(256);
            }

            try
            {
                StoredImage.Adopt(bytes, false, TestContext.Current.CancellationToken);
            }
            catch (UnreadableFileException)
            {
                refused++;
            }
        }

        Assert.InRange(refused, 200, 1_000);
    }

    private void Adopts<T>(Raster<T> raster, string form)
        where T : unmanaged, INumber<T>
    {
        var (bytes, (read, tags)) = Adopted("one", raster, Options(form));

        Assert.Equal(new ProductTags(0.1, 3, "K", "a b"), tags);
        Assert.Equal(raster.Values, read.Values);
        Assert.Equal((raster.Grid.Projection, raster.Grid.Columns, raster.Grid.Rows), (read.Grid.Projection, read.Grid.Columns, read.Grid.Rows));
        Assert.Equal(raster.Grid.Left, read.Grid.Left, 1e-6);
        Assert.Equal(raster.Grid.CellHeight, read.Grid.CellHeight, 1e-9);
        Assert.Equal(StoredImage.HashOf(bytes), StoredImage.Adopt(bytes, false, TestContext.Current.CancellationToken).ValuesHash);
    }

    private (byte[] GeoTiff, (Raster<T> Raster, ProductTags Tags) Read) Adopted<T>(string name, Raster<T> raster, params string[] options)
        where T : unmanaged, INumber<T>
    {
        var theirs = File.ReadAllBytes(Translated(name, raster, options));
        Assert.Throws<UnreadableFileException>(() => GeoTiffReader.Read<T>(new MemoryStream(theirs)));
        var (ours, _) = StoredImage.Adopt(theirs, false, TestContext.Current.CancellationToken);
        return (ours, GeoTiffReader.Read<T>(new MemoryStream(ours)));
    }

    private string Translated<T>(string name, Raster<T> raster, params string[] options)
        where T : unmanaged, INumber<T>
    {
        var theirs = Path.Combine(_folder.FullName, name + "-theirs.tif");
        Gdal.Run("gdal_translate", ["-q", "-of", "GTiff", .. options, Write(name, raster), theirs]);
        return theirs;
    }

    private string Write<T>(string name, Raster<T> raster)
        where T : unmanaged, INumber<T>
    {
        var path = Path.Combine(_folder.FullName, name + ".tif");
        using var file = File.Create(path);
        GeoTiffWriter.Write(file, raster, new ProductTags(0.1, 3, "K", "a b"));
        return path;
    }

    private static string[] Options(string form) => [.. form.Split(' ').SelectMany(option => new[] { "-co", option })];

    private static Raster<T> Pattern<T>(Grid grid, T fill)
        where T : unmanaged, INumber<T>
    {
        var random = new Random(7);
        var values = new T[grid.Cells];
        for (var cell = 0; cell < values.Length; cell++)
        {
            values[cell] = random.Next(5) == 0 ? fill : T.CreateTruncating((cell / 7) + random.Next(100));
        }

        return new Raster<T>(grid, values, fill);
    }
}
