using AzurePerf.Core.Measurements;
using AzurePerf.UnitTests.Measurements;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

[Collection(nameof(AllocationCollection))]
public sealed class ClientLatenciesAllocationTests
{
    private const int Intervals = 100;
    private const int OperationsPerInterval = 10_000;

    [Fact]
    public void Recording_allocates_nothing_and_handing_over_only_what_an_interval_takes_encoded()
    {
        var latencies = MixedLatencies.Draw(OperationsPerInterval, seed: 3);
        var client = new ClientLatencies(new());
        RecordInterval(client, latencies, 0);

        var before = GC.GetAllocatedBytesForCurrentThread();
        RecordInterval(client, latencies, 0);
        var within = GC.GetAllocatedBytesForCurrentThread() - before;
        for (var interval = 1; interval <= Intervals; interval++)
        {
            RecordInterval(client, latencies, interval);
        }

        Assert.Equal(0, within);
        Assert.InRange((GC.GetAllocatedBytesForCurrentThread() - before) / Intervals, 1, 20_000);
    }

    private static void RecordInterval(ClientLatencies client, long[] latencies, int interval)
    {
        for (var index = 0; index < latencies.Length; index++)
        {
            client.Record((interval * 1_000_000_000L) + index, latencies[index]);
        }
    }
}
