using System.Buffers.Binary;
using System.Text;

namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>Takes big-endian numbers and texts off the front of bytes, and refuses to go beyond their end.</summary>
internal ref struct ByteCursor(ReadOnlySpan<byte> bytes, string what)
{
    private ReadOnlySpan<byte> _rest = bytes;

    public readonly int Remaining => _rest.Length;

    public ReadOnlySpan<byte> Bytes(int count)
    {
        if (count < 0 || count > _rest.Length)
        {
            throw new UnreadableFileException($"The {what} ends too early.");
        }

        var taken = _rest[..count];
        _rest = _rest[count..];
        return taken;
    }

    public byte Byte() => Bytes(1)[0];

    public short Int16() => BinaryPrimitives.ReadInt16BigEndian(Bytes(2));

    public ushort UInt16() => BinaryPrimitives.ReadUInt16BigEndian(Bytes(2));

    public int Int32() => BinaryPrimitives.ReadInt32BigEndian(Bytes(4));

    public string Text(int count) => Encoding.Latin1.GetString(Bytes(count));

    /// <summary>A text that stands after its length.</summary>
    public string Text() => Text(UInt16());
}
