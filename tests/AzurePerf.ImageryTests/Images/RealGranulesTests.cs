using System.Runtime.InteropServices;
using System.Text.Json;
using AzurePerf.Imagery;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Products;
using AzurePerf.ImageryTests.Hdf4;
using Xunit;

namespace AzurePerf.ImageryTests.Images;

/// <summary>Granules as an archive has them, of whoever has some: AZUREPERF_TEST_GRANULES names their folder.</summary>
public sealed class RealGranulesTests(ITestOutputHelper output)
{
    private const string Variable = "AZUREPERF_TEST_GRANULES";

    [Fact]
    public void Every_granule_of_the_folder_is_read_as_its_product_says_and_put_on_a_tile()
    {
        var folder = Environment.GetEnvironmentVariable(Variable);
        Assert.SkipWhen(string.IsNullOrEmpty(folder), $"{Variable} names no folder of granules");
        CheckAll(folder!);
    }

    [Fact]
    public void Made_granules_in_a_folder_pass_the_same_check()
    {
        var folder = Directory.CreateTempSubdirectory("azureperf-granules-");
        try
        {
            var swaths = MadeDay.Subject("MOD05_L2", "Water_Vapor_Infrared");
            Write(MadeDay.Tile("MOD11A1", new(18, 4)), "MOD11A1.A2024025.h18v04.061.2024026000000.hdf");
            Write(MadeDay.Swaths(swaths, 600)[0].Data, "MOD05_L2.A2024025.1000.061.2024026000000.hdf");

            CheckAll(folder.FullName);
        }
        finally
        {
            folder.Delete(recursive: true);
        }

        void Write(ReadOnlyMemory<byte> granule, string name) => File.WriteAllBytes(Path.Combine(folder.FullName, name), granule.ToArray());
    }

    [Theory]
    [InlineData("MOD11A1.A2024025.h18v04.061.2024026000000.hdf")]
    [InlineData("MOD99XX.A2024025.h18v04.061.2024026000000.hdf")]
    [InlineData("granule.hdf")]
    public void A_file_that_is_no_granule_of_its_name_fails_the_check(string name)
    {
        var folder = Directory.CreateTempSubdirectory("azureperf-granules-");
        try
        {
            File.WriteAllText(Path.Combine(folder.FullName, name), "<html>sign in</html>");

            Assert.ThrowsAny<Exception>(() => CheckAll(folder.FullName));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private void CheckAll(string folder)
    {
        var files = Directory.EnumerateFiles(folder, "*.hdf").Order(StringComparer.Ordinal).ToArray();
        Assert.True(files.Length > 0, $"{folder} has no file that ends in .hdf");
        foreach (var file in files)
            output.WriteLine($"{Path.GetFileName(file)}: {Check(file)}");
    }

    private static string Check(string path)
    {
        var name = GranuleName.Parse(Path.GetFileName(path)) ?? throw new UnreadableFileException($"{path} is not called as a granule is.");
        var product = ProductCatalogue.Shipped.Find(name.Product) ?? throw new UnreadableFileException($"{name.Product} is no product known.");
        var bytes = File.ReadAllBytes(path);
        var file = Hdf4File.Open(bytes);
        // Made granules have some of the data sets.
        var set = product.File.DataSets.First(one => !GranuleFile.Open(bytes).IsMade || file.DataSet(one.Name) is not null);
        if (product.File.Kind == ProductKind.Swath && product.ShapeOf(set).Geolocation is { } own && (set.Name == own.Latitude || set.Name == own.Longitude))
        {
            // GDAL lists no positions among the data sets of a swath.
            var degrees = file.DataSet(set.Name)!.Read<float>();
            Assert.All(degrees, degree => Assert.True(degree is >= -180 and <= 180 or -999));
            return $"{degrees.Length} positions";
        }

        var compared = Compared(path, file, set.Name);

        var band = set.Bands?[0] ?? "";
        var subject = ImageSubject.Of(ProductCatalogue.Shipped, product.Id, set.Name, band, "");
        var image = name.Tile is { } tile
            ? DayImage.OfTile(subject, name.Day, new(tile.Horizontal, tile.Vertical), bytes)
            : OfSwath(path, name, subject, bytes);
        return image is null
            ? $"its positions, {subject.Geolocation(ProductCatalogue.Shipped)!.Id} of the same time, are not in the folder{compared}"
            : $"{subject.Name} covers {image.Coverage:P1} of {image.Name.Split('.')[^1]}{compared}";
    }

    private static ImageFile? OfSwath(string path, GranuleName name, ImageSubject subject, byte[] bytes)
    {
        var positions = bytes;
        if (subject.Geolocation(ProductCatalogue.Shipped) is { } foreign)
        {
            var prefix = GranuleName.OfSwath(foreign.Id, name.Day, name.Time!.Value, name.Collection).Prefix;
            if (Directory.EnumerateFiles(Path.GetDirectoryName(path)!, prefix + "*.hdf").FirstOrDefault() is not { } file)
                return null;
            positions = File.ReadAllBytes(file);
        }

        var (latitude, longitude) = (Middle(subject.Shape.Geolocation!.Latitude), Middle(subject.Shape.Geolocation.Longitude));
        return DayImage.OfSwaths(
            subject, name.Day, SinusoidalTile.At(latitude, longitude), [new(name.Prefix, bytes, positions)], MergeRule.Nearest);

        double Middle(string set)
        {
            var (degrees, lines, samples) = GranuleFile.Open(positions).Degrees(set);
            return degrees[(lines / 2 * samples) + (samples / 2)];
        }
    }

    /// <summary>The stored numbers are those that GDAL reads, where it is installed.</summary>
    private static string Compared(string path, Hdf4File file, string dataSet)
    {
        if (!Gdal.IsThere("gdal_translate") || !Gdal.IsThere("gdalinfo"))
            return "; GDAL is not installed";
        using var told = JsonDocument.Parse(Gdal.Run("gdalinfo", "-json", path));
        // Of a file with one data set GDAL lists none and is that one.
        var subset = !told.RootElement.GetProperty("metadata").TryGetProperty("SUBDATASETS", out var listed) ? path : listed.EnumerateObject()
            .Select(one => one.Value.GetString()!)
            .FirstOrDefault(one => one.StartsWith("HDF4", StringComparison.Ordinal) && one.EndsWith(":" + dataSet, StringComparison.Ordinal));
        Assert.True(subset is not null, $"GDAL finds no {dataSet} in {path}");
        var plain = Path.GetTempFileName();
        try
        {
            Gdal.Run("gdal_translate", "-q", "-of", "ENVI", subset, plain);
            var ours = file.DataSet(dataSet)!.Read();
            Assert.True(File.ReadAllBytes(plain).AsSpan().SequenceEqual(Bytes(ours)), $"GDAL reads other numbers of {dataSet} in {path}");
            return $"; {ours.Length} numbers of {dataSet} are those that GDAL reads";
        }
        finally
        {
            foreach (var left in Directory.EnumerateFiles(Path.GetDirectoryName(plain)!, Path.GetFileNameWithoutExtension(plain) + "*"))
                File.Delete(left);
        }
    }

    private static ReadOnlySpan<byte> Bytes(Array numbers) =>
        MemoryMarshal.CreateReadOnlySpan(ref MemoryMarshal.GetArrayDataReference(numbers), Buffer.ByteLength(numbers));
}
