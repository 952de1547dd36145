using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>Puts big-endian numbers and texts one behind the other.</summary>
internal sealed class ByteBuilder
{
    private readonly ArrayBufferWriter<byte> _bytes = new();

    public byte[] ToArray() => _bytes.WrittenSpan.ToArray();

    public ByteBuilder Byte(int value) => Bytes([(byte)value]);

    public ByteBuilder Int16(int value)
    {
        BinaryPrimitives.WriteInt16BigEndian(_bytes.GetSpan(2), unchecked((short)value));
        _bytes.Advance(2);
        return this;
    }

    public ByteBuilder Int32(int value)
    {
        BinaryPrimitives.WriteInt32BigEndian(_bytes.GetSpan(4), value);
        _bytes.Advance(4);
        return this;
    }

    public ByteBuilder Bytes(ReadOnlySpan<byte> bytes)
    {
        _bytes.Write(bytes);
        return this;
    }

    /// <summary>A text behind its length.</summary>
    public ByteBuilder Text(string text) => Int16(text.Length).Bytes(Encoding.Latin1.GetBytes(text));

    /// <summary>A tag and a reference.</summary>
    public ByteBuilder Name(ushort tag, ushort reference) => Int16(tag).Int16(reference);
}
