using System.Buffers.Binary;
using System.IO.Compression;
using System.IO.Hashing;
using System.Numerics;
using System.Text;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Pictures;

/// <summary>Writes a raster as a PNG (ISO/IEC 15948) of up to 256 colours, of which the first is transparent and stands for no
/// value.</summary>
public static class PngWriter
{
    private static readonly byte[] Signature = [0x89, (byte)'P', (byte)'N', (byte)'G', 13, 10, 26, 10];

    /// <summary>Writes a picture.</summary>
    /// <param name="stream">Takes the file.</param>
    /// <param name="raster">The values, one a pixel.</param>
    /// <param name="low">The value of the first colour; below it they look the same.</param>
    /// <param name="high">The value of the last colour, above <paramref name="low"/>; above it they look the same.</param>
    /// <param name="scale">The colours.</param>
    public static void Write<T>(Stream stream, Raster<T> raster, double low, double high, ColourScale scale)
        where T : unmanaged, INumber<T>
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(high, low);
        var header = new byte[13];
        BinaryPrimitives.WriteInt32BigEndian(header, raster.Grid.Columns);
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(4), raster.Grid.Rows);
        (header[8], header[9]) = (8, 3);

        var palette = new byte[(ColourScale.Steps + 1) * 3];
        for (var step = 0; step < ColourScale.Steps; step++)
            (palette[step * 3 + 3], palette[step * 3 + 4], palette[step * 3 + 5]) = scale[step];

        stream.Write(Signature);
        Chunk(stream, "IHDR", header);
        Chunk(stream, "PLTE", palette);
        Chunk(stream, "tRNS", [0]);
        Chunk(stream, "IDAT", Pixels(raster, low, high));
        Chunk(stream, "IEND", []);
    }

    private static ReadOnlySpan<byte> Pixels<T>(Raster<T> raster, double low, double high)
        where T : unmanaged, INumber<T>
    {
        using var packed = new MemoryStream();
        using (var deflate = new ZLibStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            // Each row begins with the number of its filter; colours that are numbers of a palette are best left as they are.
            var line = new byte[raster.Grid.Columns + 1];
            for (var row = 0; row < raster.Grid.Rows; row++)
            {
                var values = raster.Values.AsSpan(row * raster.Grid.Columns, raster.Grid.Columns);
                for (var column = 0; column < values.Length; column++)
                    line[column + 1] = raster.IsFill(values[column]) ? (byte)0 : Colour(double.CreateTruncating(values[column]), low, high);
                deflate.Write(line);
            }
        }

        return packed.GetBuffer().AsSpan(0, (int)packed.Length);
    }

    private static byte Colour(double value, double low, double high) =>
        (byte)(1 + Math.Clamp((int)Math.Floor((value - low) / (high - low) * ColourScale.Steps), 0, ColourScale.Steps - 1));

    private static void Chunk(Stream stream, string type, ReadOnlySpan<byte> data)
    {
        Span<byte> number = stackalloc byte[4];
        BinaryPrimitives.WriteInt32BigEndian(number, data.Length);
        stream.Write(number);
        var name = Encoding.ASCII.GetBytes(type);
        stream.Write(name);
        stream.Write(data);
        var checksum = new Crc32();
        checksum.Append(name);
        checksum.Append(data);
        BinaryPrimitives.WriteUInt32BigEndian(number, checksum.GetCurrentHashAsUInt32());
        stream.Write(number);
    }
}
