using System.Globalization;
using System.Text;
using AzurePerf.Imagery;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using Xunit;

namespace AzurePerf.ImageryTests.GeoTiff;

/// <summary>Small files of a program that mean to end the worker which reads them.</summary>
public sealed class HostileGeoTiffTests
{
    private const long FewBytes = 4 << 20;

    /// <summary>The sizes need that many strips or tiles, of which the file lists one.</summary>
    [Theory]
    [InlineData("257=260000000 278=1")]
    [InlineData("277=16000 278=1 284=2")]
    [InlineData("322=1 323=1")]
    [InlineData("322=-2 323=-2")]
    [InlineData("322=16000 323=16000 32997=260000000")]
    public void An_image_with_more_strips_or_tiles_than_it_lists_is_refused_before_they_take_memory(string tags)
    {
        var all = new SortedDictionary<int, int> { [256] = 16_000, [257] = 16_000, [258] = 8, [259] = 1, [262] = 1, [273] = 8, [279] = 1 };
        foreach (var pair in tags.Split(' ').Select(pair => pair.Split('=')))
            all[int.Parse(pair[0], CultureInfo.InvariantCulture)] = int.Parse(pair[1], CultureInfo.InvariantCulture);
        var file = Tiff(all);
        var before = GC.GetAllocatedBytesForCurrentThread();

        Assert.Throws<UnreadableFileException>(() => StoredImage.Adopt(file, false, TestContext.Current.CancellationToken));

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, FewBytes);
    }

    /// <summary>Each of them would be read for a few values.</summary>
    [Theory]
    [InlineData(325, "The strips or tiles of the TIFF are longer than the file.")]
    [InlineData(65000, "The TIFF does not say how long its strips or tiles are.")]
    public void Tiles_that_are_each_as_long_as_the_file_are_refused(int tag, string said)
    {
        byte[] file = [.. Product(new SinusoidalTile(9, 4).Grid(1_000)), .. new byte[100_000]];
        var (offsets, lengths) = (Entry(file, 324), Entry(file, 325));
        var (offsetList, lengthList) = (BitConverter.ToInt32(file, offsets + 8), BitConverter.ToInt32(file, lengths + 8));
        var first = BitConverter.ToInt32(file, offsetList);
        for (var tile = 0; tile < BitConverter.ToInt32(file, offsets + 4); tile++)
        {
            BitConverter.GetBytes(first).CopyTo(file, offsetList + (4 * tile));
            BitConverter.GetBytes(file.Length - first).CopyTo(file, lengthList + (4 * tile));
        }

        BitConverter.GetBytes((ushort)tag).CopyTo(file, lengths);

        Assert.Equal(said, Assert.Throws<UnreadableFileException>(() => StoredImage.Adopt(file, false, TestContext.Current.CancellationToken)).Message);
    }

    [Fact]
    public void The_reading_of_a_product_ends_where_it_is_told_to() => Assert.Throws<OperationCanceledException>(
        () => StoredImage.Adopt(Product(new SinusoidalTile(9, 4).Grid(30)), false, new CancellationToken(canceled: true)));

    [Fact]
    public void Tiles_that_are_much_larger_than_a_narrow_image_are_refused_before_they_are_inflated()
    {
        var file = Product(new SinusoidalTile(9, 4).Grid(25_600) with { Columns = 1 });

        var refused = Assert.Throws<UnreadableFileException>(() => GeoTiffReader.Read<short>(new MemoryStream(file), 1 << 20));

        Assert.Equal("The image has tiles that are much larger than it is.", refused.Message);
    }

    [Theory]
    [InlineData(10, true)]
    [InlineData(1_000, false)]
    [InlineData(120_000, false)]
    [InlineData(200_000, false)]
    public void Names_that_nest_deep_are_refused_and_do_not_end_the_process(int levels, bool areReadable)
    {
        var inner = string.Concat(Enumerable.Repeat("<a>", levels)) + "x" + string.Concat(Enumerable.Repeat("</a>", levels));
        var file = WithNames($"<GDALMetadata><Item>{inner}</Item></GDALMetadata>");

        if (areReadable)
            Assert.Equal(new ProductTags(), GeoTiffReader.Read<short>(new MemoryStream(file)).Tags);
        else
            Assert.Throws<UnreadableFileException>(() => GeoTiffReader.Read<short>(new MemoryStream(file)));
    }

    [Fact]
    public void A_tiled_and_deflated_image_without_overviews_gets_them()
    {
        var whole = Product(new SinusoidalTile(9, 4).Grid(600));
        var bare = whole.ToArray();
        var first = (int)BitConverter.ToUInt32(bare, 4);
        bare.AsSpan(first + 2 + (12 * BitConverter.ToUInt16(bare, first)), 4).Clear();

        Assert.Equal(StoredImage.HashOf(whole), StoredImage.HashOf(bare));
        Assert.Equal(whole, StoredImage.Adopt(bare, false, TestContext.Current.CancellationToken).GeoTiff);
    }

    [Theory]
    [InlineData(277, 274, 4, "The image does not begin at its upper left corner.")]
    [InlineData(34735, 34735, 0, "The image says where the centres of its cells lie, not their corners (PixelIsPoint).")]
    public void A_product_whose_cells_would_be_put_to_the_wrong_place_is_refused(int tag, int asTag, int value, string said)
    {
        var file = Product(new SinusoidalTile(9, 4).Grid(30));
        var at = Entry(file, tag);
        BitConverter.GetBytes((ushort)asTag).CopyTo(file, at);
        if (value > 0)
            BitConverter.GetBytes(value).CopyTo(file, at + 8);
        else
            WithPoints(file, BitConverter.ToInt32(file, at + 8));

        Assert.Equal(said, Assert.Throws<UnreadableFileException>(() => GeoTiffReader.Read<short>(new MemoryStream(file))).Message);
        Assert.Equal(said, Assert.Throws<UnreadableFileException>(() => StoredImage.Adopt(file, false, TestContext.Current.CancellationToken)).Message);
    }

    [Fact]
    public void A_BigTIFF_is_refused_as_what_it_is() => Assert.Equal(
        "The file is a BigTIFF, which is not read: write a classic one.",
        Assert.Throws<UnreadableFileException>(
            () => StoredImage.HashOf(new byte[] { (byte)'I', (byte)'I', 43, 0, 8, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0 })).Message);

    /// <summary>The key GTRasterType becomes PixelIsPoint.</summary>
    private static void WithPoints(byte[] file, int keys)
    {
        while (BitConverter.ToUInt16(file, keys) != 1025)
            keys += 8;
        file[keys + 6] = 2;
    }

    private static byte[] Tiff(SortedDictionary<int, int> tags)
    {
        var file = new List<byte>([(byte)'I', (byte)'I', 42, 0, 8, 0, 0, 0, .. BitConverter.GetBytes((ushort)tags.Count)]);
        foreach (var (tag, value) in tags)
        {
            // Numbers of samples and planes are short, others long.
            var type = (ushort)(tag is 258 or 259 or 262 or 277 or 284 ? 3 : 4);
            file.AddRange([.. BitConverter.GetBytes((ushort)tag), .. BitConverter.GetBytes(type), 1, 0, 0, 0, .. BitConverter.GetBytes(value)]);
        }

        return [.. file, 0, 0, 0, 0];
    }

    /// <summary>A sound product but for its names.</summary>
    private static byte[] WithNames(string xml)
    {
        var file = Product(new SinusoidalTile(9, 4).Grid(30));
        var at = Entry(file, 42112);
        BitConverter.GetBytes(xml.Length + 1).CopyTo(file, at + 4);
        BitConverter.GetBytes(file.Length).CopyTo(file, at + 8);
        return [.. file, .. Encoding.ASCII.GetBytes(xml), 0];
    }

    private static byte[] Product(Grid grid)
    {
        using var written = new MemoryStream();
        GeoTiffWriter.Write(written, grid.Filled<short>(-1), new ProductTags());
        return written.ToArray();
    }

    /// <summary>Where the first directory has a tag.</summary>
    private static int Entry(byte[] file, int tag)
    {
        var at = (int)BitConverter.ToUInt32(file, 4) + 2;
        while (BitConverter.ToUInt16(file, at) != tag)
            at += 12;
        return at;
    }
}
