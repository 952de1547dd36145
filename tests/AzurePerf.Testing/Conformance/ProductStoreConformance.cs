using System.Security.Cryptography;
using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Products;
using AzurePerf.Storage;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.Testing.Conformance;

/// <summary>What the store of products does on any account.</summary>
public abstract class ProductStoreConformance
{
    protected static readonly TimeSpan Keep = TimeSpan.FromDays(30);

    private static readonly DateOnly Day = new(2010, 6, 21);

    /// <summary>The account, empty, with the table of products.</summary>
    protected abstract IFileStore Files { get; }

    protected abstract IRowStore Rows { get; }

    /// <summary>The clock of the hosts; when a test begins, that of the account shows the same.</summary>
    protected abstract FakeTimeProvider Time { get; }

    protected ProductStore Store => field ??= new(Files, Rows, new RandomIdSource(), Time);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_product_is_found_opened_and_listed_as_it_was_stored()
    {
        await CreateAsync();
        var facts = new ProductFacts(Hash('a'), 12.25, 0.875, """{"tile":"h18v04","inputs":["a","b  c"]}""");

        var (stored, wasThere) = await StoreAsync(Name("a"), "values", facts, new FileBeside(".json", "application/geo+json", BinaryData.FromString("{}")));

        Assert.False(wasThere);
        Assert.Equal((Name("a"), 6, facts), (stored.Name, stored.Bytes, stored.Facts));
        Assert.Equal((Name("a"), 6, facts), Of(await Store.FindAsync(Name("a"), Cancelled)));
        Assert.Equal("values", await ReadAsync(Name("a"), ""));
        Assert.Equal("{}", await ReadAsync(Name("a"), ".json"));
        Assert.Equal((Name("a"), 6, facts), Of(Assert.Single(await ListAsync())));
        Assert.Null(await Store.FindAsync(Name("b"), Cancelled));
        Assert.Null(await Store.OpenAsync(Name("a"), ".png", Cancelled));
        Assert.NotNull(await RowAsync(Name("a")));
    }

    [Fact]
    public async Task The_files_of_a_product_tell_the_hash_of_their_bytes_and_come_in_parts()
    {
        await CreateAsync();
        await StoreAsync(Name("a"), "values", Facts(), new FileBeside(".json", "application/geo+json", BinaryData.FromString("{}")));

        var (main, item) = ((await Store.FindFileAsync(Name("a"), "", Cancelled))!, (await Store.FindFileAsync(Name("a"), ".json", Cancelled))!);

        Assert.Equal(SHA256.HashData("values"u8), main.Digest);
        Assert.Equal(SHA256.HashData("{}"u8), item.Digest);
        Assert.Null(await Store.FindFileAsync(Name("a"), ".tif", Cancelled));
        await using var part = (await Store.OpenPartAsync(main, 2, 3, Cancelled))!;
        using var reader = new StreamReader(part.Stream);
        Assert.Equal("lue", await reader.ReadToEndAsync(Cancelled));
    }

    [Theory]
    [InlineData("20260210-run/manifest.json")]
    [InlineData("h18v04-3f9c.v1")]
    public async Task Every_key_is_found_again(string key)
    {
        await CreateAsync();
        await StoreAsync(Name(key), "x");
        await StoreAsync(Name(key + "/other"), "x");

        Assert.NotNull(await Store.FindAsync(Name(key), Cancelled));
        Assert.Equal(2, await Rows.ListAllAsync(ControlNames.ProductsTable, Cancelled).CountAsync(Cancelled));
        Assert.Equal([Name(key), Name(key + "/other")], (await ListAsync()).Select(product => product.Name));
    }

