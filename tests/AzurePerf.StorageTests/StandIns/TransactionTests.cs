using Azure;
using Azure.Data.Tables;
using Xunit;

namespace AzurePerf.StorageTests.StandIns;

public sealed class TransactionTests(AzuriteFixture azurite)
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task All_kinds_of_actions_happen_together_with_one_answer_each()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(Row("merge", 1, "Old"), Cancel);
        await table.AddEntityAsync(Row("replace", 1, "Old"), Cancel);
        Response deletable = await table.AddEntityAsync(Row("delete", 1), Cancel);

        Response<IReadOnlyList<Response>> done = await table.SubmitTransactionAsync(
            [
                new(TableTransactionActionType.Add, Row("add", 2)),
                new(TableTransactionActionType.UpdateMerge, Row("merge", 2), ETag.All),
                new(TableTransactionActionType.UpdateReplace, Row("replace", 2), ETag.All),
                new(TableTransactionActionType.Delete, Row("delete", 0), deletable.Headers.ETag!.Value),
                new(TableTransactionActionType.UpsertMerge, Row("upsert merge", 2)),
                new(TableTransactionActionType.UpsertReplace, Row("upsert replace", 2)),
            ],
            Cancel);

        Assert.Equal(202, done.GetRawResponse().Status);
        Assert.Equal([204, 204, 204, 204, 204, 204], done.Value.Select(answer => answer.Status));
        Dictionary<string, TableEntity> rows = await RowsAsync(table);
        Assert.Equal(["add", "merge", "replace", "upsert merge", "upsert replace"], rows.Keys.Order(StringComparer.Ordinal));
        Assert.All(rows.Values, row => Assert.Equal(2, row.GetInt32("Value")));
        Assert.Equal(1, rows["merge"].GetInt32("Old"));
        Assert.Null(rows["replace"].GetInt32("Old"));
        Assert.Equal(rows["add"].ETag, done.Value[0].Headers.ETag);
        Assert.Equal(rows["merge"].ETag, done.Value[1].Headers.ETag);
    }

    [Fact]
    public async Task A_failed_action_is_named_by_its_index_and_undoes_all_others()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(Row("existing", 1), Cancel);
        await table.AddEntityAsync(Row("changed", 1), Cancel);

        var failure = await Assert.ThrowsAsync<TableTransactionFailedException>(() => table.SubmitTransactionAsync(
            [
                new(TableTransactionActionType.Add, Row("a", 2)),
                new(TableTransactionActionType.UpsertReplace, Row("changed", 2)),
                new(TableTransactionActionType.Add, Row("b", 2)),
                new(TableTransactionActionType.Add, Row("existing", 3)),
                new(TableTransactionActionType.Add, Row("c", 2)),
            ],
            Cancel));

        Assert.Equal((409, "EntityAlreadyExists", 3), (failure.Status, failure.ErrorCode, failure.FailedTransactionActionIndex));
        Dictionary<string, TableEntity> rows = await RowsAsync(table);
        Assert.Equal(["changed", "existing"], rows.Keys);
        Assert.All(rows.Values, row => Assert.Equal(1, row.GetInt32("Value")));
    }

    [Fact]
    public async Task A_stale_etag_fails_the_transaction_with_412_and_its_index()
    {
        TableClient table = await azurite.CreateTableAsync();
        Response stale = await table.AddEntityAsync(Row("guarded", 1), Cancel);
        await table.UpsertEntityAsync(Row("guarded", 2), cancellationToken: Cancel);

        var failure = await Assert.ThrowsAsync<TableTransactionFailedException>(() => table.SubmitTransactionAsync(
            [
                new(TableTransactionActionType.Add, Row("other", 9)),
                new(TableTransactionActionType.UpdateReplace, Row("guarded", 9), stale.Headers.ETag!.Value),
            ],
            Cancel));

        Assert.Equal((412, "UpdateConditionNotSatisfied", 1), (failure.Status, failure.ErrorCode, failure.FailedTransactionActionIndex));
        Dictionary<string, TableEntity> rows = await RowsAsync(table);
        Assert.Equal(["guarded"], rows.Keys);
        Assert.Equal(2, rows["guarded"].GetInt32("Value"));
    }

    [Fact]
    public async Task A_transaction_on_a_missing_table_fails_with_404_at_its_first_action()
    {
        var failure = await Assert.ThrowsAsync<TableTransactionFailedException>(
            () => azurite.NewTable().SubmitTransactionAsync([new(TableTransactionActionType.Add, Row("a", 1))], Cancel));

        Assert.Equal((404, 0), (failure.Status, failure.FailedTransactionActionIndex));
    }

    [Fact]
    public async Task A_hundred_rows_with_special_keys_and_values_fit_in_one_transaction()
    {
        TableClient table = await azurite.CreateTableAsync();
        TableTransactionAction[] actions =
        [
            .. Enumerable.Range(0, 100).Select(i => new TableTransactionAction(
                TableTransactionActionType.UpsertReplace,
                new TableEntity("o'brien & co", $"größe {i:D3}") { ["Text"] = "--batch_\r\n\r\nHTTP/1.1 500", ["Long"] = (long)i })),
        ];

        Response<IReadOnlyList<Response>> done = await table.SubmitTransactionAsync(actions, Cancel);

        Assert.Equal(100, done.Value.Count);
        Dictionary<string, TableEntity> rows = await RowsAsync(table);
        Assert.Equal(100, rows.Count);
        Assert.All(rows.Values, row => Assert.Equal("--batch_\r\n\r\nHTTP/1.1 500", row.GetString("Text")));
        Assert.Equal(42L, rows["größe 042"].GetInt64("Long"));
    }

    [Fact]
    public async Task More_than_a_hundred_actions_are_refused_and_nothing_is_written()
    {
        TableClient table = await azurite.CreateTableAsync();
        IEnumerable<TableTransactionAction> actions =
            Enumerable.Range(0, 101).Select(i => new TableTransactionAction(TableTransactionActionType.Add, Row($"{i:D3}", i)));

        var failure = await Assert.ThrowsAnyAsync<RequestFailedException>(() => table.SubmitTransactionAsync(actions, Cancel));

        Assert.Equal(400, failure.Status);
        Assert.Empty(await RowsAsync(table));
    }

    private static TableEntity Row(string key, int value, string? extra = null)
    {
        var row = new TableEntity("p", key) { ["Value"] = value };
        if (extra is not null)
        {
            row[extra] = value;
        }

        return row;
    }

    private static async Task<Dictionary<string, TableEntity>> RowsAsync(TableClient table)
    {
        var rows = new Dictionary<string, TableEntity>(StringComparer.Ordinal);
        await foreach (TableEntity row in table.QueryAsync<TableEntity>(cancellationToken: Cancel))
        {
            rows.Add(row.RowKey, row);
        }

        return rows;
    }
}
