using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using AzurePerf.Imagery.Hdf4.Stored;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>A named text or some numbers that say something of a file or a data set: "long_name", "scale_factor", "_FillValue".</summary>
public sealed class Hdf4Attribute
{
    /// <summary>An attribute that holds text; characters beyond Latin-1 become question marks.</summary>
    public Hdf4Attribute(string name, string text)
        : this(name, Hdf4NumberType.Character, Encoding.Latin1.GetBytes(text))
    {
    }

    private Hdf4Attribute(string name, Hdf4NumberType type, byte[] bytes) => (Name, Type, Bytes) = (name, type, bytes);

    /// <summary>Unique among the attributes of its owner.</summary>
    public string Name { get; }

    /// <summary>Of one element.</summary>
    public Hdf4NumberType Type { get; }

    /// <summary>Numbers, or bytes of text.</summary>
    public int Count => Bytes.Length / Type.Size();

    /// <summary>The bytes as Latin-1 text up to the first zero, as C writes texts.</summary>
    public string Text => Encoding.Latin1.GetString(Bytes.AsSpan().IndexOf((byte)0) is >= 0 and var end ? Bytes.AsSpan(0, end) : Bytes);

    /// <summary>Elements in the file's byte order.</summary>
    internal byte[] Bytes { get; }

    /// <summary>An attribute of numbers.</summary>
    /// <exception cref="ArgumentException">HDF4 has no such numbers, or there is none.</exception>
    public static Hdf4Attribute Of<T>(string name, params ReadOnlySpan<T> numbers) where T : unmanaged
    {
        ArgumentOutOfRangeException.ThrowIfZero(numbers.Length);
        var type = NumberTypes.Of<T>();
        var bytes = MemoryMarshal.AsBytes(numbers).ToArray();
        NumberTypes.Reorder(bytes, type.Size());
        return new(name, type, bytes);
    }

    /// <summary>A number of any type. A double holds each of them exactly.</summary>
    /// <param name="index">From 0 to <see cref="Count"/> - 1.</param>
    public double Number(int index)
    {
        var element = Bytes.AsSpan(index * Type.Size(), Type.Size());
        return Type switch
        {
            Hdf4NumberType.Int8 => (sbyte)element[0],
            Hdf4NumberType.Int16 => BinaryPrimitives.ReadInt16BigEndian(element),
            Hdf4NumberType.UInt16 => BinaryPrimitives.ReadUInt16BigEndian(element),
            Hdf4NumberType.Int32 => BinaryPrimitives.ReadInt32BigEndian(element),
            Hdf4NumberType.UInt32 => BinaryPrimitives.ReadUInt32BigEndian(element),
            Hdf4NumberType.Float32 => BinaryPrimitives.ReadSingleBigEndian(element),
            Hdf4NumberType.Float64 => BinaryPrimitives.ReadDoubleBigEndian(element),
            _ => element[0],
        };
    }

    internal static Hdf4Attribute Read(Elements elements, Vdata table)
    {
        if (table.Fields.Count != 1)
        {
            throw new UnreadableFileException($"Attribute {table.Name} does not have one field.");
        }

        var (type, littleEndian) = NumberTypes.OfCode(table.Fields[0].Type);
        var bytes = table.Count == 0 || table.RecordSize == 0 ? [] : table.Records(elements);
        if (bytes.Length % type.Size() != 0)
        {
            throw new UnreadableFileException($"Attribute {table.Name} ends inside a number.");
        }

        if (littleEndian)
        {
            NumberTypes.Reorder(bytes, type.Size());
        }

        return new(table.Name, type, bytes);
    }
}