    [Fact]
    public async Task Of_several_that_store_at_once_one_is_first_and_all_hold_its_facts()
    {
        await CreateAsync();
        var stored = await Task.WhenAll(Enumerable.Range(1, 5).Select(number => StoreAsync(Name("a"), $"values {number}", Facts(number))));

        var first = Assert.Single(stored, result => !result.WasThere).Product;
        Assert.All(stored, result => Assert.Equal((first.Bytes, first.Facts), (result.Product.Bytes, result.Product.Facts)));
        Assert.Equal(first.Facts, (await Store.FindAsync(Name("a"), Cancelled))!.Facts);
        Assert.Equal($"values {first.Facts.Seconds}", await ReadAsync(Name("a"), ""));
    }

    [Fact]
    public async Task A_product_without_row_is_found_and_gets_its_row_again()
    {
        await CreateAsync();
        await StoreAsync(Name("a"), "values");
        var row = await RowAsync(Name("a"));
        await Rows.TryDeleteAsync(ControlNames.ProductsTable, row!.PartitionKey, row.RowKey, null, Cancelled);

        Assert.NotNull(await Store.FindAsync(Name("a"), Cancelled));

        var again = (await RowAsync(Name("a")))!;
        Assert.Equal((row.Long("bytes"), row.Double("seconds"), Time.GetUtcNow()), (again.Long("bytes"), again.Double("seconds"), again.Instant("usedAt")));
    }

    [Fact]
    public async Task A_row_that_makes_no_sense_is_written_anew_and_hides_nothing()
    {
        await CreateAsync();
        await StoreAsync(Name("a"), "values");
        await StoreAsync(Name("b"), "values");
        foreach (var key in new[] { "a", "b" })
        {
            await Rows.PutAsync(ControlNames.ProductsTable, new("image!MOD04_L2!2010-06-21", key) { ["v"] = 1, ["usedAt"] = "yesterday" }, Cancelled);
        }

        Assert.NotNull(await Store.FindAsync(Name("a"), Cancelled));
        await RemoveAsync(Keep);

        Assert.Equal([Time.GetUtcNow(), Time.GetUtcNow()], [(await RowAsync(Name("a")))!.Instant("usedAt"), (await RowAsync(Name("b")))!.Instant("usedAt")]);
    }

    [Fact]
    public async Task A_row_whose_product_is_gone_goes_when_somebody_opens_it()
    {
        await CreateAsync();
        var (stored, _) = await StoreAsync(Name("a"), "values");
        await Files.DeleteAllAsync(stored.Name.ToString(), Cancelled).CountAsync(Cancelled);

        Assert.Null(await Store.OpenAsync(Name("a"), "", Cancelled));

        Assert.Null(await RowAsync(Name("a")));
    }

    [Fact]
    public async Task A_row_without_product_is_removed_after_a_day()
    {
        await CreateAsync();
        await StoreAsync(Name("a"), "values");
        await Files.DeleteAllAsync("", Cancelled).CountAsync(Cancelled);

        Assert.Equal(0, (await RemoveAsync(Keep)).RowsWithoutBlob);
        Assert.NotNull(await RowAsync(Name("a")));

        Time.Advance(TimeSpan.FromHours(26));
        Assert.Equal(1, (await RemoveAsync(Keep)).RowsWithoutBlob);
        Assert.Null(await RowAsync(Name("a")));
    }

    [Fact]
    public async Task Files_next_to_a_product_that_is_not_there_are_removed_after_a_day()
    {
        await CreateAsync();
        await BreakOffAsync(Name("a"));
        await StoreAsync(Name("ab"), "values", beside: new FileBeside(".json", "application/geo+json", BinaryData.FromString("{}")));

        Assert.Equal(0, (await RemoveAsync(Keep)).Leftovers);
        Assert.NotNull(await Store.OpenAsync(Name("a"), ".json", Cancelled));

        Time.Advance(TimeSpan.FromHours(26));
        Assert.Equal(1, (await RemoveAsync(Keep)).Leftovers);
        Assert.Null(await Store.OpenAsync(Name("a"), ".json", Cancelled));
        Assert.NotNull(await Store.OpenAsync(Name("ab"), ".json", Cancelled));
    }

