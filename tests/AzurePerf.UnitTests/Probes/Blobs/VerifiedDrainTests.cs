using AzurePerf.Core.Probes;
using AzurePerf.Probes.Blobs;
using AzurePerf.Probes.Content;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Blobs;

public sealed class VerifiedDrainTests
{
    private static readonly Payload Payload = new(1, 10_000);

    [Fact]
    public async Task What_was_stored_passes_and_reaches_the_sink_unchanged()
    {
        using var sink = new MemoryStream();
        await DrainAsync(Stored(), sink);
        Assert.Equal(Stored(), sink.ToArray());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(5_000)]
    [InlineData(9_999)]
    public async Task A_single_changed_bit_is_noticed(int position)
    {
        var content = Stored();
        content[position] ^= 1;
        var failure = await Assert.ThrowsAsync<CorruptDataException>(() => DrainAsync(content, Stream.Null));
        Assert.Contains("checksum", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Missing_and_surplus_bytes_are_noticed()
    {
        var missing = await Assert.ThrowsAsync<CorruptDataException>(() => DrainAsync(Stored()[..^1], Stream.Null));
        Assert.Equal("9999 bytes came where 10000 were stored.", missing.Message);
        await Assert.ThrowsAsync<CorruptDataException>(() => DrainAsync([.. Stored(), 0], Stream.Null));
    }

    private static Task DrainAsync(byte[] content, Stream sink) =>
        VerifiedDrain.RunAsync(new MemoryStream(content), sink, Payload, new byte[777], TestContext.Current.CancellationToken);

    private static byte[] Stored()
    {
        using var copy = new MemoryStream();
        Payload.OpenRead().CopyTo(copy);
        return copy.ToArray();
    }
}
