using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;
using AzurePerf.UnitTests.Golden;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Measurements.Logs;

public sealed class HistogramLogTests
{
    private const string Header = "#[Histogram log format version 1.3]\n#[StartTime: 1700000000.250 (seconds since epoch), x]\n";
    private const string Payload = "HISTFAAAACB4nJNpmSzMwMDACMXMDBDAyMDA7GawYwEDnA8ASQ8DHw==";
    private static readonly double[] Quantiles = [0.5, 0.9, 0.99, 0.999];
    private static readonly DateTimeOffset Start = DateTimeOffset.UnixEpoch.AddMilliseconds(1_700_000_000_250);

    // Written by hdr-histogram-js 3.0.1 under Node 20: new HistogramLogWriter(lines.push), outputComment, outputLogFormatVersion, outputStartTime(1700000000250),
    // outputLegend; then outputIntervalHistogram(h, undefined, undefined, 1000000) for i = 0, 1, 2 with h = build({ lowestDiscernibleValue: 1,
    // highestTrackableValue: 3600000000000, numberOfSignificantValueDigits: 3, bitBucketSize: 64 }), recordValue(1000000 + i * 700001 + k * k * 977) for k below 200 and
    // recordValue(2500000000 * (i + 1)), tags ok, ok and none; at last 70,000 times 3,000 from 0 to 2.5 s with the tag throttled. The figures are those that its
    // HistogramLogReader gives back: start and end in ms, totalCount, maxValue, getValueAtPercentile.
    [Fact]
    public void A_log_written_by_another_implementation_reads_as_it_reads_it()
    {
        var (start, intervals) = ReadAll(GoldenFile.Read("histogram-log-of-hdr-histogram-js.hlog"));

        Assert.Equal(Start, start);
        Assert.Equal(
            [
                ("ok", 0, 1_000, 201, 2_501_902_335, "10772479 32669695 39321599 2501902335"),
                ("ok", 1_000, 1_000, 201, 5_003_804_671, "11476991 33357823 40009727 5003804671"),
                ("", 2_000, 1_000, 201, 7_503_609_855, "12173311 34078719 40730623 7503609855"),
                ("throttled", 0, 2_500, 70_000, 3_001, "3001 3001 3001 3001"),
            ],
            intervals.Select(Describe));
        Assert.Equal([2_500m, 5_000m, 7_500m, 0.003m], intervals.Select(interval => interval.Maximum));
    }

    // What hdr-histogram-js 3.0.1 prints of the committed file: new HistogramLogReader(text, 64), nextIntervalHistogram() until null; tag, startTimeStampMsec,
    // endTimeStampMsec, totalCount, maxValue, getValueAtPercentile of 50, 90, 99 and 99.9.
    [Fact]
    public void A_log_of_ours_is_the_one_that_another_implementation_was_seen_to_read()
    {
        var (_, committed) = ReadAll(GoldenFile.Read("histogram-log.hlog"));
        var (start, written) = ReadAll(WriteExample());

        Assert.Equal(Start, start);
        Assert.Equal(committed.Select(Describe), written.Select(Describe));
        Assert.Equal(
            [
                ("ok", 0, 1_000, 402, 5_003_804_671, "11083775 33013759 39714815 5003804671"),
                ("ok", 1_500, 1_000, 1, 3_601_330_077_695, "3601330077695 3601330077695 3601330077695 3601330077695"),
                ("clientTimeout", 0, 2_500, 70_000, 3_001, "3001 3001 3001 3001"),
            ],
            committed.Select(Describe));
    }

    [Fact]
    public void The_lines_of_a_log_are_those_of_the_format()
    {
        var lines = WriteExample().Split('\n');

        Assert.Equal("#[a remark]", lines[0]);
        Assert.Equal("#[Histogram log format version 1.3]", lines[1]);
        Assert.Equal("#[StartTime: 1700000000.250 (seconds since epoch), 2023-11-14T22:13:20.2500000Z]", lines[2]);
        Assert.Equal("#[BaseTime: 1700000000.250 (seconds since epoch)]", lines[3]);
        Assert.Equal("\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\",\"Interval_Compressed_Histogram\"", lines[4]);
        Assert.StartsWith("Tag=ok,0.000,1.000,5000.000,HISTFAA", lines[5], StringComparison.Ordinal);
        Assert.StartsWith("Tag=ok,1.500,1.000000001,3600000.000,HISTFAA", lines[6], StringComparison.Ordinal);
        Assert.Equal("", lines[^1]);
    }