    [Fact]
    public async Task A_store_that_breaks_off_half_way_leaves_nothing_that_counts_and_can_be_repeated()
    {
        await CreateAsync();
        await BreakOffAsync(Name("a"));

        Assert.Null(await Store.FindAsync(Name("a"), Cancelled));
        Assert.Null(await Store.OpenAsync(Name("a"), "", Cancelled));
        Assert.Empty(await ListAsync());
        Assert.Null(await RowAsync(Name("a")));

        Assert.False((await StoreAsync(Name("a"), "values")).WasThere);
        Assert.Equal("values", await ReadAsync(Name("a"), ""));
    }

    [Fact]
    public async Task What_nobody_used_for_the_days_that_are_set_goes_with_all_its_files_and_the_rest_stays()
    {
        await CreateAsync();
        var item = new FileBeside(".json", "application/geo+json", BinaryData.FromString("{}"));
        foreach (var key in new[] { "forgotten", "found", "planned" })
        {
            await StoreAsync(Name(key), "values", beside: item);
        }

        Time.Advance(TimeSpan.FromDays(20));
        await Store.FindAsync(Name("found"), Cancelled);
        Assert.Single(await Store.NoteUseAsync([.. (await ListAsync()).Where(product => product.Name == Name("planned"))], Cancelled));
        Time.Advance(TimeSpan.FromDays(10));
        Assert.Equal(0, (await RemoveAsync(Keep)).Products);

        Time.Advance(TimeSpan.FromHours(2));
        var removed = await RemoveAsync(Keep);

        Assert.Equal((1, 8L), (removed.Products, removed.Bytes));
        Assert.Equal([Name("found"), Name("planned")], (await ListAsync()).Select(product => product.Name));
        Assert.Null(await Store.OpenAsync(Name("forgotten"), ".json", Cancelled));
        Assert.NotNull(await Store.OpenAsync(Name("found"), ".json", Cancelled));
        Assert.Null(await RowAsync(Name("forgotten")));
        Assert.Equal(new(ProductKinds.Image, 2, 16, 2, Time.GetUtcNow()), Assert.Single(await Store.KindsAsync(Cancelled)));
    }

    [Fact]
    public async Task Nothing_goes_that_was_stored_or_used_within_a_day()
    {
        await CreateAsync();
        await StoreAsync(Name("a"), "values");

        for (var hour = 0; hour < 24; hour++)
        {
            Assert.Equal(0, (await RemoveAsync(TimeSpan.Zero)).Products);
            Time.Advance(TimeSpan.FromHours(1));
        }

        // An hour is what a use may be noted late; 59 min later it is not.
        await Store.FindAsync(Name("a"), Cancelled);
        Time.Advance(TimeSpan.FromMinutes(59));
        await Store.FindAsync(Name("a"), Cancelled);
        Time.Advance(TimeSpan.FromDays(1));
        Assert.Equal(0, (await RemoveAsync(TimeSpan.Zero)).Products);

        Time.Advance(TimeSpan.FromMinutes(1));
        Assert.Equal(1, (await RemoveAsync(TimeSpan.Zero)).Products);
        Assert.Empty(await Store.KindsAsync(Cancelled));
    }

    [Fact]
    public async Task A_product_without_row_counts_from_when_it_was_stored()
    {
        await CreateAsync();
        await StoreAsync(Name("a"), "values");
        Time.Advance(TimeSpan.FromDays(31));
        var row = (await RowAsync(Name("a")))!;
        await Rows.TryDeleteAsync(ControlNames.ProductsTable, row.PartitionKey, row.RowKey, null, Cancelled);

        Assert.Equal((0, 1), (await RemoveAsync(Keep)) is var first ? (first.Products, first.BlobsWithoutRow) : default);
        Assert.NotNull(await RowAsync(Name("a")));
        Assert.Equal((1, 0), (await RemoveAsync(Keep)) is var second ? (second.Products, second.BlobsWithoutRow) : default);
    }

