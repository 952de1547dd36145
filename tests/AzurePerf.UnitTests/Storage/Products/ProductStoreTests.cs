using AzurePerf.Core.Ids;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Conformance;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Products;

public sealed class ProductStoreTests : ProductStoreConformance
{
    private readonly InMemoryBlobStore _files;
    private readonly InMemoryRowStore _rows = new();

    public ProductStoreTests() => _files = new(Time);

    protected override IFileStore Files => _files;

    protected override IRowStore Rows => _rows;

    protected override FakeTimeProvider Time { get; } = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Noting_the_use_of_a_plan_costs_a_request_for_each_hundred_products_and_none_within_the_hour()
    {
        var products = new List<StoredProduct>();
        for (var number = 0; number < 250; number++)
        {
            products.Add((await StoreAsync(Name($"tile{number:D3}"), "values")).Product);
        }

        var counted = new RequestCountingRows(_rows);
        var store = new ProductStore(_files, counted, new SeededIdSource(1), Time);
        await store.NoteUseAsync(products, Cancelled);
        Assert.Equal(1, counted.Requests);

        Time.Advance(TimeSpan.FromHours(1));
        Assert.Equal(250, (await store.NoteUseAsync(products, Cancelled)).Count);
        Assert.Equal(1 + 1 + 3, counted.Requests);
    }

    [Fact]
    public async Task A_plan_is_told_what_is_being_removed()
    {
        await StoreAsync(Name("a"), "values");
        await StoreAsync(Name("b"), "values");
        Time.Advance(TimeSpan.FromDays(31));
        var listed = await Store.ListAsync(ProductKinds.Image, "MOD04_L2", Name("a").Day, Cancelled).ToArrayAsync(Cancelled);
        await BreakRemovalOffAsync("/a");

        Assert.Equal([Name("b")], (await Store.NoteUseAsync(listed, Cancelled)).Select(product => product.Name));
        Assert.Null(await Store.FindAsync(Name("a"), Cancelled));

        // What is made again stays, and its row says so.
        Assert.False((await StoreAsync(Name("a"), "made again")).WasThere);
        Time.Advance(TimeSpan.FromDays(2));
        Assert.Equal(0, (await RemoveAsync(Keep)).Products);
        Assert.Equal(10, (await Store.FindAsync(Name("a"), Cancelled))!.Bytes);
    }

    [Fact]
    public async Task A_removal_that_broke_off_is_brought_to_its_end_by_the_next()
    {
        await StoreAsync(Name("a"), "values", null, new FileBeside(".json", "application/json", BinaryData.FromString("{}")));
        Time.Advance(TimeSpan.FromDays(31));
        await BreakRemovalOffAsync("/a");

        Assert.Equal(1, (await RemoveAsync(Keep)).Products);
        Assert.Empty(_files.Names);
        Assert.Equal(0, _rows.Count(ControlNames.ProductsTable));
    }

    [Fact]
    public async Task A_blob_that_is_no_product_is_named_and_left_alone()
    {
        await _files.PutAsync(Name("foreign").ToString(), BinaryData.FromString("x"), Cancelled);
        await _files.PutAsync("readme", BinaryData.FromString("x"), Cancelled);
        var header = new BlobHeader("image/tiff", new Dictionary<string, string> { ["v"] = "2", ["hash"] = "of another kind" });
        await _files.PutAsync(Name("later").ToString(), BinaryData.FromString("x"), header, Cancelled);
        await _rows.PutAsync(ControlNames.ProductsTable, new("image!MOD04_L2!2010-06-21", "later") { ["v"] = 2 }, Cancelled);
        Time.Advance(TimeSpan.FromDays(100));

        await Assert.ThrowsAsync<InvalidDataException>(() => Store.FindAsync(Name("foreign"), Cancelled));
        await Assert.ThrowsAsync<InvalidDataException>(() => StoreAsync(Name("later"), "x"));
        var outcome = await RemoveAsync(Keep);

        Assert.Equal(["the facts of product image/MOD04_L2/2010-06-21/later are of version '2'; this build reads 1"], outcome.Refusals);
        Assert.Equal(3, _files.Names.Count);
        Assert.Equal(1, _rows.Count(ControlNames.ProductsTable));
    }

    [Fact]
    public async Task A_file_that_the_account_does_not_let_go_keeps_no_other_from_going()
    {
        foreach (var key in new[] { "a", "b", "c" })
        {
            await StoreAsync(Name(key), "values");
        }

        Time.Advance(TimeSpan.FromDays(31));
        var held = new InterceptedFiles(_files, (operation, name, _) => operation == nameof(IFileStore.TryDeleteAsync) && name.EndsWith("/b", StringComparison.Ordinal)
            ? Task.FromException(new Azure.RequestFailedException(409, "leased", "BlobImmutableDueToPolicy", null))
            : Task.CompletedTask);
        var outcome = (await new ProductRemoval(held, _rows, Time).RemoveDueAsync(Keep, Cancelled).LastAsync(Cancelled))!;

        Assert.Equal((2, 1), (outcome.Products, outcome.Refused));
        Assert.Equal(["image/MOD04_L2/2010-06-21/b: the control account answered BlobImmutableDueToPolicy"], outcome.Refusals);
        Assert.Equal([Name("b").ToString()], _files.Names);
    }

    [Fact]
    public async Task Content_that_cannot_be_read_twice_is_refused_before_anything_is_stored()
    {
        using var once = new System.IO.Compression.DeflateStream(new MemoryStream(), System.IO.Compression.CompressionMode.Decompress);

        await Assert.ThrowsAsync<ArgumentException>(() => Store.StoreAsync(
            Name("a"), once, "image/tiff", Facts(), [new(".json", "application/json", BinaryData.FromString("{}"))], Cancelled));

        Assert.Empty(_files.Names);
    }

    /// <summary>A removal whose process ends after it has said in the row what goes.</summary>
    private async Task BreakRemovalOffAsync(string end)
    {
        var ending = new InterceptedFiles(_files, (operation, name, _) => operation == nameof(IFileStore.TryDeleteAsync) && name.EndsWith(end, StringComparison.Ordinal)
            ? Task.FromException(new SimulatedCrashException("the process has ended"))
            : Task.CompletedTask);
        await Assert.ThrowsAsync<SimulatedCrashException>(async () => await new ProductRemoval(ending, _rows, Time).RemoveDueAsync(Keep, Cancelled).CountAsync(Cancelled));
    }
}
