using AzurePerf.Imagery.Hdf4;
using CsCheck;
using Xunit;

namespace AzurePerf.ImageryTests.Hdf4;

public sealed class RoundTripTests
{
    private static readonly Gen<int[]> Shapes = Gen.Int[1, 40].Array[1, 4].Where(shape => shape.Aggregate(1, (product, length) => product * length) < 20_000);

    private static readonly Gen<Hdf4Attribute> Attributes = Gen.OneOf(
        Gen.Short.Array[1, 5].Select(numbers => Hdf4Attribute.Of<short>("valid_range", numbers)),
        Gen.Double.Select(number => Hdf4Attribute.Of("scale_factor", number)),
        Gen.UInt.Array[1, 3].Select(numbers => Hdf4Attribute.Of<uint>("counts", numbers)),
        Gen.Char['\u0001', '\u00ff'].Array[1, 300].Select(text => new Hdf4Attribute("units", new string(text))));

    private static readonly Gen<(Hdf4NumberType Type, int[] Shape, Hdf4Storage Storage, long Key, Hdf4Attribute[] Attributes)> Sets =
        from type in Gen.Int[0, NewSets.Types.Length - 1].Select(i => NewSets.Types[i])
        from shape in Shapes
        from storage in Storages(shape)
        from key in Gen.Long[0, 65520]
        from attributes in Attributes.Array[0, 3]
        select (type, shape, storage, key, attributes);

    [Fact]
    public void What_is_written_is_read() => Sets.Array[0, 4].Sample(
        sets =>
        {
            var writer = new Hdf4Writer();
            for (var i = 0; i < sets.Length; i++)
            {
                var set = sets[i];
                writer.Add(NewSets.Of($"set {i}", set.Type, NewSets.Axes($"axis {i}", set.Shape), set.Storage, set.Key, set.Attributes));
            }

            writer.Add(new Hdf4Attribute("title", "of any kind"));
            var file = Hdf4File.Open(writer.Bytes());
            Assert.Equal("of any kind", Assert.Single(file.Attributes).Text);
            Assert.Equal(sets.Length, file.DataSets.Count);
            for (var i = 0; i < sets.Length; i++)
            {
                AssertSame(sets[i], file.DataSets[i], i);
            }
        },
        iter: 300);

    private static void AssertSame(
        (Hdf4NumberType Type, int[] Shape, Hdf4Storage Storage, long Key, Hdf4Attribute[] Attributes) written, Hdf4DataSet read, int number)
    {
        Assert.Equal(($"set {number}", written.Type), (read.Name, read.Type));
        Assert.Equal(NewSets.Axes($"axis {number}", written.Shape), read.Dimensions);
        Assert.Equal(written.Attributes.Select(Told), read.Attributes.Select(Told));
        var values = read.Read();
        Assert.Equal(read.Count, values.Length);
        for (var i = 0; i < values.Length; i++)
        {
            Assert.Equal(Samples.Element(written.Type, i, written.Key), values.GetValue(i));
        }
    }

    private static string Told(Hdf4Attribute attribute) =>
        $"{attribute.Name} {attribute.Type} {(attribute.Type == Hdf4NumberType.Character ? attribute.Text : string.Join(' ', Enumerable.Range(0, attribute.Count).Select(attribute.Number)))}";

    private static Gen<Hdf4Storage> Storages(int[] shape)
    {
        var chunks = Gen.Int[1, 40].Array[shape.Length].Select(lengths => lengths.Select((length, axis) => Math.Min(length, shape[axis])).ToArray())
            .Where(chunk => shape.Select((length, axis) => (length + chunk[axis] - 1) / chunk[axis]).Aggregate(1, (product, count) => product * count) < 500);
        return Gen.OneOf(
            Gen.Const(Hdf4Storage.Plain),
            Gen.Int[0, 9].Select(Hdf4Storage.Deflate),
            Gen.Int[1, 3].Select(thirds => Hdf4Storage.Linked(331 * thirds)),
            chunks.Select(Hdf4Storage.Chunked),
            from level in Gen.Int[0, 9] from chunk in chunks select Hdf4Storage.ChunkedDeflate(level, chunk));
    }
}
