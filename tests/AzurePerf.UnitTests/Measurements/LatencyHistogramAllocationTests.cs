using AzurePerf.Core.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

[Collection(nameof(AllocationCollection))]
public sealed class LatencyHistogramAllocationTests
{
    [Fact]
    public void Recording_a_million_latencies_allocates_nothing()
    {
        var histogram = new LatencyHistogram();
        var latencies = MixedLatencies.Draw(10_000, seed: 3);
        RecordAll(histogram, latencies);

        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var round = 0; round < 100; round++)
        {
            RecordAll(histogram, latencies);
        }

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);
        Assert.Equal(1_010_000, histogram.Count);
    }

    private static void RecordAll(LatencyHistogram histogram, long[] latencies)
    {
        foreach (var latency in latencies)
        {
            histogram.Record(latency);
        }
    }
}
