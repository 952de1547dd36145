using System.Buffers.Binary;
using System.Diagnostics;
using System.IO.Compression;
using System.IO.Hashing;
using AzurePerf.Cli.Programs;
using AzurePerf.Core.Programs;
using AzurePerf.UnitTests.Programs;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

/// <summary>The sample programs, built, run on made images without a sandbox, and packed.</summary>
public sealed class SampleProgramsTests : IDisposable
{
    private const string Folder = "docs/samples/programs";
    private readonly TemporaryFolder _folder = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static TheoryData<string> Names => [.. Directory.EnumerateDirectories(RepositoryFolder.PathOf(Folder)).Select(path => Path.GetFileName(path)!).Order(StringComparer.Ordinal)];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_sample_can_be_built_and_packed_and_asks_for_no_more_than_an_operator_allows_by_default(string name)
    {
        await BuildAsync(name);

        var (package, fault) = ProgramPackage.Check(ProgramFolder.Pack(_folder.Path));

        Assert.Equal("", fault);
        Assert.Equal(name, package!.Manifest.Name);
        Assert.Null(ProgramLimits.WhyNot(package.Manifest.Limits, new ProgramOptions().Most));
    }

    [Fact]
    public async Task The_sample_in_c_computes_the_index_of_each_tile_and_draws_all_of_them()
    {
        await BuildAsync("ndvi");
        WriteImage("sur_refl_b01_1-h17v04", 0.1, 0.1, double.NaN, 0.2);
        WriteImage("sur_refl_b02_1-h17v04", 0.3, 0.1, 0.5, 0.6);
        WriteImage("sur_refl_b01_1-h18v05", 0.4, 0.4, 0.4, 0);
        WriteImage("sur_refl_b02_1-h18v05", double.NaN, double.NaN, double.NaN, 0);

        var error = await RunAsync("ndvi");

        Assert.Equal("", error);
        Assert.Equal("tile,cells,mean,min,max\nh17v04,3,0.333333,0.000000,0.500000\nh18v05,0,,,\n", await ReadAsync("ndvi.csv"));
        var (width, height, pixels) = ReadGrey(await File.ReadAllBytesAsync(Path.Combine(_folder.Path, "out/ndvi.png"), Cancelled));
        Assert.Equal((480, 480), (width, height));
        // Four pixels of the picture have a value or none: one cell in each corner of its tile, drawn 120 times as large at most.
        Assert.Equal(1 + (int)(254 * 0.7 / 1.2), pixels[0][0]);
        Assert.Equal(1 + (int)(254 * 0.2 / 1.2), pixels[0][120]);
        Assert.Equal(0, pixels[120][0]);
        Assert.Equal(0, pixels[300][300]);
    }

    [Fact]
    public async Task The_sample_in_c_leaves_out_a_tile_with_one_of_the_two_images_and_says_so()
    {
        await BuildAsync("ndvi");
        WriteImage("sur_refl_b01_1-h17v04", 0.1);
        WriteImage("sur_refl_b01_1-h18v04", 0.1);
        WriteImage("sur_refl_b02_1-h18v04", 0.3);

        Assert.Equal("ndvi: left out h17v04, which has no sur_refl_b02_1\n", await RunAsync("ndvi"));

        Assert.Equal("tile,cells,mean,min,max\nh18v04,1,0.500000,0.500000,0.500000\n", await ReadAsync("ndvi.csv"));
    }

    [Fact]
    public async Task The_sample_in_c_fails_where_no_tile_has_both_images()
    {
        await BuildAsync("ndvi");
        WriteImage("sur_refl_b01_1-h17v04", 0.1);

        Assert.Equal(
            "ndvi: left out h17v04, which has no sur_refl_b02_1\nndvi: no tile has both images: sur_refl_b01_1 and sur_refl_b02_1\n",
            await RunAsync("ndvi", exitCode: 1));
    }

    [Fact]
    public async Task The_sample_in_shell_counts_cells()
    {
        await BuildAsync("count");
        WriteImage("NDVI-h17v04", 0.1, 0.1, double.NaN, -0.2);
        WriteImage("NDVI-h18v04", double.NaN);

        Assert.Equal("", await RunAsync("count.sh"));

        Assert.Equal("file,cells,cellsWithValue\nNDVI-h17v04.bin,4,3\nNDVI-h18v04.bin,1,0\n", await ReadAsync("cells.csv"));
    }

