using Azure;
using Azure.Data.Tables;
using AzurePerf.Testing.Storage.Service;
using Xunit;

namespace AzurePerf.UnitTests.Storage;

/// <summary>The service in memory refuses what the real one does: an emulator takes most of it, and the row store checks it before it sends.</summary>
public sealed class FakeTableServiceTests
{
    private static readonly string HalfText = new('x', 16 * 1024);

    private readonly TableClient _table = new FakeTableService().Client().GetTableClient("things");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData((32 * 1024) + 1, 1, "PropertyValueTooLarge")]
    [InlineData(32 * 1024, 16, "EntityTooLarge")]
    [InlineData(1, 253, "TooManyProperties")]
    public async Task A_row_beyond_a_limit_is_refused(int characters, int properties, string code)
    {
        await _table.CreateAsync(Cancelled);
        var row = new TableEntity("p", "r");
        for (var property = 0; property < properties; property++)
        {
            row[$"t{property}"] = new string('x', characters);
        }

        var refusal = await Assert.ThrowsAsync<RequestFailedException>(() => _table.AddEntityAsync(row, Cancelled));

        Assert.Equal((400, code), (refusal.Status, refusal.ErrorCode));
        Assert.Empty(await _table.QueryAsync<TableEntity>(cancellationToken: Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task A_transaction_beyond_a_limit_is_refused_whole()
    {
        await _table.CreateAsync(Cancelled);

        Assert.Equal(400, await RefusalOfAsync(Enumerable.Range(0, 101).Select(number => new TableEntity("p", $"{number}"))));
        Assert.Equal(400, await RefusalOfAsync([new("p", "a"), new("q", "b")]));
        Assert.Equal(400, await RefusalOfAsync([new("p", "a"), new("p", "a")]));
        Assert.Equal(413, await RefusalOfAsync(Enumerable.Range(0, 100).Select(number => new TableEntity("p", $"{number}") { ["one"] = HalfText, ["two"] = HalfText, ["three"] = HalfText })));
        Assert.Empty(await _table.QueryAsync<TableEntity>(cancellationToken: Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task A_table_that_is_not_there_has_no_rows_to_write()
    {
        var refusal = await Assert.ThrowsAsync<RequestFailedException>(() => _table.AddEntityAsync(new TableEntity("p", "r"), Cancelled));

        Assert.Equal((404, "TableNotFound"), (refusal.Status, refusal.ErrorCode));
    }

    private async Task<int> RefusalOfAsync(IEnumerable<TableEntity> rows) => (await Assert.ThrowsAnyAsync<RequestFailedException>(
        () => _table.SubmitTransactionAsync(rows.Select(row => new TableTransactionAction(TableTransactionActionType.Add, row)), Cancelled))).Status;
}
