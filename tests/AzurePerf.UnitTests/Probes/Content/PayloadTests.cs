using AzurePerf.Probes.Content;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Content;

public sealed class PayloadTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1_048_583)]
    [InlineData(3_500_000)]
    public void The_checksum_is_that_of_the_bytes_that_are_read(int length)
    {
        var payload = new Payload(7, length);
        var crc = new Crc32C();
        crc.Append(ReadAll(payload.OpenRead()));
        Assert.Equal(crc.Value, payload.Checksum);
    }

    [Fact]
    public void The_same_seed_gives_the_same_content_and_another_seed_another()
    {
        Assert.Equal(ReadAll(new Payload(1, 5_000).OpenRead()), ReadAll(new Payload(1, 5_000).OpenRead()));
        Assert.NotEqual(new Payload(1, 5_000).Checksum, new Payload(2, 5_000).Checksum);
    }

    [Fact]
    public void Blocks_of_a_usual_size_all_differ_so_that_swapped_ones_are_noticed()
    {
        var payload = new Payload(3, 32 << 20);
        var blocks = Enumerable.Range(0, 32).Select(index => Convert.ToBase64String(ReadAll(payload.OpenRead((long)index << 20, 64)))).ToHashSet();
        Assert.Equal(32, blocks.Count);
    }

    [Fact]
    public void A_terabyte_takes_no_more_memory_than_its_block()
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var payload = new Payload(1, 1L << 40);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1 << 20, 2 << 20);

        var end = payload.OpenRead((1L << 40) - 10, 10);
        Assert.Equal(10, end.Read(new byte[20]));
    }

    private static byte[] ReadAll(Stream stream)
    {
        using var copy = new MemoryStream();
        stream.CopyTo(copy);
        return copy.ToArray();
    }
}
