using AzurePerf.Core.Measurements;
using HdrHistogram;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

/// <summary>The library whose bucket scheme ours has says the same of the same latencies.</summary>
public sealed class HdrHistogramWitnessTests
{
    /// <summary>From here on the library computes the width of a bucket in 32 bits and gets a negative one.</summary>
    private const long Above = 1L << 41;

    /// <summary>Of a thousand latencies each has a whole rank: between two ranks the library takes the nearer one, ours the higher.</summary>
    private static readonly double[] Percentiles = [10, 25, 50, 75, 90, 95, 99, 99.9, 100];

    [Theory]
    [InlineData(1_000)]
    [InlineData(100_000)]
    public void Counts_and_percentiles_are_those_of_the_library(int count)
    {
        var random = new Random(count);
        var (ours, theirs) = (new LatencyHistogram(), new LongHistogram(LatencyHistogram.HighestTrackableNanoseconds, 3));
        for (var recorded = 0; recorded < count; recorded++)
        {
            // From 1 ns to 36 min, each power of two as often as the others.
            var latency = (long)Math.Pow(2, random.NextDouble() * Math.Log2(Above));
            ours.Record(latency);
            theirs.RecordValue(latency);
        }

        Assert.Equal(theirs.TotalCount, ours.Count);
        Assert.All(Percentiles, percentile => Assert.True(
            theirs.HighestEquivalentValue(theirs.GetValueAtPercentile(percentile)) == theirs.HighestEquivalentValue(ours.ValueAtQuantile(percentile / 100)),
            $"p{percentile}: {ours.ValueAtQuantile(percentile / 100)} where the library says {theirs.GetValueAtPercentile(percentile)}"));
        Assert.Equal(
            theirs.RecordedValues().Select(bucket => (theirs.HighestEquivalentValue(bucket.ValueIteratedTo), bucket.CountAtValueIteratedTo)),
            ours.RecordedBuckets().Select(bucket => (theirs.HighestEquivalentValue(bucket.LowestNanoseconds), bucket.Count)));
    }
}