    [Fact]
    public void What_is_written_reads_the_same_to_the_nanosecond_and_the_last_counter() => SeededProperty.Holds(
        Gen.Select(Gen.Long[0, 3_999_999_999_999_999], Gen.Long[0, 99_999_999_999], LatencyHistogramPropertyTests.Latency.Array[1, 100]),
        written =>
        {
            var (start, length, some) = written;
            var latencies = Of(some);
            var interval = HistogramInterval.Of("ok", start, length, latencies);
            var read = Assert.Single(ReadAll(Write([interval])).Intervals);
            return read with { Line = 0 } == interval && read.Decode().RecordedBuckets().SequenceEqual(latencies.RecordedBuckets());
        },
        cases: 50);

    [Theory]
    [InlineData("1700000005.250", 5_000)]
    [InlineData("5.000", 5_000)]
    [InlineData("5", 5_000)]
    [InlineData("5e-1", 500)]
    [InlineData("1699999999.250", -1_000)]
    public void Timestamps_count_from_the_start_whether_they_are_absolute_or_not(string timestamp, long milliseconds)
    {
        var (_, intervals) = ReadAll($"{Header}{timestamp},1,0,{Payload}\n");

        Assert.Equal(milliseconds * 1_000_000, Assert.Single(intervals).StartNanoseconds);
    }

    [Fact]
    public void A_base_time_that_differs_from_the_start_is_honoured()
    {
        var (_, intervals) = ReadAll($"{Header}#[BaseTime: 1700000000 (seconds since epoch)]\n1.0,1,0,{Payload}\n");

        Assert.Equal(750_000_000, Assert.Single(intervals).StartNanoseconds);
    }

    [Fact]
    public void A_log_without_any_comment_counts_from_wherever_its_writer_did()
    {
        var (start, intervals) = ReadAll($"\r\n1.0, 2.0, 3.5, {Payload}\r\n\r\n");

        Assert.Null(start);
        Assert.Equal((1_000_000_000, 2_000_000_000, 3.5m), Assert.Single(intervals.Select(interval => (interval.StartNanoseconds, interval.LengthNanoseconds, interval.Maximum))));
    }

    [Theory]
    [InlineData("#[Histogram log format version 2.0]\n", "line 1: log format 2.0 cannot be read")]
    [InlineData("#[StartTime: soon]\n", "line 1: the start time 'soon' is not a number")]
    [InlineData("#[StartTime: -5 (seconds since epoch)]\n", "line 1: the start time '-5' is no instant")]
    [InlineData("#[BaseTime: 1e28]\n", "line 1: the base time '1e28' is no instant")]
    [InlineData("# ok\nnonsense\n", "line 2: an interval has 4 fields in addition to its tag, this one has 1")]
    [InlineData("1,1,1\n", "line 1: an interval has 4 fields in addition to its tag, this one has 3")]
    [InlineData("Tag=a,1,1,1\n", "line 1: an interval has 4 fields in addition to its tag, this one has 3")]
    [InlineData("Tag=a\n", "line 1: an interval has 4 fields in addition to its tag, this one has 0")]
    [InlineData("1,1,1,x,y\n", "line 1: an interval has 4 fields in addition to its tag, this one has 5")]
    [InlineData("now,1,1,x\n", "line 1: the start 'now' is not a number")]
    [InlineData("1,1 s,1,x\n", "line 1: the length '1 s' is not a number")]
    [InlineData("1,-1,1,x\n", "line 1: the length -1 is negative")]
    [InlineData("1,1,,x\n", "line 1: the maximum '' is not a number")]
    [InlineData("1e10,1,1,x\n", "line 1: the start is out of range")]
    [InlineData("1,1,1,HIST!\n", "line 1: a histogram cannot be read")]
    [InlineData("#\n1,1,1,HISTFAAAACA=\n", "line 2: a histogram cannot be read: The histogram declares 32 compressed bytes, but 0 follow")]
    public void What_is_no_log_is_refused_with_its_line_and_the_reason(string text, string reason) =>
        Assert.Contains(reason, Assert.Throws<InvalidDataException>(() => ReadAll(text).Intervals.Select(interval => interval.Decode()).ToArray()).Message, StringComparison.Ordinal);

