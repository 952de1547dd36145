using AzurePerf.Core.Measurements;
using AzurePerf.Testing.Measurements;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class StorageProofTests
{
    [Theory]
    [InlineData(DiskDirection.Read, 950L, 0L, 0.95)]
    [InlineData(DiskDirection.Write, 0L, 1_024L, 1.024)]
    public void What_the_storage_moved_proves_that_no_cache_answered(DiskDirection direction, long read, long written, double share)
    {
        var result = PointSummariser.Summarise(Observe(direction, read, written));
        var summary = result.Operations!;

        Assert.Equal(share, summary.UncachedShare);
        Assert.DoesNotContain(PointFlag.CacheSuspect, result.Flags);
    }

    [Theory]
    [InlineData(DiskDirection.Read, 949L, 2_000L, "the storage moved 94.9 % of the bytes: a cache of the system answered for the rest")]
    [InlineData(DiskDirection.Write, 2_000L, 0L, "the storage moved 0 % of the bytes: a cache of the system answered for the rest")]
    [InlineData(DiskDirection.Read, null, null, "the system does not tell this process what the storage moved, so that nothing proves that no cache answered")]
    public void Less_than_95_per_cent_or_no_counter_is_flagged_with_the_figure(DiskDirection direction, long? read, long? written, string reason)
    {
        var result = PointSummariser.Summarise(Observe(direction, read, written));
        var summary = result.Operations!;

        Assert.Contains(PointFlag.CacheSuspect, result.Flags);
        Assert.Contains(new(PointFlag.CacheSuspect, reason), result.Reasons);
    }

    [Fact]
    public void Experiments_that_go_through_caches_have_nothing_to_prove()
    {
        var result = PointSummariser.Summarise(Observe(null, 0, 0));
        var summary = result.Operations!;

        Assert.Null(summary.UncachedShare);
        Assert.DoesNotContain(PointFlag.CacheSuspect, result.Flags);
    }

    private static PointObservation Observe(DiskDirection? direction, long? read, long? written) => Observed(Client(0, 0, 1, completed: 10)) with
    {
        MeasuresWorker = true,
        UncachedDirection = direction,
        Environment = SampleEnvironment.Value with { Machine = new() { StorageReadBytes = read, StorageWrittenBytes = written } },
    };
}
