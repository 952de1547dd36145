using System.Buffers.Binary;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Peers;

/// <summary>What a peer tells at the end of a connection.</summary>
/// <param name="Bytes">Payload bytes that it received or sent.</param>
/// <param name="Nanoseconds">From the first read that brought bytes to the last, by its own clock; 0 when none or all at once came.</param>
/// <param name="ProcessorNanoseconds">Processor time of its whole process meanwhile.</param>
/// <param name="Retransmits">Segments that its side sent again.</param>
/// <param name="Received">Bytes over time since the first one; empty of a peer that only sent.</param>
public sealed record PeerReport(long Bytes, long Nanoseconds, long ProcessorNanoseconds, long Retransmits, ByteBins Received)
{
    /// <summary>Length on the wire of what comes before the bins.</summary>
    public const int HeaderLength = 48;

    /// <summary>The most bins, 8 bytes each.</summary>
    public const int MostBins = 1_024;

    /// <summary>Those of the bytes that came with the first read, before the time began.</summary>
    public int FirstBytes { get; init; }

    /// <summary>Those that came in the time.</summary>
    public long TimedBytes => Bytes - FirstBytes;

    /// <summary>Length on the wire, from the header.</summary>
    /// <exception cref="InvalidDataException">The header is none.</exception>
    public static int LengthOf(ReadOnlySpan<byte> header)
    {
        var bins = BinaryPrimitives.ReadInt32LittleEndian(header[40..]);
        return bins is >= 0 and <= MostBins
            ? HeaderLength + (bins * sizeof(long))
            : throw new InvalidDataException($"a peer's report cannot have {bins} bins");
    }

    public byte[] Write()
    {
        var bytes = new byte[HeaderLength + (Received.Bytes.Count * sizeof(long))];
        var span = bytes.AsSpan();
        BinaryPrimitives.WriteInt64LittleEndian(span, Bytes);
        BinaryPrimitives.WriteInt64LittleEndian(span[8..], Nanoseconds);
        BinaryPrimitives.WriteInt64LittleEndian(span[16..], ProcessorNanoseconds);
        BinaryPrimitives.WriteInt64LittleEndian(span[24..], Retransmits);
        BinaryPrimitives.WriteInt64LittleEndian(span[32..], Received.BinNanoseconds);
        BinaryPrimitives.WriteInt32LittleEndian(span[40..], Received.Bytes.Count);
        BinaryPrimitives.WriteInt32LittleEndian(span[44..], FirstBytes);
        for (var bin = 0; bin < Received.Bytes.Count; bin++)
        {
            BinaryPrimitives.WriteInt64LittleEndian(span[(HeaderLength + (bin * sizeof(long)))..], Received.Bytes[bin]);
        }

        return bytes;
    }

    /// <exception cref="InvalidDataException">It is none, or says what cannot be.</exception>
    public static PeerReport Read(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < HeaderLength || bytes.Length != LengthOf(bytes))
        {
            throw new InvalidDataException("a peer's report was cut off");
        }

        var bins = new long[(bytes.Length - HeaderLength) / sizeof(long)];
        for (var bin = 0; bin < bins.Length; bin++)
        {
            bins[bin] = BinaryPrimitives.ReadInt64LittleEndian(bytes[(HeaderLength + (bin * sizeof(long)))..]);
        }

        var report = new PeerReport(
            BinaryPrimitives.ReadInt64LittleEndian(bytes),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[8..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[16..]),
            BinaryPrimitives.ReadInt64LittleEndian(bytes[24..]),
            new(BinaryPrimitives.ReadInt64LittleEndian(bytes[32..]), bins))
        {
            FirstBytes = BinaryPrimitives.ReadInt32LittleEndian(bytes[44..]),
        };
        return report is
        {
            Bytes: >= 0, FirstBytes: >= 0, TimedBytes: >= 0, Nanoseconds: >= 0, ProcessorNanoseconds: >= 0, Retransmits: >= 0,
            Received.BinNanoseconds: > 0,
        }
            && bins.All(bin => bin >= 0)
            ? report
            : throw new InvalidDataException("a peer's report has negative numbers");
    }
}
