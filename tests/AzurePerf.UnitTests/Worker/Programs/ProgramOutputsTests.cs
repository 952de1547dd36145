using System.Diagnostics;
using System.Text;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Pictures;
using AzurePerf.Worker.Programs;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Programs;

/// <summary>What a program wrote is read as it is, or refused with what is wrong.</summary>
public sealed class ProgramOutputsTests : IDisposable
{
    private static readonly byte[] Picture = Png();
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-outputs-");

    public static TheoryData<string, byte[], string> Wrong => new()
    {
        { "a.csv", [], "is empty" },
        { "a.csv", [0x61, 0xFF], "is no text in UTF-8" },
        { "a.csv", "a\0b"u8.ToArray(), "is no text in UTF-8" },
        { "a.json", "{\"a\": }"u8.ToArray(), "is no JSON in UTF-8" },
        { "a.json", [], "is no JSON in UTF-8" },
        { "a.json", Encoding.UTF8.GetBytes(new string('[', 5_000)), "is no JSON in UTF-8" },
        { "a.png", "GIF89a"u8.ToArray(), "is no PNG" },
        { "a.png", Picture[..^12], "is a PNG without its end" },
        { "a.png", [.. Picture[..16], 0, 0, 0, 0, .. Picture[20..]], "is a PNG without a size of 1 to 32767 pixels" },
        { "a.png", [.. Picture[..8], 0xFF, 0xFF, 0xFF, 0xFF, .. Picture[12..]], "is a PNG without its end" },
        { "a.tif", "II*\0"u8.ToArray(), "is no GeoTIFF that can be read: The file is no TIFF of little-endian numbers" },
        { "a.sh", [1], "has a name that does not end in .tif, .png, .csv or .json" },
    };

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [MemberData(nameof(Wrong))]
    public void A_file_that_is_not_what_its_name_says_is_refused(string name, byte[] content, string said)
    {
        var (file, fault) = ProgramOutputs.Read(name, content, false, Cancelled);

        Assert.Null(file);
        Assert.Equal(said, fault);
    }

    [Fact]
    public void A_picture_a_table_and_a_document_are_taken_as_they_are()
    {
        Assert.Equal(("image/png", ""), (ProgramOutputs.Read("a.png", Picture, false, Cancelled).File!.ContentType, ProgramOutputs.Read("a.png", Picture, false, Cancelled).Fault));
        Assert.Equal("text/csv", ProgramOutputs.Read("a.csv", "a,b\n1,2\n"u8.ToArray(), false, Cancelled).File!.ContentType);
        Assert.Equal("application/json", ProgramOutputs.Read("a.json", "[1]"u8.ToArray(), false, Cancelled).File!.ContentType);
    }