    [Fact]
    public async Task Products_of_many_kinds_and_days_keep_their_rows_apart()
    {
        await CreateAsync();
        ProductName[] names =
        [
            .. from kind in ProductKinds.All
               from product in new[] { "MOD04", "MOD04_L2", "MOD", "MYD11A1" }
               from day in new[] { Day, Day.AddDays(1) }
               from key in new[] { "a", "a/b", "a.b", "b" }
               select new ProductName(kind, product, day, key),
        ];
        foreach (var name in names)
        {
            await StoreAsync(name, "values");
        }

        Time.Advance(Keep);
        var noted = await Store.NoteUseAsync(
            [.. (await AllAsync()).Where((_, index) => index % 3 != 0)], Cancelled);
        Time.Advance(TimeSpan.FromHours(2));
        var removed = await RemoveAsync(Keep);

        Assert.Equal((names.Length, 0, 0), (removed.Products + noted.Count, removed.RowsWithoutBlob, removed.BlobsWithoutRow));
        Assert.Equal(noted.Select(product => product.Name.ToString()).Order(StringComparer.Ordinal), (await AllAsync()).Select(product => product.Name.ToString()));

        async Task<StoredProduct[]> AllAsync()
        {
            var folders = names.Select(name => (name.Kind, name.Product, name.Day)).Distinct();
            var all = new List<StoredProduct>();
            foreach (var (kind, product, day) in folders)
            {
                all.AddRange(await Store.ListAsync(kind, product, day, Cancelled).ToArrayAsync(Cancelled));
            }

            return [.. all.OrderBy(product => product.Name.ToString(), StringComparer.Ordinal)];
        }
    }

    protected static ProductName Name(string key) => new(ProductKinds.Image, "MOD04_L2", Day, key);

    protected static ProductFacts Facts(double seconds = 1) => new(Hash('b'), seconds, 1, "");

    protected async Task<(StoredProduct Product, bool WasThere)> StoreAsync(
        ProductName name, string content, ProductFacts? facts = null, params IReadOnlyList<FileBeside> beside)
    {
        using var stream = new MemoryStream(Encoding.UTF8.GetBytes(content));
        return await Store.StoreAsync(name, stream, "image/tiff", facts ?? Facts(), beside, Cancelled);
    }

    protected async Task<RemovedProducts> RemoveAsync(TimeSpan keep) =>
        (await new ProductRemoval(Files, Rows, Time).RemoveDueAsync(keep, Cancelled).LastAsync(Cancelled))!;

    protected Task<Row?> RowAsync(ProductName name) => Rows.FindAsync(
        ControlNames.ProductsTable, $"{name.Kind}!{name.Product}!{name.Day:yyyy-MM-dd}", name.Key.Replace('/', '!'), Cancelled);

    protected async Task CreateAsync()
    {
        await Files.CreateAsync(Cancelled);
        await Rows.CreateTablesAsync([ControlNames.ProductsTable], Cancelled);
    }

    private static string Hash(char digit) => new(digit, 64);

    private static (ProductName, long, ProductFacts) Of(StoredProduct? product) => (product!.Name, product.Bytes, product.Facts);

    /// <summary>Stores the file next to a product, and half of the product.</summary>
    private async Task BreakOffAsync(ProductName name)
    {
        using var broken = new BrokenStream(1_000, 500);
        await Assert.ThrowsAsync<IOException>(() => Store.StoreAsync(
            name, broken, "image/tiff", Facts(), [new(".json", "application/geo+json", BinaryData.FromString("{}"))], Cancelled));
    }

    private Task<StoredProduct[]> ListAsync() => Store.ListAsync(ProductKinds.Image, "MOD04_L2", Day, Cancelled).ToArrayAsync(Cancelled).AsTask();

    private async Task<string> ReadAsync(ProductName name, string suffix)
    {
        await using var content = (await Store.OpenAsync(name, suffix, Cancelled))!;
        using var reader = new StreamReader(content.Stream);
        return await reader.ReadToEndAsync(Cancelled);
    }
}