    private async Task BuildAsync(string name)
    {
        foreach (var file in Directory.EnumerateFiles(RepositoryFolder.PathOf($"{Folder}/{name}")))
        {
            if (!file.EndsWith(".c", StringComparison.Ordinal))
            {
                File.Copy(file, Path.Combine(_folder.Path, Path.GetFileName(file)));
                continue;
            }

            Assert.SkipUnless(Has("cc"), "gcc is not installed: apt-get install gcc libc6-dev");
            var target = Path.Combine(_folder.Path, Path.GetFileNameWithoutExtension(file));
            Assert.Equal("", await StartAsync("cc", 0, "-O2", "-Wall", "-Wextra", "-Werror", "-o", target, file));
        }

        Directory.CreateDirectory(Path.Combine(_folder.Path, "in"));
        Directory.CreateDirectory(Path.Combine(_folder.Path, "out"));
    }

    /// <summary>A square image, row by row.</summary>
    private void WriteImage(string name, params double[] values)
    {
        var bytes = new byte[values.Length * sizeof(double)];
        for (var index = 0; index < values.Length; index++)
        {
            BinaryPrimitives.WriteDoubleLittleEndian(bytes.AsSpan(index * sizeof(double)), values[index]);
        }

        File.WriteAllBytes(Path.Combine(_folder.Path, "in", name + ".bin"), bytes);
    }

    private Task<string> ReadAsync(string output) => File.ReadAllTextAsync(Path.Combine(_folder.Path, "out", output), Cancelled);

    private async Task<string> RunAsync(string program, int exitCode = 0)
    {
        using var manifest = File.OpenRead(Path.Combine(_folder.Path, ProgramPackage.ManifestName));
        using var copy = new MemoryStream();
        await manifest.CopyToAsync(copy, Cancelled);
        var read = ProgramManifest.Read(copy.ToArray()).Manifest!;
        Assert.Equal(program, read.Run);
        return await StartAsync(Path.Combine(_folder.Path, program), exitCode, [.. read.Arguments]);
    }

    /// <summary>What a program wrote to standard error.</summary>
    private async Task<string> StartAsync(string program, int exitCode, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { WorkingDirectory = _folder.Path, RedirectStandardError = true })!;
        var error = await process.StandardError.ReadToEndAsync(Cancelled);
        await process.WaitForExitAsync(Cancelled);
        Assert.True(process.ExitCode == exitCode, error);
        return error;
    }

    private static bool Has(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(folder => File.Exists(Path.Combine(folder, program)));

    /// <summary>The rows of a grey PNG of 8 bits whose rows have no filter, with every checksum looked at.</summary>
    private static (int Width, int Height, byte[][] Pixels) ReadGrey(byte[] png)
    {
        Assert.Equal<byte>([0x89, .. "PNG\r\n\u001a\n"u8], png[..8]);
        var chunks = new Dictionary<string, byte[]>();
        for (var at = 8; at < png.Length;)
        {
            var length = BinaryPrimitives.ReadInt32BigEndian(png.AsSpan(at));
            Assert.Equal(Crc32.HashToUInt32(png.AsSpan(at + 4, 4 + length)), BinaryPrimitives.ReadUInt32BigEndian(png.AsSpan(at + 8 + length)));
            chunks.Add(System.Text.Encoding.ASCII.GetString(png, at + 4, 4), png[(at + 8)..(at + 8 + length)]);
            at += 12 + length;
        }

        Assert.Equal(["IHDR", "IDAT", "IEND"], chunks.Keys);
        var (width, height) = (BinaryPrimitives.ReadInt32BigEndian(chunks["IHDR"]), BinaryPrimitives.ReadInt32BigEndian(chunks["IHDR"].AsSpan(4)));
        using var rows = new ZLibStream(new MemoryStream(chunks["IDAT"]), CompressionMode.Decompress);
        var pixels = new byte[height][];
        for (var y = 0; y < height; y++)
        {
            var row = new byte[width + 1];
            rows.ReadExactly(row);
            pixels[y] = row[1..];
        }

        Assert.Equal(-1, rows.ReadByte());
        return (width, height, pixels);
    }
}
