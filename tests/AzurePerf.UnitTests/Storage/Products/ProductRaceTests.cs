using System.Text;
using AzurePerf.Core.Ids;
using AzurePerf.Storage.Products;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Products;

/// <summary>Two processes at one product: whatever one does comes between any two requests of the other.</summary>
public sealed class ProductRaceTests
{
    private static readonly TimeSpan Keep = TimeSpan.FromDays(30);
    private static readonly ProductName Name = new(ProductKinds.Image, "MOD04_L2", new(2010, 6, 21), "a");

    private readonly FakeTimeProvider _time = new();
    private readonly SeededIdSource _ids = new(7);
    private InMemoryBlobStore _files = new();
    private InMemoryRowStore _rows = new();
    private int _requests;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private ProductStore Store => new(_files, _rows, _ids, _time);

    [Fact]
    public async Task Who_finds_a_product_while_it_is_removed_can_read_it_afterwards()
    {
        var outcomes = new List<bool>();
        await AtEachRequestAsync(RemoveAsync, async () => outcomes.Add(await Store.FindAsync(Name, Cancelled) is not null), async () =>
        {
            Assert.Equal(outcomes[^1], await Store.OpenAsync(Name, "", Cancelled) is not null);
            Assert.Equal(outcomes[^1], await Store.OpenAsync(Name, ".json", Cancelled) is not null);
        });

        Assert.Equal([false, true], outcomes.Distinct().Order());
    }

    [Fact]
    public async Task Who_plans_with_a_product_while_it_is_removed_can_read_it_afterwards()
    {
        var outcomes = new List<bool>();
        await AtEachRequestAsync(
            RemoveAsync,
            async () =>
            {
                var listed = await Store.ListAsync(Name.Kind, Name.Product, Name.Day, Cancelled).ToArrayAsync(Cancelled);
                outcomes.Add((await Store.NoteUseAsync(listed, Cancelled)).Count > 0);
            },
            async () => Assert.Equal(outcomes[^1], await Store.OpenAsync(Name, "", Cancelled) is not null));

        Assert.Equal([false, true], outcomes.Distinct().Order());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_product_that_is_removed_while_somebody_finds_it_counts_as_gone(bool beside)
    {
        var outcomes = new List<bool>();
        await AtEachRequestAsync(
            async (files, rows) => outcomes.Add(await new ProductStore(files, rows, _ids, _time).FindAsync(Name, Cancelled) is not null),
            () => RemoveAsync(_files, _rows), () => AssertGoneAsync(outcomes[^1]), beside: beside);

        Assert.Equal([false, true], outcomes.Distinct().Order());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_product_that_is_removed_while_somebody_plans_with_it_counts_as_gone(bool beside)
    {
        var outcomes = new List<bool>();
        await AtEachRequestAsync(
            async (files, rows) =>
            {
                var store = new ProductStore(files, rows, _ids, _time);
                var listed = await store.ListAsync(Name.Kind, Name.Product, Name.Day, Cancelled).ToArrayAsync(Cancelled);
                outcomes.Add((await store.NoteUseAsync(listed, Cancelled)).Count > 0);
            },
            () => RemoveAsync(_files, _rows), () => AssertGoneAsync(outcomes[^1]), beside: beside);

        Assert.Equal([false, true], outcomes.Distinct().Order());
    }

    [Fact]
    public Task Who_stores_a_product_while_it_is_removed_finds_it_whole_afterwards() =>
        AtEachRequestAsync(RemoveAsync, () => StoreAsync(Store), AssertWholeAsync);

    [Fact]
    public Task A_removal_while_a_product_is_stored_leaves_it_whole() =>
        AtEachRequestAsync((files, rows) => StoreAsync(new(files, rows, _ids, _time)), () => RemoveAsync(_files, _rows), AssertWholeAsync);

    [Fact]
    public async Task Of_two_that_store_while_it_is_being_removed_both_find_it_whole()
    {
        var (broken, hasEnded) = (0, true);
        while (hasEnded)
        {
            broken++;
            await AtEachRequestAsync(
                (files, rows) => StoreAsync(new(files, rows, _ids, _time)), () => StoreAsync(Store), AssertWholeAsync, async () =>
                {
                    // The process that removes it ends at one of its changes.
                    var changes = 0;
                    var ending = new InterceptedFiles(_files, (_, _, changing) => changing && ++changes == broken
                        ? Task.FromException(new SimulatedCrashException("the process has ended"))
                        : Task.CompletedTask);
                    hasEnded = await Record.ExceptionAsync(() => RemoveAsync(ending, _rows)) is SimulatedCrashException;
                });
        }

        Assert.True(broken > 2, $"a removal makes {broken - 1} changes");
    }

    [Fact]
    public Task Two_removals_at_once_remove_what_is_due() => AtEachRequestAsync(RemoveAsync, () => RemoveAsync(_files, _rows), () =>
    {
        Assert.Empty(_files.Names);
        return Task.CompletedTask;
    });

    /// <summary>Does one thing again and again with a product that is due to go, each time with the other before its next request, until it
    /// sends no more.</summary>
    private async Task AtEachRequestAsync(
        Func<AzurePerf.Storage.Blobs.IFileStore, AzurePerf.Storage.Rows.IRowStore, Task> one, Func<Task> other, Func<Task> check, Func<Task>? prepare = null,
        bool beside = true)
    {
        var met = true;
        for (var at = 1; met; at++)
        {
            (_files, _rows, met, _requests) = (new(_time), new(), false, 0);
            await StoreAsync(Store, beside);
            _time.Advance(Keep + TimeSpan.FromDays(1));
            await (prepare?.Invoke() ?? Task.CompletedTask);
            var files = new InterceptedFiles(_files, (_, _, _) => MeetAsync());
            var rows = new InterceptedRowStore(_rows, (_, _, _) => MeetAsync().GetAwaiter().GetResult());

            await one(files, rows);

            if (met)
            {
                await check();
            }

            async Task MeetAsync()
            {
                if (++_requests == at)
                {
                    met = true;
                    await other();
                }
            }
        }

        Assert.InRange(_requests, 3, 50);
    }

    private async Task RemoveAsync(AzurePerf.Storage.Blobs.IFileStore files, AzurePerf.Storage.Rows.IRowStore rows) =>
        await new ProductRemoval(files, rows, _time).RemoveDueAsync(Keep, Cancelled).CountAsync(Cancelled);

    private static async Task StoreAsync(ProductStore store, bool beside = true)
    {
        using var content = new MemoryStream(Encoding.UTF8.GetBytes("values"));
        await store.StoreAsync(
            Name, content, "image/tiff", new(new('a', 64), 1, 1, ""),
            beside ? [new(".json", "application/geo+json", BinaryData.FromString("{}"))] : [], Cancelled);
    }

    private async Task AssertGoneAsync(bool found)
    {
        Assert.False(found);
        Assert.Equal(0, _rows.Count(AzurePerf.Storage.ControlNames.ProductsTable));
        Assert.Null(await Store.OpenAsync(Name, "", Cancelled));
    }

    private async Task AssertWholeAsync()
    {
        Assert.NotNull(await Store.FindAsync(Name, Cancelled));
        Assert.NotNull(await Store.OpenAsync(Name, ".json", Cancelled));

        // And it stays: its row does not say that it goes.
        _time.Advance(TimeSpan.FromDays(2));
        await RemoveAsync(_files, _rows);
        Assert.NotNull(await Store.OpenAsync(Name, "", Cancelled));
        Assert.NotNull(await Store.OpenAsync(Name, ".json", Cancelled));
    }
}
