using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Pictures;
using Xunit;

namespace AzurePerf.ImageryTests.Pictures;

public sealed class PngTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-");

    [Fact]
    public void GDAL_reads_the_colours_back()
    {
        var raster = Field.Waves(new SinusoidalTile(9, 4).Grid(301));
        var (picture, plain) = (Path.Combine(_folder.FullName, "a.png"), Path.Combine(_folder.FullName, "plain"));
        using (var file = File.Create(picture))
            PngWriter.Write(file, raster, 0, 10000, ColourScale.Viridis);

        Gdal.Run("gdal_translate", "-q", "-of", "ENVI", "-expand", "rgba", picture, plain);

        var bytes = File.ReadAllBytes(plain);
        Assert.Equal(4 * raster.Values.Length, bytes.Length);
        for (var cell = 0; cell < raster.Values.Length; cell++)
        {
            var fill = raster.Values[cell] == Field.Fill;
            Assert.Equal(fill ? 0 : 255, bytes[3 * raster.Values.Length + cell]);
            if (!fill)
                Assert.Equal(
                    ColourScale.Viridis[Math.Clamp(raster.Values[cell] * 255 / 10000, 0, 254)],
                    (bytes[cell], bytes[raster.Values.Length + cell], bytes[2 * raster.Values.Length + cell]));
        }
    }

    [Fact]
    public void A_picture_is_a_PNG_of_one_transparent_and_255_other_colours()
    {
        using var file = new MemoryStream();
        PngWriter.Write(file, new Raster<double>(Grid.Geographic(0, 0, 3, 1, 1), [double.NaN, -1e300, 1e300], double.NaN), 0, 1, ColourScale.Inferno);
        var bytes = file.ToArray();

        Assert.Equal("89504E470D0A1A0A0000000D49484452000000030000000108030000", Convert.ToHexString(bytes, 0, 28));
        Assert.Equal("49454E44AE426082", Convert.ToHexString(bytes[^8..]));
    }

    [Fact]
    public void A_scale_begins_and_ends_with_its_first_and_last_colour()
    {
        Assert.Equal((0x44, 0x01, 0x54), ColourScale.Viridis[0]);
        Assert.Equal((0xFD, 0xE7, 0x25), ColourScale.Viridis[ColourScale.Steps - 1]);
        Assert.Equal((0xA6, 0x61, 0x1A), ColourScale.Vegetation[0]);
        Assert.Equal((128, 128, 128), new ColourScale(0, 0xFFFFFF)[127]);
    }

    public void Dispose() => _folder.Delete(true);
}
