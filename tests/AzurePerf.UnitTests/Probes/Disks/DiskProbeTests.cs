using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Disks;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Disks;

[Collection(nameof(AllocationCollection))]
public sealed class DiskProbeTests : IDisposable
{
    private readonly DiskFolder _folder = new();

    public DiskProbeTests() => _folder.Create(mebibytes: 1).Dispose();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(DiskPattern.Random, 4_096, DiskDirection.Read, DiskDurability.None)]
    [InlineData(DiskPattern.Sequential, 1 << 20, DiskDirection.Read, DiskDurability.None)]
    [InlineData(DiskPattern.Random, 4_096, DiskDirection.Write, DiskDurability.Dsync)]
    [InlineData(DiskPattern.Sequential, 128 << 10, DiskDirection.Write, DiskDurability.None)]
    public async Task Every_byte_is_moved_by_the_storage_and_no_cache_is_suspected(DiskPattern pattern, int blockBytes, DiskDirection direction, DiskDurability durability)
    {
        var options = Blocks(pattern, blockBytes) with { Direction = direction, Durability = durability };
        await using var probe = new DiskMarkProbe(options, _folder.Scope);
        var result = (await RunAsync(probe, options)).Result;
        var summary = result.Operations!;

        Assert.Equal((20, 20 * (long)blockBytes), (summary.Operations, summary.Bytes));
        Assert.Equal(20, summary.Outcomes[OperationOutcome.Ok]);
        Assert.InRange(summary.UncachedShare!.Value, 0.95, double.MaxValue);
        Assert.DoesNotContain(PointFlag.CacheSuspect, result.Flags);
        Assert.Empty(Directory.GetFileSystemEntries(_folder.Path));
    }

    [Fact]
    public void Clients_in_order_deal_the_blocks_among_them_and_begin_again_at_the_end()
    {
        using var file = _folder.Create(mebibytes: 4);
        using var blocks = new DiskBlocks(file, Blocks(DiskPattern.Sequential, 1 << 20) with { Clients = 3 }, seed: 1);

        Assert.Equal([0, 3, 2], Enumerable.Range(0, 3).Select(_ => Place(blocks, 0)));
        Assert.Equal([1, 0, 3], Enumerable.Range(0, 3).Select(_ => Place(blocks, 1)));
    }

    [Fact]
    public void Blocks_at_random_are_repeatable_and_reach_all_of_the_file()
    {
        using var file = _folder.Create(mebibytes: 1);
        using var blocks = new DiskBlocks(file, Blocks(DiskPattern.Random, 64 << 10) with { Clients = 2 }, seed: 1);
        using var again = new DiskBlocks(file, Blocks(DiskPattern.Random, 64 << 10) with { Clients = 2 }, seed: 1);
        long[] places = [.. Enumerable.Range(0, 200).Select(_ => Place(blocks, 1))];

        Assert.Equal(places, Enumerable.Range(0, 200).Select(_ => Place(again, 1)));
        Assert.Equal(Enumerable.Range(0, 16).Select(place => (long)place), places.Distinct().Order());
    }

    [Fact]
    public void A_block_that_is_not_that_of_its_place_is_corrupt()
    {
        using var file = _folder.Create(mebibytes: 1);
        using var writer = new DiskBlocks(file, Blocks(DiskPattern.Sequential, 4_096) with { Direction = DiskDirection.Write }, seed: 1);
        using var reader = new DiskBlocks(file, Blocks(DiskPattern.Sequential, 4_096), seed: 1);
        writer.MoveNext(0);
        writer.Verify(0);
        reader.MoveNext(0);

        Assert.Equal("what was read at 0 is not what was written there", Assert.Throws<CorruptDataException>(() => reader.Verify(0)).Message);
        reader.MoveNext(0);
        reader.Verify(0);
    }

    [Fact]
    public void A_block_costs_no_memory()
    {
        using var file = _folder.Create(mebibytes: 1);
        using var blocks = new DiskBlocks(file, Blocks(DiskPattern.Random, 4_096), seed: 1);
        Move(10);
        var before = GC.GetAllocatedBytesForCurrentThread();
        Move(100);

        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        void Move(int count)
        {
            for (var index = 0; index < count; index++)
            {
                blocks.MoveNext(0);
                blocks.Verify(0);
            }
        }
    }

    [Theory]
    [InlineData(DiskDirection.Read)]
    [InlineData(DiskDirection.Write)]
    public async Task A_pass_of_the_warm_experiment_is_the_whole_file_and_the_first_is_held_against_the_later_one(DiskDirection direction)
    {
        var options = new DiskWarmOptions { FileBytes = 4 << 20, WaitSeconds = 0.01, OperationsPerClient = 2, WarmUpOperations = 1, Direction = direction };
        await using var probe = new DiskWarmProbe(options, _folder.Scope);
        var measurement = await RunAsync(probe, options);

        Assert.Equal((2, 8 << 20), (measurement.Summary.Operations, measurement.Summary.Bytes));
        Assert.Equal(1, measurement.Summary.FirstOperation!.LaterOperations);
        Assert.True(measurement.Summary.FirstOperation.MovesBytes);
        Assert.DoesNotContain(PointFlag.CacheSuspect, measurement.Result.Flags);
        Assert.Equal(measurement.Summary.FirstOperation, PointSummariser.Summarise(measurement.Details).Operations!.FirstOperation);
    }

    [Theory]
    [InlineData(DiskDirection.Read)]
    [InlineData(DiskDirection.Write)]
    public async Task A_warm_up_pass_ends_with_its_file_and_leaves_the_first_measured_one_no_buffer_to_make(DiskDirection direction)
    {
        await using var probe = new DiskWarmProbe(new() { FileBytes = 3 << 20, BlockBytes = 12 << 10, Direction = direction }, _folder.Scope);
        await probe.PreparePointAsync(TestContext.Current.CancellationToken);

        Assert.Equal(2 * (1 << 20) / (12 << 10), Blocks(pass: 0) + Blocks(pass: 1));
        var before = GC.GetAllocatedBytesForCurrentThread();
        probe.MoveBlock(new(0, 0, WarmUp: false), CancellationToken.None);
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - before);

        int Blocks(long pass) => Enumerable.Range(0, 1_000).TakeWhile(_ => probe.MoveBlock(new(0, pass, WarmUp: true), CancellationToken.None) > 0).Count();
    }

    private static DiskBlockOptions Blocks(DiskPattern pattern, int blockBytes) => new()
    {
        Pattern = pattern,
        BlockBytes = blockBytes,
        FileBytes = 2 << 20,
        Clients = 2,
        OperationsPerClient = 10,
        WarmUpOperations = 2,
    };

    private static long Place(DiskBlocks blocks, int client)
    {
        var bytes = blocks.MoveNext(client);
        return blocks.OffsetOf(client) / bytes;
    }

    private static Task<Measurement> RunAsync(IProbeSetup probe, DiskOptions options) =>
        new ProbeRunner(new StorageOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null)).RunAsync(probe, options, new(), TestContext.Current.CancellationToken);
}
