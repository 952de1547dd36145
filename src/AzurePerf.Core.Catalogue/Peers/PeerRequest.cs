using System.Buffers.Binary;

namespace AzurePerf.Core.Peers;

/// <summary>What a connection between two workers is for.</summary>
/// <param name="Service">What the peer is to do.</param>
/// <param name="Pinned">Whether the peer's thread stays on one processor.</param>
/// <param name="Stream">Which of several parallel connections it is, from 0.</param>
/// <param name="BlockBytes">Bytes of a message, or of a block that is read or sent at once; 1 to 16 MiB.</param>
/// <param name="Bytes">Bytes at most, or of a source exactly; at least 1.</param>
public readonly record struct PeerRequest(PeerService Service, bool Pinned, int Stream, int BlockBytes, long Bytes)
{
    /// <summary>Length on the wire.</summary>
    public const int Length = 32;

    /// <summary>The longest message or block.</summary>
    public const int LongestBlock = 16 << 20;

    /// <summary>The most parallel connections.</summary>
    public const int MostStreams = 192;

    /// <summary>The most bytes that one connection can be asked to move: a pebibyte.</summary>
    public const long MostBytes = 1L << 50;

    public void Write(Span<byte> destination)
    {
        destination[..Length].Clear();
        destination[0] = (byte)Service;
        destination[1] = Pinned ? (byte)1 : (byte)0;
        BinaryPrimitives.WriteInt32LittleEndian(destination[4..], Stream);
        BinaryPrimitives.WriteInt32LittleEndian(destination[8..], BlockBytes);
        BinaryPrimitives.WriteInt64LittleEndian(destination[16..], Bytes);
    }

    /// <summary>False when what came is no request, or asks for more than any peer does.</summary>
    public static bool TryRead(ReadOnlySpan<byte> source, out PeerRequest request)
    {
        request = default;
        if (source.Length < Length || source[0] is < (int)PeerService.EchoBlocking or > (int)PeerService.Source || source[1] > 1)
        {
            return false;
        }

        request = new(
            (PeerService)source[0],
            source[1] == 1,
            BinaryPrimitives.ReadInt32LittleEndian(source[4..]),
            BinaryPrimitives.ReadInt32LittleEndian(source[8..]),
            BinaryPrimitives.ReadInt64LittleEndian(source[16..]));
        return request is { Stream: >= 0 and < MostStreams, BlockBytes: >= 1 and <= LongestBlock, Bytes: >= 1 and <= MostBytes };
    }
}

/// <summary>What a peer is asked to do with a connection. The numbers are on the wire.</summary>
public enum PeerService
{
    /// <summary>Return each message at once, and sleep until the next comes.</summary>
    EchoBlocking = 1,

    /// <summary>Return each message at once, and ask for the next one without end.</summary>
    EchoSpinning = 2,

    /// <summary>Read everything until the other side has sent its last byte, then tell what came.</summary>
    Drain = 3,

    /// <summary>Send the agreed bytes.</summary>
    Source = 4,
}
