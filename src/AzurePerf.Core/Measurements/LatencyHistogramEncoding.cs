using System.Buffers;
using System.Buffers.Binary;
using System.IO.Compression;

namespace AzurePerf.Core.Measurements;

/// <summary>
/// Writes and reads histograms in HdrHistogram's V2 format, plain or compressed (zlib), as the implementations in other languages do.
/// </summary>
/// <remarks>
/// The counters survive exactly. Number, sum, standard deviation, minimum and maximum are not part of the format: a decoded histogram has
/// them computed from its counters as HdrHistogram does (middle of each bucket; lowest value of the first, highest of the last), so they
/// are within 0.1 % of what was recorded. The overflow count is lost; a foreign histogram's latencies above 1 h become overflow.
/// </remarks>
public static class LatencyHistogramEncoding
{
    internal const uint Cookie = 0x1c849313;
    internal const uint CompressedCookie = 0x1c849314;
    internal const int HeaderBytes = 40;
    internal const int CompressedHeaderBytes = 8;

    /// <summary>What any histogram fits into.</summary>
    internal const int MaximumBytes = HeaderBytes + (LatencyBucketLayout.CounterCount * ZigZagLeb128.MaximumBytes);

    /// <summary>The histogram in the V2 format.</summary>
    public static byte[] Encode(LatencyHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        var buffer = new byte[HeaderBytes + (UsedCounters(histogram).Length * ZigZagLeb128.MaximumBytes)];
        return buffer[..Encode(histogram, buffer)];
    }

    /// <summary>Writes the histogram in the V2 format to a buffer of <see cref="MaximumBytes"/> and returns the bytes taken; allocates
    /// nothing.</summary>
    internal static int Encode(LatencyHistogram histogram, Span<byte> buffer)
    {
        var payloadBytes = WriteCounters(UsedCounters(histogram), buffer[HeaderBytes..]);
        WriteHeader(buffer, payloadBytes);
        return HeaderBytes + payloadBytes;
    }

    /// <summary>The histogram in the compressed V2 format: what a line of a histogram log holds in base64.</summary>
    public static byte[] EncodeCompressed(LatencyHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        using var compressed = new MemoryStream();
        compressed.Write(stackalloc byte[CompressedHeaderBytes]);

        // Rented: a point has dozens of histograms, and each would leave garbage of its size.
        var plain = ArrayPool<byte>.Shared.Rent(MaximumBytes);
        try
        {
            using var zlib = new ZLibStream(compressed, CompressionLevel.Optimal, leaveOpen: true);
            zlib.Write(plain.AsSpan(0, Encode(histogram, plain)));
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(plain);
        }

        var bytes = compressed.ToArray();
        BinaryPrimitives.WriteUInt32BigEndian(bytes, CompressedCookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(4), bytes.Length - CompressedHeaderBytes);
        return bytes;
    }

    /// <summary>Reads a histogram in either format; never takes more than 1 MB beside the histogram, whatever the input says.</summary>
    /// <exception cref="FormatException">Not a whole V2 histogram of nanoseconds with 3 significant digits; the message says what is
    /// wrong.</exception>
    public static LatencyHistogram Decode(ReadOnlySpan<byte> encoded)
    {
        var histogram = new LatencyHistogram();
        LatencyHistogramDecoder.Add(encoded, histogram);
        return histogram;
    }

    private static ReadOnlySpan<long> UsedCounters(LatencyHistogram histogram) =>
        histogram.Counters[..(LatencyBucketLayout.IndexOf(histogram.MaximumNanoseconds ?? 0) + 1)];

    private static void WriteHeader(Span<byte> buffer, int payloadBytes)
    {
        BinaryPrimitives.WriteUInt32BigEndian(buffer, Cookie);
        BinaryPrimitives.WriteInt32BigEndian(buffer[4..], payloadBytes);
        BinaryPrimitives.WriteInt32BigEndian(buffer[8..], 0);
        BinaryPrimitives.WriteInt32BigEndian(buffer[12..], LatencyBucketLayout.SignificantDigits);
        BinaryPrimitives.WriteInt64BigEndian(buffer[16..], 1);
        BinaryPrimitives.WriteInt64BigEndian(buffer[24..], LatencyBucketLayout.HighestTrackableNanoseconds);
        BinaryPrimitives.WriteDoubleBigEndian(buffer[32..], 1);
    }

    /// <summary>A positive word is a count, a negative one a run of that many empty counters; a single empty counter is written as
    /// 0.</summary>
    private static int WriteCounters(ReadOnlySpan<long> counters, Span<byte> buffer)
    {
        var written = 0;
        while (!counters.IsEmpty)
        {
            var used = counters.IndexOfAnyExcept(0);
            var empty = used < 0 ? counters.Length : used;
            var word = empty switch { 0 => counters[0], 1 => 0, _ => -empty };
            written += ZigZagLeb128.Write(buffer[written..], word);
            counters = counters[Math.Max(empty, 1)..];
        }

        return written;
    }
}
