using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace AzurePerf.Imagery.Hdf4;

/// <summary>Size, name, type in C# and byte order of each number type.</summary>
internal static class NumberTypes
{
    /// <summary>Set in a field's type where its bytes stand in Intel's order.</summary>
    private const int LittleEndian = 0x4000;

    public static Hdf4NumberType Of<T>() where T : unmanaged =>
        typeof(T) == typeof(sbyte) ? Hdf4NumberType.Int8 :
        typeof(T) == typeof(byte) ? Hdf4NumberType.UInt8 :
        typeof(T) == typeof(short) ? Hdf4NumberType.Int16 :
        typeof(T) == typeof(ushort) ? Hdf4NumberType.UInt16 :
        typeof(T) == typeof(int) ? Hdf4NumberType.Int32 :
        typeof(T) == typeof(uint) ? Hdf4NumberType.UInt32 :
        typeof(T) == typeof(float) ? Hdf4NumberType.Float32 :
        typeof(T) == typeof(double) ? Hdf4NumberType.Float64 :
        throw new ArgumentException($"HDF4 has no number type for {typeof(T).Name}.");

    public static (Hdf4NumberType Type, bool LittleEndian) OfCode(int code)
    {
        var type = (Hdf4NumberType)(code & 0xff);
        return Enum.IsDefined(type)
            ? (type, (code & LittleEndian) != 0)
            : throw new UnreadableFileException($"Number type {code} is none that is read here.");
    }

    public static int Size(this Hdf4NumberType type) => type switch
    {
        Hdf4NumberType.Int16 or Hdf4NumberType.UInt16 => 2,
        Hdf4NumberType.Int32 or Hdf4NumberType.UInt32 or Hdf4NumberType.Float32 => 4,
        Hdf4NumberType.Float64 => 8,
        _ => 1,
    };

    public static bool IsText(this Hdf4NumberType type) => type is Hdf4NumberType.Character or Hdf4NumberType.UnsignedCharacter;

    /// <summary>What C# calls the type: text counts as bytes.</summary>
    public static Hdf4NumberType Plain(this Hdf4NumberType type) => type.IsText() ? Hdf4NumberType.UInt8 : type;

    /// <summary>What the HDF Group's library reads where nothing was written and no fill value is set, big-endian (its netcdf.h).</summary>
    public static byte[] DefaultFill(Hdf4NumberType type) => type switch
    {
        Hdf4NumberType.Character or Hdf4NumberType.UnsignedCharacter => [0],
        Hdf4NumberType.Int8 or Hdf4NumberType.UInt8 => [0x81],
        Hdf4NumberType.Int16 or Hdf4NumberType.UInt16 => [0x80, 0x01],
        Hdf4NumberType.Int32 or Hdf4NumberType.UInt32 => [0x80, 0, 0, 1],
        Hdf4NumberType.Float32 => [0x7c, 0xf0, 0, 0],
        _ => [0x47, 0x9e, 0, 0, 0, 0, 0, 0],
    };

    /// <summary>Turns elements between the file's byte order and this machine's, in place.</summary>
    public static void Reorder(Span<byte> bytes, int size, bool littleEndian = false)
    {
        if (littleEndian == BitConverter.IsLittleEndian)
        {
            return;
        }

        switch (size)
        {
            case 2:
                var shorts = MemoryMarshal.Cast<byte, ushort>(bytes);
                BinaryPrimitives.ReverseEndianness(shorts, shorts);
                break;
            case 4:
                var ints = MemoryMarshal.Cast<byte, uint>(bytes);
                BinaryPrimitives.ReverseEndianness(ints, ints);
                break;
            case 8:
                var longs = MemoryMarshal.Cast<byte, ulong>(bytes);
                BinaryPrimitives.ReverseEndianness(longs, longs);
                break;
            default:
                break;
        }
    }
}
