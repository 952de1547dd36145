using System.Buffers.Binary;
using System.IO.Compression;
using AzurePerf.Core.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

public sealed class LatencyHistogramEncodingTests
{
    private static readonly double[] Quantiles = [0, 0.001, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1];

    // Written and evaluated by hdr-histogram-js 3.0.1: build({ lowestDiscernibleValue: 1, highestTrackableValue: 3600000000000, numberOfSignificantValueDigits: 3,
    // bitBucketSize: 64 }), encodeIntoCompressedBase64, getValueAtPercentile, mean.
    private const string Mixed =
        "HISTFAAAAMd4nDXMMUsCcRiA8fd9/nf/u+4sUNeWoA/g6hz4DY6jT+HQ0G45nUdDHA0RKXJDODgkmEQcTXKIOKpTs6OTq0T0bL/lOb9/rIvIu4ioiBj5S0VMq/HRl3+zcbIaMauAGwrtaUdfTxgr"
        + "U2VreLNEvFziMYNnjwvmMPRJXPYha8tc+Qw4ZeaxVKp8G0bKnSEPidm6JFWa5Epp2Xtcc8U0+J2nLqnlwfKjtCl8spBbDobEYVChC08BBZQ+C5ccIr7O2E3UOQLC9i3P";

    private const string ManyEqual = "HISTFAAAADF4nJNpmSzMwMDAzcDAwMjAwMDMAAGMDAzMbgY7FjDA+Lxs3w8xrnhx4uV0dgCJFgjV";
    private const string Empty = "HISTFAAAACB4nJNpmSzMwMDACMXMDBDAyMDA7GawYwEDnA8ASQ8DHw==";

    // The same library's defaults, a range that grows: 70,000 each of 5, 2048, 2049, 999999 and 1e9, and one of two hours.
    private const string BeyondOneHour = "HISTFAAAADt4nJNpmSzMwMAgycDAwMjAwMDMAAGMDAzs/0EAxud8cJTjs/yBbsH9fYwPjnIsnA8i159hZAIAqUcR8w==";

    private const string TwoDigits = "HISTFAAAACh4nJNpmSzMwMDAzMDAwMjAwMDEAAGMDAzMbgY7FjDA+J/ZmQBSYgQc";
    private const string UnitOfAThousand = "HISTFAAAACt4nJNpmSzMwMDAwsDAwMjAwMDMAAbMLxgYmN0MdixggALGVmYmBgBoMQSW";

    [Fact]
    public void A_histogram_written_by_another_implementation_reads_as_it_reads_it()
    {
        var histogram = Decode(Mixed);

        Assert.Equal(498, histogram.Count);
        Assert.Equal(0, histogram.MinimumNanoseconds);
        Assert.Equal(12_053_451_395.22289, histogram.MeanNanoseconds!.Value, 1e-4);
        Assert.Equal(
            [0, 0, 1, 1, 30_383, 6_553_599, 597_164_031, 3_000_034_656_255, 3_000_034_656_255],
            Quantiles.Select(histogram.ValueAtQuantile));
    }

    [Fact]
    public void A_count_beyond_32_bits_survives()
    {
        var histogram = Decode(ManyEqual);

        Assert.Equal([new(7, 7, 3), new(2_498_560, 2_500_607, 123_456_789_012)], histogram.RecordedBuckets());
        Assert.Equal(2_499_583.99993926, histogram.MeanNanoseconds!.Value, 1e-6);
    }

    [Fact]
    public void An_empty_histogram_stays_empty() => Assert.Equal(0, Decode(Empty).Count);

    [Fact]
    public void Latencies_above_one_hour_from_a_wider_histogram_are_overflow()
    {
        var histogram = Decode(BeyondOneHour);

        Assert.Equal(350_001, histogram.Count);
        Assert.Equal(1, histogram.OverflowCount);
        Assert.Equal(LatencyHistogram.HighestTrackableNanoseconds, histogram.MaximumNanoseconds);
        Assert.Equal([5, 5, 2_049, 2_049, 1_000_341_503], Quantiles[..5].Select(histogram.ValueAtQuantile));
    }

    [Theory]
    [InlineData(Mixed)]
    [InlineData(ManyEqual)]
    [InlineData(Empty)]
    public void The_counters_are_written_byte_for_byte_as_another_implementation_writes_them(string foreign)
    {
        var encoded = LatencyHistogramEncoding.Encode(Decode(foreign));

        var theirs = Inflate(foreign);
        Assert.Equal(theirs[40..], encoded[40..]);
        Assert.Equal(theirs[..8], encoded[..8]);
        Assert.Equal(theirs[12..32], encoded[12..32]);
    }

    [Fact]
    public void The_header_is_the_one_of_the_format()
    {
        var encoded = LatencyHistogramEncoding.Encode(new LatencyHistogram());

        Assert.Equal("1C849313" + "00000001" + "00000000" + "00000003" + "0000000000000001" + "0000034630B8A000" + "3FF0000000000000" + "00",
            Convert.ToHexString(encoded));
    }

    [Fact]
    public void The_compressed_form_wraps_the_plain_one()
    {
        var histogram = Decode(Mixed);

        var compressed = LatencyHistogramEncoding.EncodeCompressed(histogram);

        Assert.Equal(0x1c849314u, BinaryPrimitives.ReadUInt32BigEndian(compressed));
        Assert.Equal(LatencyHistogramEncoding.Encode(histogram), Inflate(Convert.ToBase64String(compressed)));
    }

