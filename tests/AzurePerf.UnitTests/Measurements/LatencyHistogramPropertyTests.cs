using AzurePerf.Core.Measurements;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

public sealed class LatencyHistogramPropertyTests
{
    private const long Hour = 3_600_000_000_000;

    /// <summary>Every order of magnitude is as likely as the next, above 1 h included. The magnitude is drawn first, so that it is shrunk first.</summary>
    internal static readonly Gen<long> Latency =
        from bits in Gen.Int[0, 45]
        from position in Gen.Int[0, int.MaxValue]
        select (long)((1L << bits) * (1 + (position / (double)int.MaxValue))) - 1;

    private static readonly Gen<long[]> Latencies = Latency.Array[0, 100];

    [Fact]
    public void Merging_parts_gives_exactly_the_histogram_of_all_samples()
        => SeededProperty.Holds(Latencies.Array[0, 100], parts =>
        {
            var merged = new LatencyHistogram();
            foreach (var part in parts)
            {
                merged.Merge(Of(part));
            }

            return LatencyHistogramEquality.Differences(Of([.. parts.SelectMany(part => part)]), merged).Count == 0;
        });

    [Fact]
    public void Merging_is_the_same_in_any_order()
        => SeededProperty.Holds(Gen.Select(Latencies, Latencies), pair =>
        {
            var (first, second) = (Of(pair.Item1), Of(pair.Item2));
            first.Merge(Of(pair.Item2));
            second.Merge(Of(pair.Item1));
            return LatencyHistogramEquality.Differences(first, second).Count == 0;
        });

    [Fact]
    public void Every_quantile_is_at_most_a_thousandth_above_the_exact_one()
        => SeededProperty.Holds(
            Gen.Select(Latency.Array[1, 100], Gen.Int[0, 1_000_000], (latencies, millionths) => (latencies, millionths)),
            example =>
            {
                var sorted = example.latencies.Select(latency => Math.Min(latency, Hour)).Order().ToArray();
                var rank = ((example.millionths * (long)sorted.Length) + 999_999) / 1_000_000;
                var exact = sorted[Math.Max(rank, 1) - 1];
                return Of(example.latencies).ValueAtQuantile(example.millionths / 1e6) - exact is var excess && excess >= 0 && excess <= exact / 1_000.0;
            },
            cases: 1_000);

    [Fact]
    public void Every_latency_lies_in_the_bucket_that_counts_it()
        => SeededProperty.Holds(Latency, latency =>
        {
            var bucket = Of([latency]).RecordedBuckets().Single();
            var clamped = Math.Min(latency, Hour);
            return bucket.LowestNanoseconds <= clamped && clamped <= bucket.HighestNanoseconds;
        }, cases: 2_000);

    [Fact]
    public void Counting_below_and_above_any_latency_counts_every_sample_once()
        => SeededProperty.Holds(Gen.Select(Latencies, Latency), pair =>
        {
            var histogram = Of(pair.Item1);
            var end = Of([pair.Item2]).RecordedBuckets().Single().HighestNanoseconds;
            return histogram.CountAtOrBelow(pair.Item2) + histogram.CountBetween(end + 1, long.MaxValue) == histogram.Count
                || end >= Hour;
        });

    [Fact]
    public void Encoding_and_decoding_keep_every_counter()
        => SeededProperty.Holds(Latencies, latencies =>
        {
            var histogram = Of(latencies);
            var plain = LatencyHistogramEncoding.Decode(LatencyHistogramEncoding.Encode(histogram));
            var compressed = LatencyHistogramEncoding.Decode(LatencyHistogramEncoding.EncodeCompressed(histogram));
            return histogram.RecordedBuckets().SequenceEqual(plain.RecordedBuckets())
                && LatencyHistogramEquality.Differences(plain, compressed).Count == 0;
        });

    [Fact]
    public void Millions_of_mixed_samples_give_every_quantile_within_a_thousandth()
        => AssertQuantiles(MixedLatencies.Draw(Night.Size(usually: 1_000_000, atNight: 10_000_000), seed: 2), parts: 192);

    private static void AssertQuantiles(long[] latencies, int parts)
    {
        var merged = new LatencyHistogram();
        foreach (var part in latencies.Chunk((latencies.Length / parts) + 1))
        {
            merged.Merge(Of(part));
        }

        Assert.Empty(LatencyHistogramEquality.Differences(Of(latencies), merged));
        Array.Sort(latencies);
        for (var step = 1; step <= 10_000; step++)
        {
            var exact = latencies[(((long)step * latencies.Length) + 9_999) / 10_000 - 1];
            var excess = merged.ValueAtQuantile(step / 10_000.0) - exact;
            Assert.True(excess >= 0 && excess <= exact / 1_000.0, $"quantile {step / 100.0} %: {excess} ns off {exact} ns");
        }
    }

    private static LatencyHistogram Of(long[] latencies)
    {
        var histogram = new LatencyHistogram();
        foreach (var latency in latencies)
        {
            histogram.Record(latency);
        }

        return histogram;
    }
}
