using AzurePerf.Storage.Blobs;
using Xunit;

namespace AzurePerf.Testing.Conformance;

/// <summary>What every blob store does.</summary>
public abstract class BlobStoreConformance
{
    protected abstract IBlobStore Blobs { get; }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_blob_that_is_not_there_is_not_found()
    {
        await Blobs.CreateAsync(Cancelled);

        Assert.Null(await Blobs.FindAsync("no/such/blob", Cancelled));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(300_000)]
    public async Task Content_is_read_as_it_was_stored(int length)
    {
        await Blobs.CreateAsync(Cancelled);
        var content = new byte[length];
        new Random(length).NextBytes(content);

        await Blobs.PutAsync("run/1/2/3.json", BinaryData.FromBytes(content), Cancelled);

        Assert.Equal(content, (await Blobs.FindAsync("run/1/2/3.json", Cancelled))!.ToArray());
    }

    [Fact]
    public async Task What_is_stored_again_replaces_what_was_there()
    {
        await Blobs.CreateAsync(Cancelled);
        await Blobs.PutAsync("a", BinaryData.FromString("longer before"), Cancelled);

        await Blobs.PutAsync("a", BinaryData.FromString("after"), Cancelled);

        Assert.Equal("after", (await Blobs.FindAsync("a", Cancelled))!.ToString());
        Assert.Null(await Blobs.FindAsync("b", Cancelled));
    }

    [Fact]
    public async Task Making_the_container_again_is_harmless()
    {
        await Blobs.CreateAsync(Cancelled);
        await Blobs.PutAsync("a", BinaryData.FromString("x"), Cancelled);

        await Blobs.CreateAsync(Cancelled);

        Assert.NotNull(await Blobs.FindAsync("a", Cancelled));
    }
}
