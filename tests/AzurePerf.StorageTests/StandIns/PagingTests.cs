using System.Globalization;
using Azure;
using Azure.Data.Tables;
using Xunit;

namespace AzurePerf.StorageTests.StandIns;

public sealed class PagingTests(AzuriteFixture azurite)
{
    private const int Rows = 1_250;
    private const int RowsPerTransaction = 100;

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_query_continues_after_each_thousand_rows_and_returns_all_in_key_order()
    {
        TableClient table = await CreateRowsAsync();

        List<Page<TableEntity>> pages = await PagesAsync(table.QueryAsync<TableEntity>(cancellationToken: Cancel).AsPages());

        Assert.Equal([1_000, 250], pages.Select(page => page.Values.Count));
        Assert.NotNull(pages[0].ContinuationToken);
        Assert.Null(pages[1].ContinuationToken);
        Assert.Equal(Enumerable.Range(0, Rows).Select(Key), pages.SelectMany(page => page.Values).Select(row => row.RowKey));
    }

    [Fact]
    public async Task A_query_can_be_resumed_from_a_pages_token()
    {
        TableClient table = await CreateRowsAsync();
        AsyncPageable<TableEntity> query = table.QueryAsync<TableEntity>(maxPerPage: 400, cancellationToken: Cancel);
        Page<TableEntity> first = (await PagesAsync(query.AsPages(), atMost: 1))[0];

        List<Page<TableEntity>> rest = await PagesAsync(
            table.QueryAsync<TableEntity>(cancellationToken: Cancel).AsPages(first.ContinuationToken, pageSizeHint: 500));

        Assert.Equal(400, first.Values.Count);
        Assert.Equal([500, 350], rest.Select(page => page.Values.Count));
        Assert.Equal(Key(400), rest[0].Values[0].RowKey);
    }

    private static string Key(int i) => i.ToString("D6", CultureInfo.InvariantCulture);

    private static async Task<List<Page<TableEntity>>> PagesAsync(IAsyncEnumerable<Page<TableEntity>> source, int atMost = int.MaxValue)
    {
        var pages = new List<Page<TableEntity>>();
        await foreach (Page<TableEntity> page in source.WithCancellation(Cancel))
        {
            pages.Add(page);
            if (pages.Count == atMost)
            {
                break;
            }
        }

        return pages;
    }

    private async Task<TableClient> CreateRowsAsync()
    {
        TableClient table = await azurite.CreateTableAsync();
        foreach (int[] block in Enumerable.Range(0, Rows).Chunk(RowsPerTransaction))
        {
            await table.SubmitTransactionAsync(
                block.Select(i => new TableTransactionAction(TableTransactionActionType.Add, new TableEntity("p", Key(i)))),
                Cancel);
        }

        return table;
    }
}
