using System.IO.Compression;
using System.IO.Hashing;

namespace AzurePerf.Core.Programs;

/// <summary>Unpacks entries and counts what comes out: a declared size is believed of nothing.</summary>
internal static class ZipContent
{
    private const int BufferBytes = 80 << 10;

    /// <summary>Gives the content of an entry piece by piece.</summary>
    /// <param name="zip">Must be able to seek; nobody else reads it meanwhile.</param>
    /// <param name="entry">The entry.</param>
    /// <param name="take">Takes each piece.</param>
    /// <param name="cancellationToken">Looked at before each piece.</param>
    /// <exception cref="ProgramFaultException">It has another size or checksum than it declares, or cannot be unpacked.</exception>
    public static void Read(Stream zip, ZipEntry entry, ContentSink take, CancellationToken cancellationToken)
    {
        using var packed = new ZipSlice(zip, entry.Content, entry.PackedBytes);
        using var content = entry.IsDeflated ? (Stream)new DeflateStream(packed, CompressionMode.Decompress) : packed;
        var (buffer, count, checksum) = (new byte[BufferBytes], 0L, new Crc32());
        while (ReadPiece(content, buffer, entry) is > 0 and var length)
        {
            cancellationToken.ThrowIfCancellationRequested();
            count += length;
            if (count > entry.Bytes)
            {
                throw new ProgramFaultException($"The entry {entry.Shown} unpacks to more bytes than it declares.");
            }

            checksum.Append(buffer.AsSpan(0, length));
            take(buffer.AsSpan(0, length));
        }

        if (count != entry.Bytes || checksum.GetCurrentHashAsUInt32() != entry.Checksum)
        {
            throw Damaged(entry);
        }
    }

    private static int ReadPiece(Stream content, byte[] buffer, ZipEntry entry)
    {
        try
        {
            return content.Read(buffer);
        }
        catch (InvalidDataException)
        {
            throw Damaged(entry);
        }
    }

    private static ProgramFaultException Damaged(ZipEntry entry) => new($"The entry {entry.Shown} is damaged.");
}

/// <summary>Takes a piece of a content, which is valid during the call only.</summary>
internal delegate void ContentSink(ReadOnlySpan<byte> piece);