    [Fact]
    public void The_longest_words_survive()
    {
        var buffer = new byte[ZigZagLeb128.MaximumBytes];
        foreach (var value in new[] { 0, 1, -1, 63, 64, -64, -65, 1L << 55, -(1L << 55), (1L << 55) - 1, long.MaxValue, long.MinValue })
        {
            var length = ZigZagLeb128.Write(buffer, value);
            Assert.Equal(length, ZigZagLeb128.Read(buffer.AsSpan(0, length), out var read));
            Assert.Equal(value, read);
        }
    }

    [Theory]
    [InlineData(TwoDigits, "significant digits is 2")]
    [InlineData(UnitOfAThousand, "lowest discernible value is 1000")]
    [InlineData("", "at least 40 bytes; these are 0")]
    [InlineData("HISTFAAAACA=", "declares 32 compressed bytes, but 0 follow")]
    [InlineData("HISTFAAAAAQBAgME", "not valid zlib data")]
    [InlineData("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "cookie is 0")]
    public void What_is_no_histogram_of_ours_is_refused_with_the_reason(string base64, string reason)
        => Assert.Contains(reason, Assert.Throws<FormatException>(() => Decode(base64)).Message, StringComparison.Ordinal);

    [Fact]
    public void A_payload_longer_or_shorter_than_declared_is_refused()
    {
        var encoded = LatencyHistogramEncoding.Encode(Decode(Mixed));

        Assert.Throws<FormatException>(() => LatencyHistogramEncoding.Decode(encoded.AsSpan(0, encoded.Length - 1)));
        Assert.Throws<FormatException>(() => LatencyHistogramEncoding.Decode([.. encoded, 0]));
    }

    [Fact]
    public void A_scaled_histogram_is_refused()
    {
        var encoded = LatencyHistogramEncoding.Encode(new LatencyHistogram());
        BinaryPrimitives.WriteDoubleBigEndian(encoded.AsSpan(32), 1e-6);

        Assert.Contains("scaled", Assert.Throws<FormatException>(() => LatencyHistogramEncoding.Decode(encoded)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("80", "ends inside a counter")]
    [InlineData("FFFFFFFFFFFFFFFFFF", "more than the 56320 counters")]
    [InlineData("FFFFFFFF7F", "more than the 56320 counters")]
    [InlineData("FFEF06" + "02", "more than the 56320 counters")]
    [InlineData("FEFFFFFFFFFFFFFFFF", "counts more than")]
    [InlineData("80808080808008" + "02", "counts more than")]
    public void Counters_that_cannot_be_are_refused(string payload, string reason)
        => Assert.Contains(reason, Assert.Throws<FormatException>(() => LatencyHistogramEncoding.Decode(WithPayload(payload))).Message, StringComparison.Ordinal);

    [Fact]
    public void A_compressed_bomb_is_refused_in_bounded_memory()
    {
        using var stream = new MemoryStream();
        using (var zlib = new ZLibStream(stream, CompressionLevel.Fastest, leaveOpen: true))
        {
            for (var megabyte = 0; megabyte < 64; megabyte++)
            {
                zlib.Write(new byte[1 << 20]);
            }
        }

        byte[] bomb = [0x1c, 0x84, 0x93, 0x14, .. BitConverter.GetBytes(BinaryPrimitives.ReverseEndianness((int)stream.Length)), .. stream.ToArray()];
        var before = GC.GetAllocatedBytesForCurrentThread();

        var refused = Assert.Throws<FormatException>(() => LatencyHistogramEncoding.Decode(bomb));

        Assert.Contains("inflates to more than", refused.Message, StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 2_000_000);
    }

    [Fact]
    public void No_corrupted_byte_causes_anything_but_a_histogram_or_a_format_exception()
    {
        var encoded = LatencyHistogramEncoding.Encode(Decode(Mixed));
        var compressed = LatencyHistogramEncoding.EncodeCompressed(Decode(Mixed));
        var random = new Random(11);
        for (var round = 0; round < Night.Size(usually: 500, atNight: 2_000); round++)
        {
            var copy = (byte[])(round % 2 == 0 ? encoded : compressed).Clone();
            copy[random.Next(copy.Length)] ^= (byte)random.Next(1, 256);
            Assert.True(Record.Exception(() => LatencyHistogramEncoding.Decode(copy)) is null or FormatException);
        }
    }

    private static LatencyHistogram Decode(string base64) => LatencyHistogramEncoding.Decode(Convert.FromBase64String(base64));

    private static byte[] Inflate(string base64)
    {
        using var zlib = new ZLibStream(new MemoryStream(Convert.FromBase64String(base64)[8..]), CompressionMode.Decompress);
        using var plain = new MemoryStream();
        zlib.CopyTo(plain);
        return plain.ToArray();
    }

    private static byte[] WithPayload(string hex)
    {
        var payload = Convert.FromHexString(hex);
        byte[] encoded = [.. LatencyHistogramEncoding.Encode(new LatencyHistogram())[..40], .. payload];
        BinaryPrimitives.WriteInt32BigEndian(encoded.AsSpan(4), payload.Length);
        return encoded;
    }
}
