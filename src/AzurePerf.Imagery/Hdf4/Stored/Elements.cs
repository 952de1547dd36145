using System.IO.Compression;

namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>
/// Reads elements whatever way they are stored: as they are, in linked blocks, or deflated (HDF4 Specification and Developer's Guide,
/// "Extended tags and special elements"). Chunked ones are read by <see cref="ChunkedElement"/>.
/// </summary>
internal sealed class Elements(Descriptors descriptors)
{
    /// <summary>
    /// Bytes of descriptions, names and attributes together, with what C# takes for each: descriptors may overlap and name one another over
    /// and over, and so ask for far more than the file has. A MODIS granule needs some 3 MB.
    /// </summary>
    private const int MaximalDescription = 32 << 20;

    private const int DescriptionOverhead = 512;

    /// <summary>No byte deflated becomes more than 1,032 (RFC 1951: 258 bytes by two codes of one bit each), headers aside.</summary>
    private const int MaximalInflation = 1032;

    private int _described;

    public Descriptors Descriptors => descriptors;

    /// <summary>The whole of a description: a Vgroup, a Vdata, a number type, dimensions.</summary>
    public byte[] Describe(ushort tag, ushort reference, string what)
    {
        var length = Length(tag, reference, what);
        if (length + DescriptionOverhead > MaximalDescription - _described)
        {
            throw new UnreadableFileException("The descriptions and attributes of the file take more than 32 MiB.");
        }

        _described += (int)length + DescriptionOverhead;
        var bytes = new byte[length];
        Read(tag, reference, bytes, what);
        return bytes;
    }

    /// <summary>How long an element is when it is read, in bytes.</summary>
    public long Length(ushort tag, ushort reference, string what) =>
        Find(tag, reference, what) is var descriptor && descriptor.IsSpecial
            ? Special(descriptor, what).Length
            : descriptor.Bytes.Length;

    /// <summary>Refuses an element that is too short for what it should hold, before memory is taken for it.</summary>
    public void Expect(ushort tag, ushort reference, long bytes, string what)
    {
        var (stored, isDeflated) = Open(tag, reference, what);
        using (stored)
        {
            var most = isDeflated ? (stored.Length + 1) * MaximalInflation : stored.Length;
            if (Math.Min(most, Length(tag, reference, what)) < bytes)
            {
                throw TooShort(bytes, what);
            }
        }
    }

    /// <summary>Fills <paramref name="into"/> with the first bytes of an element.</summary>
    public void Read(ushort tag, ushort reference, Span<byte> into, string what)
    {
        var (stored, isDeflated) = Open(tag, reference, what);
        using (stored)
        {
            if (isDeflated)
            {
                Inflate(stored, into, what);
            }
            else if (stored.ReadAtLeast(into, into.Length, throwOnEndOfStream: false) < into.Length)
            {
                throw TooShort(into.Length, what);
            }
        }
    }

    public Descriptor Find(ushort tag, ushort reference, string what) => Descriptors.Find(tag, reference)
        ?? throw new UnreadableFileException($"The {what} is missing: element {tag}/{reference}.");

    /// <summary>
    /// Reads one byte more than it needs: that is when the checksum of the deflated data is compared. Some damage makes an IOException.
    /// </summary>
    private static void Inflate(BlockStream stored, Span<byte> into, string what)
    {
        try
        {
            using var inflated = new ZLibStream(stored, CompressionMode.Decompress, leaveOpen: true);
            if (inflated.ReadAtLeast(into, into.Length, throwOnEndOfStream: false) < into.Length)
            {
                throw TooShort(into.Length, what);
            }

            _ = inflated.ReadByte();
        }
        catch (Exception e) when (e is InvalidDataException or IOException)
        {
            throw new UnreadableFileException($"The deflated {what} is damaged.", e);
        }
    }

    private (BlockStream Stored, bool IsDeflated) Open(ushort tag, ushort reference, string what)
    {
        var descriptor = Find(tag, reference, what);
        var special = descriptor.IsSpecial ? Special(descriptor, what) : default;
        return special.Code == Tag.SpecialCompressed
            ? (Stored(Tag.Compressed, special.Reference, what), special.IsDeflated)
            : (Stored(tag, reference, what), false);
    }

    /// <summary>Bytes as they stand in the file: in one piece or linked.</summary>
    private BlockStream Stored(ushort tag, ushort reference, string what)
    {
        var descriptor = Find(tag, reference, what);
        if (!descriptor.IsSpecial)
        {
            return new BlockStream([(descriptor.Bytes, descriptor.Bytes.Length)]);
        }

        var cursor = new ByteCursor(descriptor.Bytes.Span, what);
        return cursor.Int16() == Tag.SpecialLinked
            ? new BlockStream(LinkedBlocks.Find(Descriptors, ref cursor, what))
            : throw new UnreadableFileException($"The {what} is stored in a special way inside another.");
    }

    private static SpecialElement Special(Descriptor descriptor, string what)
    {
        var cursor = new ByteCursor(descriptor.Bytes.Span, what);
        return SpecialElement.Read(ref cursor, what);
    }

    private static UnreadableFileException TooShort(long bytes, string what) =>
        new($"The {what} is shorter than the {bytes} bytes it is said to have.");
}
