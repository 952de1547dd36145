using AzurePerf.Imagery.Hdf4;

namespace AzurePerf.ImageryTests.Hdf4;

/// <summary>Data sets of every type, shape and storage whose elements <see cref="Samples.Element"/> computes.</summary>
internal static class NewSets
{
    public static readonly Hdf4NumberType[] Types = Enum.GetValues<Hdf4NumberType>().Where(type => type != Hdf4NumberType.UnsignedCharacter).ToArray();

    public static Hdf4NewDataSet Of(
        string name, Hdf4NumberType type, Hdf4Dimension[] axes, Hdf4Storage storage, long key, params Hdf4Attribute[] attributes) => type switch
        {
            Hdf4NumberType.Int8 => Make<sbyte>(name, type, axes, storage, key, attributes),
            Hdf4NumberType.Int16 => Make<short>(name, type, axes, storage, key, attributes),
            Hdf4NumberType.UInt16 => Make<ushort>(name, type, axes, storage, key, attributes),
            Hdf4NumberType.Int32 => Make<int>(name, type, axes, storage, key, attributes),
            Hdf4NumberType.UInt32 => Make<uint>(name, type, axes, storage, key, attributes),
            Hdf4NumberType.Float32 => Make<float>(name, type, axes, storage, key, attributes),
            Hdf4NumberType.Float64 => Make<double>(name, type, axes, storage, key, attributes),
            Hdf4NumberType.Character => Make<byte>(name, type, axes, storage, key, attributes).AsText(),
            _ => Make<byte>(name, type, axes, storage, key, attributes),
        };

    public static Hdf4Dimension[] Axes(string name, params int[] lengths) =>
        [.. lengths.Select((length, axis) => new Hdf4Dimension($"{name} {axis}", length))];

    public static byte[] Bytes(this Hdf4Writer writer)
    {
        using var stream = new MemoryStream();
        writer.WriteTo(stream);
        return stream.ToArray();
    }

    private static Hdf4NewDataSet Make<T>(
        string name, Hdf4NumberType type, Hdf4Dimension[] axes, Hdf4Storage storage, long key, Hdf4Attribute[] attributes) where T : unmanaged
    {
        var values = new T[axes.Aggregate(1, (product, axis) => product * axis.Length)];
        for (var i = 0; i < values.Length; i++)
        {
            values[i] = (T)Samples.Element(type, i, key);
        }

        return Hdf4NewDataSet.Of<T>(name, axes, values, storage, attributes);
    }
}
