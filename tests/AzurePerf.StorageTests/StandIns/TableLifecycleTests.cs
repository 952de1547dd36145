using Azure;
using Azure.Data.Tables;
using Azure.Data.Tables.Models;
using Xunit;

namespace AzurePerf.StorageTests.StandIns;

public sealed class TableLifecycleTests(AzuriteFixture azurite)
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Creating_a_table_answers_204_with_its_name()
    {
        TableClient table = azurite.NewTable();

        Response<TableItem> created = await table.CreateAsync(Cancel);

        Assert.Equal(204, created.GetRawResponse().Status);
        Assert.Equal(table.Name, created.Value.Name);
    }

    [Fact]
    public async Task Creating_an_existing_table_is_a_409()
    {
        TableClient table = await azurite.CreateTableAsync();

        var failure = await Assert.ThrowsAsync<RequestFailedException>(() => table.CreateAsync(Cancel));

        Assert.Equal(409, failure.Status);
        Assert.Equal("TableAlreadyExists", failure.ErrorCode);
    }

    [Fact]
    public async Task Create_if_not_exists_creates_once_and_then_answers_409_without_throwing()
    {
        TableClient table = azurite.NewTable();

        Response<TableItem> first = await table.CreateIfNotExistsAsync(Cancel);
        Response<TableItem> second = await table.CreateIfNotExistsAsync(Cancel);

        Assert.Equal(204, first.GetRawResponse().Status);
        Assert.Equal(409, second.GetRawResponse().Status);
        Assert.Equal(table.Name, second.Value.Name);
    }

    [Fact]
    public async Task Deleting_a_table_answers_204_and_a_missing_one_404_without_throwing()
    {
        TableClient table = await azurite.CreateTableAsync();

        Response first = await table.DeleteAsync(Cancel);
        Response second = await table.DeleteAsync(Cancel);

        Assert.Equal(204, first.Status);
        Assert.Equal(404, second.Status);
    }

    [Fact]
    public async Task The_service_client_creates_lists_and_deletes_tables()
    {
        var service = new TableServiceClient(azurite.ConnectionString);
        string name = azurite.NewName();

        await service.CreateTableAsync(name, Cancel);
        Response<TableItem> again = await service.CreateTableIfNotExistsAsync(name, Cancel);
        List<string> before = await NamesAsync(service, $"TableName eq '{name}'");
        Response deleted = await service.DeleteTableAsync(name, Cancel);
        Response missing = await service.DeleteTableAsync(name, Cancel);
        List<string> after = await NamesAsync(service, $"TableName eq '{name}'");

        Assert.Equal(409, again.GetRawResponse().Status);
        Assert.Equal([name], before);
        Assert.Equal(204, deleted.Status);
        Assert.Equal(404, missing.Status);
        Assert.Empty(after);
    }

    [Fact]
    public async Task Tables_are_listed_over_several_pages()
    {
        var service = new TableServiceClient(azurite.ConnectionString);
        string[] names = [azurite.NewName(), azurite.NewName(), azurite.NewName()];
        foreach (string name in names)
        {
            await service.GetTableClient(name).CreateAsync(Cancel);
        }

        var pages = new List<Page<TableItem>>();
        await foreach (Page<TableItem> page in service.QueryAsync(maxPerPage: 1, cancellationToken: Cancel).AsPages())
        {
            pages.Add(page);
        }

        Assert.All(pages, page => Assert.True(page.Values.Count <= 1));
        Assert.All(names, name => Assert.Contains(name, pages.SelectMany(page => page.Values).Select(item => item.Name)));
    }

    [Fact]
    public void A_table_client_of_a_service_client_has_its_account_and_address()
    {
        var service = new TableServiceClient(azurite.ConnectionString);

        TableClient table = service.GetTableClient("planets");

        Assert.Equal("planets", table.Name);
        Assert.Equal(AzuriteFixture.AccountName, table.AccountName);
        Assert.Equal(service.Uri.AbsoluteUri.TrimEnd('/') + "/planets", table.Uri.AbsoluteUri);
    }

    private static async Task<List<string>> NamesAsync(TableServiceClient service, string filter)
    {
        var names = new List<string>();
        await foreach (TableItem item in service.QueryAsync(filter, cancellationToken: Cancel))
        {
            names.Add(item.Name);
        }

        return names;
    }
}
