using Azure;
using Azure.Data.Tables;
using Xunit;

namespace AzurePerf.StorageTests.StandIns;

public sealed class EntityWriteTests(AzuriteFixture azurite)
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Adding_a_row_answers_204_with_the_etag_that_a_read_then_shows()
    {
        TableClient table = await azurite.CreateTableAsync();

        Response added = await table.AddEntityAsync(new TableEntity("p", "r") { ["Value"] = 1 }, Cancel);
        TableEntity read = await table.GetEntityAsync<TableEntity>("p", "r", cancellationToken: Cancel);

        Assert.Equal(204, added.Status);
        Assert.Equal(added.Headers.ETag, read.ETag);
        Assert.NotNull(read.Timestamp);
    }

    [Fact]
    public async Task Adding_a_row_twice_is_a_409()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(new TableEntity("p", "r"), Cancel);

        var failure = await Assert.ThrowsAsync<RequestFailedException>(() => table.AddEntityAsync(new TableEntity("p", "r"), Cancel));

        Assert.Equal(409, failure.Status);
        Assert.Equal("EntityAlreadyExists", failure.ErrorCode);
    }

    [Fact]
    public async Task Every_write_changes_the_etag()
    {
        TableClient table = await azurite.CreateTableAsync();
        var row = new TableEntity("p", "r") { ["Value"] = 0 };
        var etags = new List<ETag?> { (await table.AddEntityAsync(row, Cancel)).Headers.ETag };
        for (int i = 1; i <= 20; i++)
        {
            row["Value"] = i;
            Response written = i % 2 == 0
                ? await table.UpsertEntityAsync(row, TableUpdateMode.Replace, Cancel)
                : await table.UpdateEntityAsync(row, etags[^1]!.Value, TableUpdateMode.Merge, Cancel);
            etags.Add(written.Headers.ETag);
        }

        Assert.All(etags, etag => Assert.NotNull(etag));
        Assert.All(etags.Zip(etags.Skip(1)), pair => Assert.NotEqual(pair.First, pair.Second));
    }

    [Fact]
    public async Task A_stale_etag_is_a_412_and_changes_nothing()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(new TableEntity("p", "r") { ["Value"] = 1 }, Cancel);
        TableEntity stale = await table.GetEntityAsync<TableEntity>("p", "r", cancellationToken: Cancel);
        await table.UpsertEntityAsync(new TableEntity("p", "r") { ["Value"] = 2 }, cancellationToken: Cancel);

        var update = await Assert.ThrowsAsync<RequestFailedException>(() => table.UpdateEntityAsync(stale, stale.ETag, cancellationToken: Cancel));
        var delete = await Assert.ThrowsAsync<RequestFailedException>(() => table.DeleteEntityAsync("p", "r", stale.ETag, Cancel));

        Assert.Equal((412, "UpdateConditionNotSatisfied"), (update.Status, update.ErrorCode));
        Assert.Equal((412, "UpdateConditionNotSatisfied"), (delete.Status, delete.ErrorCode));
        TableEntity kept = await table.GetEntityAsync<TableEntity>("p", "r", cancellationToken: Cancel);
        Assert.Equal(2, kept.GetInt32("Value"));
    }

    [Fact]
    public async Task Of_many_updates_with_one_etag_exactly_one_wins()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(new TableEntity("p", "r"), Cancel);
        TableEntity read = await table.GetEntityAsync<TableEntity>("p", "r", cancellationToken: Cancel);

        int[] statuses = await Task.WhenAll(Enumerable.Range(0, 8).Select(async i =>
        {
            try
            {
                var row = new TableEntity("p", "r") { ["Winner"] = i };
                return (await table.UpdateEntityAsync(row, read.ETag, TableUpdateMode.Replace, Cancel)).Status;
            }
            catch (RequestFailedException failure)
            {
                return failure.Status;
            }
        }));

        Assert.Equal(1, statuses.Count(status => status == 204));
        Assert.Equal(7, statuses.Count(status => status == 412));
    }

    [Fact]
    public async Task Updating_a_missing_row_is_a_404()
    {
        TableClient table = await azurite.CreateTableAsync();

        var failure = await Assert.ThrowsAsync<RequestFailedException>(
            () => table.UpdateEntityAsync(new TableEntity("p", "none"), ETag.All, cancellationToken: Cancel));

        Assert.Equal(404, failure.Status);
    }

    [Fact]
    public async Task Merge_keeps_columns_that_replace_drops()
    {
        TableClient table = await azurite.CreateTableAsync();
        await table.AddEntityAsync(new TableEntity("p", "r") { ["Old"] = 1 }, Cancel);

        await table.UpsertEntityAsync(new TableEntity("p", "r") { ["New"] = 2 }, TableUpdateMode.Merge, Cancel);
        TableEntity merged = await table.GetEntityAsync<TableEntity>("p", "r", cancellationToken: Cancel);
        await table.UpdateEntityAsync(new TableEntity("p", "r") { ["Newest"] = 3 }, merged.ETag, TableUpdateMode.Replace, Cancel);
        TableEntity replaced = await table.GetEntityAsync<TableEntity>("p", "r", cancellationToken: Cancel);

        Assert.Equal((1, 2), (merged.GetInt32("Old"), merged.GetInt32("New")));
        Assert.Null(replaced["Old"]);
        Assert.Null(replaced["New"]);
        Assert.Equal(3, replaced.GetInt32("Newest"));
    }

    [Fact]
    public async Task Deleting_a_row_answers_204_and_a_missing_row_or_table_404_without_throwing()
    {
        TableClient table = await azurite.CreateTableAsync();
        var row = new TableEntity("p", "r");
        await table.AddEntityAsync(row, Cancel);

        Response deleted = await table.DeleteEntityAsync(row, cancellationToken: Cancel);
        Response missingRow = await table.DeleteEntityAsync("p", "r", cancellationToken: Cancel);
        Response missingTable = await azurite.NewTable().DeleteEntityAsync("p", "r", cancellationToken: Cancel);

        Assert.Equal(204, deleted.Status);
        Assert.Equal(404, missingRow.Status);
        Assert.Equal(404, missingTable.Status);
    }

    [Fact]
    public async Task Writes_to_a_missing_table_are_404_TableNotFound()
    {
        TableClient table = azurite.NewTable();

        var add = await Assert.ThrowsAsync<RequestFailedException>(() => table.AddEntityAsync(new TableEntity("p", "r"), Cancel));
        var upsert = await Assert.ThrowsAsync<RequestFailedException>(
            () => table.UpsertEntityAsync(new TableEntity("p", "r"), cancellationToken: Cancel));

        Assert.Equal((404, "TableNotFound"), (add.Status, add.ErrorCode));
        Assert.Equal((404, "TableNotFound"), (upsert.Status, upsert.ErrorCode));
    }

    [Theory]
    [InlineData("o'brien")]
    [InlineData("a b+c&d=e")]
    [InlineData("(x),y;z:@$!*")]
    [InlineData("größe-尺寸")]
    [InlineData("100%25")]
    public async Task Keys_with_special_characters_survive(string key)
    {
        TableClient table = await azurite.CreateTableAsync();
        var row = new TableEntity(key, key) { ["Value"] = 1 };

        await table.AddEntityAsync(row, Cancel);
        TableEntity read = await table.GetEntityAsync<TableEntity>(key, key, cancellationToken: Cancel);
        await table.UpdateEntityAsync(row, read.ETag, TableUpdateMode.Replace, Cancel);
        Response deleted = await table.DeleteEntityAsync(key, key, cancellationToken: Cancel);

        Assert.Equal((key, key), (read.PartitionKey, read.RowKey));
        Assert.Equal(204, deleted.Status);
    }
}
