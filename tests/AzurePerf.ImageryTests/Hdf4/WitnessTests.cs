using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
using AzurePerf.Imagery.Hdf4;
using Xunit;

namespace AzurePerf.ImageryTests.Hdf4;

/// <summary>The HDF Group's tools and GDAL read what is written here, and what they read of other files is what is read here.</summary>
public sealed class WitnessTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("hdf4").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData("types.hdf")]
    [InlineData("storage.hdf")]
    public void The_tool_dumps_the_same_elements_of_the_librarys_files(string name) => AssertDump(Samples.Bytes(name));

    [Fact]
    public void The_tool_dumps_the_same_elements_of_our_files_of_every_type_shape_and_storage()
    {
        var writer = new Hdf4Writer();
        int[][] shapes = [[37], [13, 17], [3, 10, 11]];
        foreach (var (type, shape) in NewSets.Types.SelectMany(type => shapes, (type, shape) => (type, shape)))
        {
            var chunk = shape.Select(length => (length / 2) + 1).ToArray();
            Hdf4Storage[] all = [Hdf4Storage.Plain, Hdf4Storage.Deflate(), Hdf4Storage.Linked(9), Hdf4Storage.Chunked(chunk), Hdf4Storage.ChunkedDeflate(9, chunk)];
            for (var i = 0; i < all.Length; i++)
            {
                var name = $"{type} {shape.Length} {i}";
                writer.Add(NewSets.Of(name, type, NewSets.Axes(name, shape), all[i], i));
            }
        }

        AssertDump(writer.Bytes());
    }

    [Fact]
    public void The_tool_tells_the_attributes_and_axes_of_our_files()
    {
        var told = Witness.Run("hdp", "hdf4-tools", "dumpsds", "-h", Write(EosSample.File()));
        string[] expected =
        [
            "Value = a sample", "Variable Name = LST", "Name=YDim:MOD_Grid", "Name = _FillValue", "Value = 0.020000", "Value = 7500 65535",
            "Name = units", "Value = K", "Compression method = DEFLATE",
        ];
        Assert.All(expected, text => Assert.Contains(text, told, StringComparison.Ordinal));
    }

    [Fact]
    public void GDAL_opens_a_grid_with_its_corners_projection_fill_value_and_elements()
    {
        var path = Write(EosSample.File());
        var source = $"HDF4_EOS:EOS_GRID:\"{path}\":MOD_Grid:LST";
        var told = Witness.Run("gdalinfo", "gdal-bin", source);
        string[] expected =
        [
            "Size is 12, 10", "Upper Left  (-20015109.354, 1111950.520)", "Lower Right (-18903158.834,       0.000)",
            "METHOD[\"Sinusoidal\"]", "NoData Value=0", "Type=UInt16", "Offset: 0.5,   Scale:0.02", "6371007.181",
        ];
        Assert.All(expected, text => Assert.Contains(text, told, StringComparison.Ordinal));
        Assert.Equal(Hdf4File.Open(EosSample.File()).DataSet("LST")!.Read<ushort>(), Pixels<ushort>(source, 1));
    }

    [Fact]
    public void GDAL_reads_each_band_of_a_grid_of_three_axes()
    {
        var source = $"HDF4_EOS:EOS_GRID:\"{Write(EosSample.File())}\":MOD_Grid:Bands";
        var all = Hdf4File.Open(EosSample.File()).DataSet("Bands")!.Read<short>();
        for (var band = 0; band < 3; band++)
        {
            Assert.Equal(all[(band * 120)..((band + 1) * 120)], Pixels<short>(source, band + 1));
        }
    }

    [Fact]
    public void GDAL_opens_a_swath_with_its_geolocation()
    {
        var source = $"HDF4_EOS:EOS_SWATH:\"{Write(EosSample.File())}\":MOD_Swath:View";
        var told = Witness.Run("gdalinfo", "gdal-bin", source);
        Assert.Contains("Size is 25, 20", told, StringComparison.Ordinal);
        Assert.Contains("(2.5,2.5) -> (10,40,0)", told, StringComparison.Ordinal);
        Assert.Contains("(22.5,17.5) -> (12,38.5,0)", told, StringComparison.Ordinal);
        Assert.Equal(Hdf4File.Open(EosSample.File()).DataSet("View")!.Read<sbyte>(), Pixels<sbyte>(source, 1));
    }

    [Fact]
    public void GDAL_reads_a_data_set_outside_grids()
    {
        var writer = new Hdf4Writer();
        var axes = NewSets.Axes("axis", 13, 17);
        writer.Add(NewSets.Of("other", Hdf4NumberType.UInt8, axes, Hdf4Storage.Plain, 1));
        writer.Add(NewSets.Of("floats", Hdf4NumberType.Float32, axes, Hdf4Storage.ChunkedDeflate(6, 4, 5), 2));
        var source = $"HDF4_SDS:UNKNOWN:\"{Write(writer.Bytes())}\":1";
        Assert.Equal(Hdf4File.Open(writer.Bytes()).DataSet("floats")!.Read<float>(), Pixels<float>(source, 1));
    }

    /// <summary>
    /// Compares the tool's dump of each data set, in this machine's byte order, with what is read here. It dumps nothing of a set that was
    /// never written, and run lengths are not read here.
    /// </summary>
    private void AssertDump(byte[] bytes)
    {
        var path = Write(bytes);
        var file = Hdf4File.Open(bytes);
        for (var i = 0; i < file.DataSets.Count; i++)
        {
            var set = file.DataSets[i];
            if (set.Name is "run lengths" or "never written")
            {
                continue;
            }

            var dump = Path.Combine(_folder, "dump");
            Witness.Run("hdp", "hdf4-tools", "dumpsds", "-i", i.ToString(CultureInfo.InvariantCulture), "-d", "-b", "-o", dump, path);
            var dumped = File.ReadAllBytes(dump);
            Assert.Equal(set.Type == Hdf4NumberType.Character ? Unescaped(dumped) : dumped, ElementBytes(set.Read()));
            File.Delete(dump);
        }
    }

    /// <summary>The tool dumps signed text with octal numbers for what cannot be printed.</summary>
    private static byte[] Unescaped(byte[] dumped) => [.. Regex.Matches(Encoding.Latin1.GetString(dumped), @"\\(\d{3})|.", RegexOptions.Singleline)
        .Select(match => match.Groups[1].Success ? Convert.ToByte(match.Groups[1].Value, 8) : (byte)match.Value[0])];

    private static byte[] ElementBytes(Array values)
    {
        var bytes = new byte[Buffer.ByteLength(values)];
        Buffer.BlockCopy(values, 0, bytes, 0, bytes.Length);
        return bytes;
    }

    private T[] Pixels<T>(string source, int band) where T : unmanaged
    {
        var raw = Path.Combine(_folder, "raw");
        Witness.Run("gdal_translate", "gdal-bin", "-q", "-of", "ENVI", "-b", band.ToString(CultureInfo.InvariantCulture), source, raw);
        return MemoryMarshal.Cast<byte, T>(File.ReadAllBytes(raw)).ToArray();
    }

    private string Write(byte[] bytes)
    {
        var path = Path.Combine(_folder, "file.hdf");
        File.WriteAllBytes(path, bytes);
        return path;
    }
}
