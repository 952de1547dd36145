using AzurePerf.Imagery;
using AzurePerf.Imagery.Hdf4;
using Xunit;

namespace AzurePerf.ImageryTests.Hdf4;

/// <summary>What the HDF Group's library wrote is read as it was.</summary>
public sealed class LibraryFilesTests
{
    private static readonly Hdf4File Types = Hdf4File.Open(Samples.Bytes("types.hdf"));
    private static readonly Hdf4File Storage = Hdf4File.Open(Samples.Bytes("storage.hdf"));

    [Theory]
    [InlineData("int8", Hdf4NumberType.Int8)]
    [InlineData("uint8", Hdf4NumberType.UInt8)]
    [InlineData("int16", Hdf4NumberType.Int16)]
    [InlineData("uint16", Hdf4NumberType.UInt16)]
    [InlineData("int32", Hdf4NumberType.Int32)]
    [InlineData("uint32", Hdf4NumberType.UInt32)]
    [InlineData("float32", Hdf4NumberType.Float32)]
    [InlineData("float64", Hdf4NumberType.Float64)]
    [InlineData("char8", Hdf4NumberType.Character)]
    [InlineData("uchar8", Hdf4NumberType.UnsignedCharacter)]
    [InlineData("little int16", Hdf4NumberType.Int16)]
    [InlineData("little float64", Hdf4NumberType.Float64)]
    public void Every_number_type_is_read_in_either_byte_order_with_its_attributes(string name, Hdf4NumberType type)
    {
        var set = Types.DataSet(name)!;
        var key = Types.DataSets.ToList().IndexOf(set);
        Assert.Equal(type, set.Type);
        Assert.Equal(key % 2 == 0 ? [5, 7] : [2, 5, 7], set.Dimensions.Select(axis => axis.Length));
        AssertElements(set, key, _ => true, null);
        var three = set.Attribute("three")!;
        Assert.Equal(type, three.Type);
        Assert.Equal(
            Enumerable.Range(0, 3).Select(i => Convert.ToDouble(Samples.Element(type, i, 5), null)),
            Enumerable.Range(0, three.Count).Select(three.Number));
    }

    [Theory]
    [InlineData("deflate", 1)]
    [InlineData("chunked", 2)]
    [InlineData("chunked deflate", 3)]
    [InlineData("linked", 6)]
    [InlineData("linked too", 7)]
    [InlineData("line", 10)]
    public void Data_are_read_whatever_way_they_are_stored(string name, int key) =>
        AssertElements(Storage.DataSet(name)!, key, _ => true, null);

    [Theory]
    [InlineData("holes", 4)]
    [InlineData("holes deflate", 5)]
    public void Chunks_that_were_never_written_hold_the_fill_value(string name, int key) =>
        AssertElements(Storage.DataSet(name)!, key, row => row is >= 4 and < 8 or 12, (short)-9);

    [Fact]
    public void A_data_set_that_was_never_written_holds_the_fill_value() =>
        AssertElements(Storage.DataSet("never written")!, 0, _ => false, (short)-9);

    /// <summary>What the library's own SDreaddata gives for the same file.</summary>
    [Fact]
    public void Without_a_fill_value_it_holds_the_librarys_own()
    {
        object[] expected = [(byte)0, (byte)0, 9.96921e36f, 9.969209968386869e36, (sbyte)-127, (byte)129, (short)-32767, (ushort)32769, -2147483647, 2147483649u];
        var read = Hdf4File.Open(Samples.Bytes("unfilled.hdf")).DataSets.Take(10).Select(set => set.Read()).ToArray();
        Assert.Equal(expected, read.Select(values => values.GetValue(2)!));
        Assert.All(read, values => Assert.Equal(3, values.Length));
    }

    [Fact]
    public void Fill_values_and_attributes_in_Intels_order_are_read()
    {
        var little = Hdf4File.Open(Samples.Bytes("unfilled.hdf")).DataSet("little")!;
        Assert.Equal([258, 258, 258], little.Read<short>());
        Assert.Equal([258, -2], new[] { little.Attribute("little")!.Number(0), little.Attribute("little")!.Number(1) });
    }

    [Fact]
    public void Rows_before_and_after_those_written_hold_the_fill_value() =>
        AssertElements(Storage.DataSet("part written")!, 8, row => row is >= 5 and < 8, (short)-9);

    [Fact]
    public void Axes_have_names_and_their_scales_are_marked()
    {
        Assert.Equal([new("Band", 3), new("Row", 10), new Hdf4Dimension("Column", 11)], Storage.DataSet("deflate")!.Dimensions);
        Assert.Equal(["Band"], Storage.DataSets.Where(set => set.IsScale).Select(set => set.Name));
        Assert.Equal([26, 27, 31], Storage.DataSet("Band")!.Read<int>());
        Assert.Equal([60, 6], Storage.DataSet("linked")!.Dimensions.Select(axis => axis.Length));
    }

    [Fact]
    public void Attributes_of_the_file_and_of_a_data_set_are_read()
    {
        Assert.Equal("of every kind", Storage.Attribute("title")!.Text);
        var range = Storage.Attribute("range")!;
        Assert.Equal((Hdf4NumberType.Int16, 2, -100, 16000), (range.Type, range.Count, range.Number(0), range.Number(1)));
        var line = Storage.DataSet("line")!;
        Assert.Equal("a line", line.Attribute("long_name")!.Text);
        Assert.Equal(0.02, line.Attribute("scale_factor")!.Number(0));
    }

    [Fact]
    public void Run_lengths_are_refused() =>
        Assert.Contains("not read here", Assert.Throws<UnreadableFileException>(() => Storage.DataSet("run lengths")!.Read<byte>()).Message, StringComparison.Ordinal);

    [Fact]
    public void A_stream_is_read_as_the_bytes_are()
    {
        using var stream = new MemoryStream(Samples.Bytes("types.hdf"));
        Assert.Equal(Types.DataSet("int16")!.Read<short>(), Hdf4File.Open(stream).DataSet("int16")!.Read<short>());
    }

    private static void AssertElements(Hdf4DataSet set, int key, Func<long, bool> isWritten, object? fill)
    {
        var values = set.Read();
        long row = set.Dimensions.Skip(1).Aggregate(1, (product, axis) => product * axis.Length);
        Assert.Equal(set.Count, values.Length);
        for (var i = 0; i < values.Length; i++)
        {
            Assert.Equal(isWritten(i / row) ? Samples.Element(set.Type, i, key) : fill, values.GetValue(i));
        }
    }
}
