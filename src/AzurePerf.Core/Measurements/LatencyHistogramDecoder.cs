using System.Buffers.Binary;
using System.IO.Compression;
using static AzurePerf.Core.Measurements.LatencyHistogramEncoding;

namespace AzurePerf.Core.Measurements;

/// <summary>Reads what <see cref="LatencyHistogramEncoding"/> and other implementations write. All of it is input: every length is checked
/// before it is believed.</summary>
internal static class LatencyHistogramDecoder
{
    // Counters that 64-bit values need: what a histogram of another range can hold at most.
    private const int MaximumForeignCounters = 55 << 10;
    private const int MaximumEncodedBytes = HeaderBytes + (MaximumForeignCounters * ZigZagLeb128.MaximumBytes);

    // So many squares of 1 h still fit into the 128-bit sum.
    private const long MaximumCount = 1L << 44;

    /// <summary>Adds what is encoded to a histogram that may hold something.</summary>
    public static void Add(ReadOnlySpan<byte> encoded, LatencyHistogram into)
    {
        if (encoded.Length >= CompressedHeaderBytes && BinaryPrimitives.ReadUInt32BigEndian(encoded) == CompressedCookie)
        {
            encoded = Inflate(encoded);
        }

        ReadCounters(PayloadOf(encoded), into);
    }

    private static byte[] Inflate(ReadOnlySpan<byte> encoded)
    {
        var declared = BinaryPrimitives.ReadInt32BigEndian(encoded[4..]);
        var compressed = encoded[CompressedHeaderBytes..];
        if (declared != compressed.Length)
        {
            throw new FormatException($"The histogram declares {declared} compressed bytes, but {compressed.Length} follow.");
        }

        using var zlib = new ZLibStream(new MemoryStream(compressed.ToArray()), CompressionMode.Decompress);
        var buffer = new byte[MaximumEncodedBytes + 1];
        try
        {
            var length = zlib.ReadAtLeast(buffer, buffer.Length, throwOnEndOfStream: false);
            return length <= MaximumEncodedBytes
                ? buffer[..length]
                : throw new FormatException($"The histogram inflates to more than {MaximumEncodedBytes} bytes.");
        }
        catch (InvalidDataException exception)
        {
            throw new FormatException("The compressed part of the histogram is not valid zlib data.", exception);
        }
    }

    private static ReadOnlySpan<byte> PayloadOf(ReadOnlySpan<byte> encoded)
    {
        if (encoded.Length < HeaderBytes)
        {
            throw new FormatException($"A V2 histogram has at least {HeaderBytes} bytes; these are {encoded.Length}.");
        }

        Demand(BinaryPrimitives.ReadUInt32BigEndian(encoded), Cookie, "cookie");
        Demand(BinaryPrimitives.ReadInt32BigEndian(encoded[12..]), LatencyBucketLayout.SignificantDigits, "number of significant digits");
        Demand(BinaryPrimitives.ReadInt64BigEndian(encoded[16..]), 1, "lowest discernible value");
        DemandRatioOfOne(BinaryPrimitives.ReadInt64BigEndian(encoded[32..]));

        // Not read: the normalizing index offset says how the writer stored its counters, which it writes in logical order all the same
        // (hdr-histogram-js writes 1 there); the highest trackable value changes no counter's meaning.
        Demand(BinaryPrimitives.ReadInt32BigEndian(encoded[4..]), encoded.Length - HeaderBytes, "payload length");
        return encoded[HeaderBytes..];
    }

    private static void Demand(long actual, long expected, string what)
    {
        if (actual != expected)
        {
            throw new FormatException($"The histogram's {what} is {actual}; only {expected} can be read.");
        }
    }

    /// <summary>The ratio is the floating-point number 1; hdr-histogram-js writes the integer 1 in its place.</summary>
    private static void DemandRatioOfOne(long bits)
    {
        if (bits != 1 && BitConverter.Int64BitsToDouble(bits) != 1)
        {
            throw new FormatException("The histogram's values are scaled; only a conversion ratio of 1 can be read.");
        }
    }

    private static void ReadCounters(ReadOnlySpan<byte> payload, LatencyHistogram histogram)
    {
        var next = 0;
        while (!payload.IsEmpty)
        {
            var length = ZigZagLeb128.Read(payload, out var word);
            if (length == 0)
            {
                throw new FormatException("The histogram ends inside a counter.");
            }

            next = ReadWord(word, next, histogram);
            payload = payload[length..];
        }
    }

    /// <summary>Takes in a count or a run of empty counters, and returns the index of the counter after it.</summary>
    private static int ReadWord(long word, int index, LatencyHistogram histogram)
    {
        if ((word < 0 ? -(Int128)word : 1) > MaximumForeignCounters - index)
        {
            throw new FormatException($"The histogram has more than the {MaximumForeignCounters} counters that 64-bit values need.");
        }

        if (word < 0)
        {
            return index - (int)word;
        }

        if (word > MaximumCount - histogram.Count)
        {
            throw new FormatException($"The histogram counts more than {MaximumCount} values.");
        }

        if (word > 0)
        {
            histogram.AddToCounter(index, word);
        }

        return index + 1;
    }
}