    [Fact]
    public void A_plain_GeoTIFF_in_one_strip_is_stored_in_our_form()
    {
        var (file, fault) = ProgramOutputs.Read("a.tif", PlainTiff(), false, Cancelled);

        Assert.Equal("", fault);
        var image = StoredImage.Read(file!.Content);
        Assert.Equal([1, 2, 3, 4.5], image.Raster.Values);
        Assert.Equal(Grid.Geographic(10, 19, 12, 21, 1), image.Raster.Grid);
        Assert.Equal(StoredImage.HashOf(file.Content), file.ValuesHash);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_GeoTIFF_of_made_granules_says_so_though_its_program_did_not(bool isMade)
    {
        var (first, _) = ProgramOutputs.Read("a.tif", PlainTiff(), isMade, Cancelled);
        var (again, _) = ProgramOutputs.Read("a.tif", first!.Content, isMade: false, Cancelled);

        Assert.Equal(isMade, StoredImage.Read(first.Content).Tags.OfMadeGranules);
        Assert.Equal(isMade, StoredImage.Read(again!.Content).Tags.OfMadeGranules);
    }

    [Fact]
    public async Task A_GeoTIFF_that_grows_where_it_is_stored_anew_counts_as_its_program_wrote_it()
    {
        var written = PlainTiff();
        await File.WriteAllBytesAsync(Path.Combine(_folder.CreateSubdirectory("out").FullName, "a.tif"), written, Cancelled);

        var (files, fault) = await ProgramOutputs.ReadAsync(_folder.FullName, ["a.tif"], written.Length, false, Cancelled);
        var (_, full) = await ProgramOutputs.ReadAsync(_folder.FullName, ["a.tif"], written.Length, false, Cancelled, mostStored: written.Length);

        Assert.Null(fault);
        Assert.True(Assert.Single(files).Content.Length > written.Length);
        Assert.Equal("The program's out/a.tif makes its results larger than 0 MB in the form that they are stored in.", full);
    }

    [Fact]
    public async Task Files_that_are_too_large_for_memory_are_refused_before_they_are_read()
    {
        using (var sparse = File.Create(Path.Combine(Directory.CreateDirectory(Path.Combine(_folder.FullName, "out")).FullName, "a.json")))
        {
            sparse.SetLength(ProgramOutputs.MostBytes + 1L);
        }

        var (_, fault) = await ProgramOutputs.ReadAsync(_folder.FullName, ["a.json"], 1L << 30, false, Cancelled);

        Assert.Equal("The program wrote more to out than the 64 MB that results can have.", fault);
    }

    [Fact]
    public async Task The_files_come_in_the_order_of_their_names_in_the_manifest()
    {
        Write("b.csv", "b");
        Write("a.csv", "a");

        var (files, fault) = await ReadAsync(["b.csv", "a.csv"]);

        Assert.Null(fault);
        Assert.Equal(["b.csv", "a.csv"], files.Select(file => file.Suffix));
    }

    [Fact]
    public async Task More_bytes_than_the_limit_are_not_read()
    {
        Write("a.csv", new string('a', 60));
        Write("b.csv", new string('b', 60));

        Assert.Equal("The program wrote more to out than its limit for files.", (await ReadAsync(["a.csv", "b.csv"])).Fault);
    }

    [Fact]
    public async Task Several_names_of_one_file_count_once_against_the_limit()
    {
        Write("a.csv", new string('a', 60));
        using (var link = Process.Start("ln", [Path.Combine(_folder.FullName, "out", "a.csv"), Path.Combine(_folder.FullName, "out", "b.csv")]))
        {
            await link.WaitForExitAsync(Cancelled);
        }

        var (files, fault) = await ReadAsync(["a.csv", "b.csv"]);

        Assert.Null(fault);
        Assert.Equal(["a.csv", "b.csv"], files.Select(file => file.Suffix));
    }

    [Fact]
    public async Task A_file_that_no_output_names_is_refused_and_its_name_cannot_steer_a_page()
    {
        Write("a.csv", "a");
        Write("<b>\n.csv", "b");

        Assert.Equal("The program wrote out/?b??.csv, which its outputs do not name.", (await ReadAsync(["a.csv"])).Fault);
    }

    [Fact]
    public async Task A_file_that_is_not_there_is_said_to_be_missing()
    {
        Assert.Equal("The program did not write out/a.csv.", (await ReadAsync(["a.csv"])).Fault);
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "out", "a.csv"));
        Assert.Equal("The program did not write out/a.csv as a regular file.", (await ReadAsync(["a.csv"])).Fault);
    }

    [Fact]
    public async Task A_link_is_not_followed_and_neither_is_one_in_place_of_the_folder()
    {
        var secret = Path.Combine(_folder.FullName, "secret.csv");
        await File.WriteAllTextAsync(secret, "a", Cancelled);
        Write("b.csv", "b");
        File.CreateSymbolicLink(Path.Combine(_folder.FullName, "out", "a.csv"), secret);

        Assert.Equal("The program did not write out/a.csv as a regular file.", (await ReadAsync(["a.csv", "b.csv"])).Fault);
        Directory.Delete(Path.Combine(_folder.FullName, "out"), recursive: true);
        Directory.CreateSymbolicLink(Path.Combine(_folder.FullName, "out"), _folder.FullName);
        Assert.Equal("The program did not write out/secret.csv.", (await ReadAsync(["secret.csv"])).Fault);
    }

    private void Write(string name, string text)
    {
        Directory.CreateDirectory(Path.Combine(_folder.FullName, "out"));
        File.WriteAllText(Path.Combine(_folder.FullName, "out", name), text);
    }

    private Task<(IReadOnlyList<Imagery.Reductions.ReducedFile> Files, string? Fault)> ReadAsync(string[] names) =>
        ProgramOutputs.ReadAsync(_folder.FullName, names, 100, false, Cancelled);

    /// <summary>Two by two fractions, as the simplest of programs writes them: one strip, nothing compressed.</summary>
    private static byte[] PlainTiff()
    {
        const int Values = 8 + 2 + (13 * 12) + 4;
        const int Scale = Values + 16;
        const int Tie = Scale + 24;
        const int Keys = Tie + 48;
        (int Tag, int Type, int Count, int Value)[] entries =
        [
            (256, 3, 1, 2), (257, 3, 1, 2), (258, 3, 1, 32), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, Values), (277, 3, 1, 1),
            (278, 3, 1, 2), (279, 4, 1, 16), (339, 3, 1, 3), (33550, 12, 3, Scale), (33922, 12, 6, Tie), (34735, 3, 16, Keys),
        ];
        using var file = new MemoryStream();
        using var writer = new BinaryWriter(file);
        writer.Write("II*\0"u8);
        writer.Write(8);
        writer.Write((short)entries.Length);
        foreach (var (tag, type, count, value) in entries)
        {
            writer.Write((ushort)tag);
            writer.Write((short)type);
            writer.Write(count);
            writer.Write(value);
        }

        writer.Write(0);
        float[] values = [1, 2, 3, 4.5f];
        double[] place = [1, 1, 0, 0, 0, 0, 10, 21, 0];
        short[] keys = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326];
        Array.ForEach(values, writer.Write);
        Array.ForEach(place, writer.Write);
        Array.ForEach(keys, writer.Write);
        return file.ToArray();
    }

    private static byte[] Png()
    {
        using var stream = new MemoryStream();
        PngWriter.Write(stream, new Grid(Projection.Geographic, 0, 2, 1, 1, 2, 2).Filled(1.0), 0, 2, ColourScale.Viridis);
        return stream.ToArray();
    }
}
