using AzurePerf.Core.Ids;
using AzurePerf.Storage.Products;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Images;
using Xunit;

namespace AzurePerf.UnitTests.Web.Images;

/// <summary>A file whose head was sent: what may happen before its bytes are read.</summary>
public sealed class StoredFileStreamTests
{
    private static readonly ProductName Name = new(ProductKinds.Image, "MOD11A1", new DateOnly(2024, 1, 25), "h18v04-a");

    private readonly InMemoryRowStore _rows = new();
    private readonly FakeTimeProvider _time = new();
    private readonly InMemoryBlobStore _files;
    private readonly ProductStore _store;

    public StoredFileStreamTests()
    {
        _files = new(_time);
        _store = new(_files, _rows, new SeededIdSource(1), _time);
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_part_is_read_from_where_it_begins()
    {
        await using var stream = await OpenAsync("values");
        stream.Seek(2, SeekOrigin.Begin);
        using var reader = new StreamReader(stream);

        Assert.Equal("lues", await reader.ReadToEndAsync(Cancelled));
    }

    [Fact]
    public async Task A_product_that_was_removed_since_breaks_the_answer_off_and_says_so()
    {
        await using var stream = await OpenAsync("values");
        _time.Advance(TimeSpan.FromDays(31));
        await foreach (var _ in new ProductRemoval(_files, _rows, _time).RemoveDueAsync(TimeSpan.FromDays(30), Cancelled))
        {
            // To its end.
        }

        await AssertGoneAsync(stream);
    }

    [Fact]
    public async Task Of_a_product_that_was_stored_anew_since_no_byte_is_mixed_with_those_of_before()
    {
        await using var stream = await OpenAsync("values");
        var name = Assert.Single(_files.Names, name => name.Contains(Name.Key, StringComparison.Ordinal));
        await _files.PutAsync(name, BinaryData.FromString("others"), Cancelled);

        await AssertGoneAsync(stream);
    }

    private static async Task AssertGoneAsync(StoredFileStream stream)
    {
        var failure = await Assert.ThrowsAsync<IOException>(async () => await stream.ReadExactlyAsync(new byte[1], Cancelled));

        Assert.EndsWith(" was removed or stored anew while it was sent", failure.Message, StringComparison.Ordinal);
    }

    private async Task<StoredFileStream> OpenAsync(string content)
    {
        using var values = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(content));
        await _store.StoreAsync(Name, values, "image/tiff", new(new string('a', 64), 0, 1, "{}"), [], Cancelled);
        return new(_store, (await _store.FindFileAsync(Name, "", Cancelled))!);
    }
}