    [Theory]
    [InlineData("a,b")]
    [InlineData("a b")]
    [InlineData("a\nb")]
    public void A_tag_that_would_end_early_is_refused(string tag) =>
        Assert.Throws<ArgumentException>(() => Write([HistogramInterval.Of(tag, 0, 1, new())]));

    [Fact]
    public void No_changed_character_causes_anything_but_a_log_or_a_complaint()
    {
        var text = WriteExample();
        var random = new Random(11);
        for (var round = 0; round < Night.Size(usually: 150, atNight: 500); round++)
        {
            var copy = text.ToCharArray();
            copy[random.Next(copy.Length)] = (char)random.Next(1, 128);
            var thrown = Record.Exception(() => ReadAll(new string(copy)).Intervals.Select(interval => interval.Decode()).ToArray());
            Assert.True(thrown is null or InvalidDataException, thrown?.ToString());
        }
    }

    private static (string Tag, long Start, long Length, long Count, long Maximum, string Quantiles) Describe(HistogramInterval interval)
    {
        var latencies = interval.Decode();
        var values = Quantiles.Select(quantile => HighestEquivalent(latencies, latencies.ValueAtQuantile(quantile)));
        return (
            interval.Tag, interval.StartNanoseconds / 1_000_000, interval.LengthNanoseconds / 1_000_000, latencies.Count,
            HighestEquivalent(latencies, latencies.MaximumNanoseconds!.Value), string.Join(' ', values));
    }

    /// <summary>The other implementation does not know that nothing above 1 h is recorded, and names the end of the last bucket.</summary>
    private static long HighestEquivalent(LatencyHistogram latencies, long nanoseconds) => latencies.RecordedBuckets()
        .Where(bucket => bucket.LowestNanoseconds <= nanoseconds && nanoseconds <= bucket.HighestNanoseconds).Select(bucket => bucket.HighestNanoseconds).Single();

    private static string WriteExample()
    {
        var first = new LatencyHistogram();
        for (var round = 0; round < 2; round++)
        {
            for (var step = 0; step < 200; step++)
            {
                first.Record(1_000_000 + (round * 700_001) + (step * step * 977));
            }

            first.Record(2_500_000_000 * (round + 1));
        }

        return Write(
        [
            HistogramInterval.Of("ok", 0, 1_000_000_000, first),
            HistogramInterval.Of("ok", 1_500_000_000, 1_000_000_001, Of([LatencyHistogram.HighestTrackableNanoseconds])),
            HistogramInterval.Of("clientTimeout", 0, 2_500_000_000, Of([.. Enumerable.Repeat(3_000L, 70_000)])),
        ]);
    }

    private static string Write(HistogramInterval[] intervals)
    {
        using var text = new StringWriter();
        var log = new HistogramLogWriter(text);
        log.WriteHeader(Start, "a\nremark");
        Array.ForEach(intervals, log.Write);
        return text.ToString();
    }

    private static (DateTimeOffset? Start, IReadOnlyList<HistogramInterval> Intervals) ReadAll(string text)
    {
        using var lines = new StringReader(text);
        var reader = new HistogramLogReader(lines);
        var intervals = new List<HistogramInterval>();
        while (reader.Read() is { } interval)
        {
            intervals.Add(interval);
        }

        return (reader.StartTime, intervals);
    }

    private static LatencyHistogram Of(long[] latencies)
    {
        var histogram = new LatencyHistogram();
        Array.ForEach(latencies, histogram.Record);
        return histogram;
    }
}
