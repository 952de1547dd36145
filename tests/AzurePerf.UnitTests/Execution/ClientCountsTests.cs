using AzurePerf.Core.Measurements;
using AzurePerf.Worker.Execution;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class ClientCountsTests
{
    [Fact]
    public void What_several_clients_count_is_what_one_series_of_all_instants_would_hold() => SeededProperty.Holds(
        Gen.Int[0, 900_000].Array[0, 100].Array[3],
        clients =>
        {
            var (shared, all) = (new OperationTimeline(), BinTimeline.OfOperations());
            foreach (var gaps in clients)
            {
                var (counts, now) = (new ClientCounts(shared), 0L);
                foreach (var microseconds in gaps)
                {
                    now += microseconds * 1_000L;
                    counts.Count(now);
                    all.Add(now, 1);
                }

                counts.HandOver();
            }

            var read = shared.Read();
            return read.BinNanoseconds == all.BinNanoseconds && read.Operations.SequenceEqual(all.Bins.ToArray());
        });

    /// <summary>A collection counts the rest of what a thread may allocate as allocated: the least of three times has none.</summary>
    [Fact]
    public void Counting_costs_no_memory_even_where_bins_become_wider()
    {
        Assert.Equal(0, Enumerable.Range(0, 3).Min(_ => AllocatedByCounting()));

        static long AllocatedByCounting()
        {
            var counts = new ClientCounts(new());
            counts.Count(1);
            var before = GC.GetAllocatedBytesForCurrentThread();
            for (var second = 0L; second < 200; second++)
            {
                counts.Count(second * 1_000_000_000);
            }

            return GC.GetAllocatedBytesForCurrentThread() - before;
        }
    }
}
