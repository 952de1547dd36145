using Azure;
using Azure.Data.Tables;
using Xunit;

namespace AzurePerf.StorageTests.StandIns;

public sealed class EntityReadTests(AzuriteFixture azurite)
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Reading_a_missing_row_is_a_404_that_tells_it_from_a_missing_table()
    {
        TableClient table = await azurite.CreateTableAsync();

        var row = await Assert.ThrowsAsync<RequestFailedException>(
            () => table.GetEntityAsync<TableEntity>("p", "none", cancellationToken: Cancel));
        var noTable = await Assert.ThrowsAsync<RequestFailedException>(
            () => azurite.NewTable().GetEntityAsync<TableEntity>("p", "r", cancellationToken: Cancel));

        Assert.Equal((404, "ResourceNotFound"), (row.Status, row.ErrorCode));
        Assert.Equal((404, "TableNotFound"), (noTable.Status, noTable.ErrorCode));
    }

    [Fact]
    public async Task A_conditional_read_has_a_value_only_if_the_row_exists()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(new TableEntity("p", "r"), Cancel);

        NullableResponse<TableEntity> found = await table.GetEntityIfExistsAsync<TableEntity>("p", "r", cancellationToken: Cancel);
        NullableResponse<TableEntity> none = await table.GetEntityIfExistsAsync<TableEntity>("p", "none", cancellationToken: Cancel);
        NullableResponse<TableEntity> noTable =
            await azurite.NewTable().GetEntityIfExistsAsync<TableEntity>("p", "r", cancellationToken: Cancel);

        Assert.True(found.HasValue);
        Assert.Equal("r", found.Value!.RowKey);
        Assert.All([none, noTable], answer => Assert.False(answer.HasValue));
        Assert.All([none, noTable], answer => Assert.Equal(404, answer.GetRawResponse().Status));
        Assert.Throws<InvalidOperationException>(() => none.Value);
    }

    [Fact]
    public async Task Select_returns_only_the_named_columns()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(new TableEntity("p", "r") { ["A"] = 1, ["B"] = 2, ["C"] = 3 }, Cancel);

        TableEntity one = await table.GetEntityAsync<TableEntity>("p", "r", ["A", "C"], Cancel);
        TableEntity queried = await FirstAsync(table.QueryAsync<TableEntity>(select: ["B"], cancellationToken: Cancel));

        Assert.Equal((1, 3), (one.GetInt32("A"), one.GetInt32("C")));
        Assert.False(one.ContainsKey("B"));
        Assert.Equal(2, queried.GetInt32("B"));
        Assert.False(queried.ContainsKey("A"));
    }

    [Fact]
    public async Task The_raw_answer_can_still_be_read_after_the_call()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(new TableEntity("p", "r") { ["A"] = 1 }, Cancel);

        Response<TableEntity> read = await table.GetEntityAsync<TableEntity>("p", "r", cancellationToken: Cancel);

        Assert.Equal(200, read.GetRawResponse().Status);
        Assert.Contains("\"A\":1", read.GetRawResponse().Content.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Querying_a_missing_table_is_a_404()
    {
        var failure = await Assert.ThrowsAsync<RequestFailedException>(
            () => FirstAsync(azurite.NewTable().QueryAsync<TableEntity>(cancellationToken: Cancel)));

        Assert.Equal((404, "TableNotFound"), (failure.Status, failure.ErrorCode));
    }

    private static async Task<TableEntity> FirstAsync(AsyncPageable<TableEntity> rows)
    {
        await foreach (TableEntity row in rows)
        {
            return row;
        }

        throw new InvalidOperationException("The query returned no row.");
    }
}
