using System.Text;
using AzurePerf.Imagery;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Grids;
using Xunit;

namespace AzurePerf.ImageryTests.GeoTiff;

/// <summary>Small files of a program that mean to end the worker which reads them.</summary>
public sealed class HostileGeoTiffTests
{
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

    /// <summary>A sound product but for its names.</summary>
    private static byte[] WithNames(string xml)
    {
        using var written = new MemoryStream();
        GeoTiffWriter.Write(written, new SinusoidalTile(9, 4).Grid(30).Filled<short>(-1), new ProductTags());
        var file = written.ToArray();
        var at = (int)BitConverter.ToUInt32(file, 4) + 2;
        while (BitConverter.ToUInt16(file, at) != 42112)
            at += 12;
        BitConverter.GetBytes(xml.Length + 1).CopyTo(file, at + 4);
        BitConverter.GetBytes(file.Length).CopyTo(file, at + 8);
        return [.. file, .. Encoding.ASCII.GetBytes(xml), 0];
    }
}
