using System.Net;
using Azure;
using Azure.Data.Tables;
using AzurePerf.Testing.Http;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

public sealed class RequestShapeTests
{
    private const string Row = "https://acct.table.core.windows.net/planets(PartitionKey='p',RowKey='r')";

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    private static TableEntity Entity => new("p", "r") { ["Value"] = 1 };

    [Fact]
    public async Task An_added_row_is_posted_to_the_table_and_not_echoed()
    {
        var table = new RecordedTable();

        await table.Client.AddEntityAsync(Entity, Cancel);

        RecordedRequest request = table.Wire.Single;
        Assert.Equal(("POST", "https://acct.table.core.windows.net/planets"), (request.Method, request.Uri.AbsoluteUri));
        Assert.Equal("""{"PartitionKey":"p","RowKey":"r","Value":1}""", request.Body);
        Assert.Equal("return-no-content", request.Header("Prefer"));
        Assert.Equal("application/json; odata=minimalmetadata", request.Header("Accept"));
        Assert.StartsWith("application/json", request.Header("Content-Type"), StringComparison.Ordinal);
        Assert.Equal("2020-12-06", request.Header("x-ms-version"));
        Assert.Equal("3.0", request.Header("DataServiceVersion"));
        Assert.Contains("Data.Tables/12.11.0", request.Header("User-Agent"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(TableUpdateMode.Merge, "PATCH")]
    [InlineData(TableUpdateMode.Replace, "PUT")]
    public async Task An_upsert_has_no_condition_and_an_update_has_its_own(TableUpdateMode mode, string method)
    {
        var table = new RecordedTable();
        var etag = new ETag("W/\"datetime'2017-01-01T00%3A00%3A00Z'\"");

        await table.Client.UpsertEntityAsync(Entity, mode, Cancel);
        await table.Client.UpdateEntityAsync(Entity, etag, mode, Cancel);
        await table.Client.UpdateEntityAsync(Entity, ETag.All, mode, Cancel);

        Assert.All(table.Wire.Requests, request => Assert.Equal((method, Row), (request.Method, request.Uri.AbsoluteUri)));
        Assert.All(table.Wire.Requests, request => Assert.Equal("application/json", request.Header("Accept")));
        Assert.Equal([null, "W/\"datetime'2017-01-01T00%3A00%3A00Z'\"", "*"], table.Wire.Requests.Select(request => request.Header("If-Match")));
    }

    [Fact]
    public async Task A_delete_without_etag_accepts_any_version()
    {
        var table = new RecordedTable();

        await table.Client.DeleteEntityAsync("p", "r", cancellationToken: Cancel);
        await table.Client.DeleteEntityAsync(Entity, new ETag("W/\"1\""), Cancel);

        Assert.All(table.Wire.Requests, request => Assert.Equal(("DELETE", Row), (request.Method, request.Uri.AbsoluteUri)));
        Assert.Equal(["*", "W/\"1\""], table.Wire.Requests.Select(request => request.Header("If-Match")));
    }

    [Fact]
    public async Task Quotes_in_keys_are_doubled_and_then_percent_encoded()
    {
        var table = new RecordedTable();

        await table.Client.DeleteEntityAsync("o'b", "a/b?c#d", cancellationToken: Cancel);

        Assert.Equal("/planets(PartitionKey='o%27%27b',RowKey='a%2Fb%3Fc%23d')", table.Wire.Single.Uri.AbsolutePath);
    }

    [Fact]
    public async Task A_query_asks_for_page_size_columns_and_filter_of_the_table_with_brackets()
    {
        var table = new RecordedTable(() => RecordingHandler.Answer(HttpStatusCode.OK, """{"value":[]}"""));

        await foreach (TableEntity _ in table.Client.QueryAsync<TableEntity>("A eq 'x y'", 7, ["A", "B"], Cancel))
        {
        }

        Uri uri = table.Wire.Single.Uri;
        Assert.Equal("/planets()", uri.AbsolutePath);
        string[] parameters = [.. uri.Query[1..].Split('&').Select(Uri.UnescapeDataString).Order(StringComparer.Ordinal)];
        Assert.Contains("$filter=A eq 'x y'", parameters);
        Assert.Contains("$select=A,B", parameters);
        Assert.Contains("$top=7", parameters);
    }

    [Fact]
    public async Task A_table_is_created_by_a_post_and_deleted_without_data_service_version()
    {
        var table = new RecordedTable();

        await table.Client.CreateAsync(Cancel);
        await table.Service.DeleteTableAsync("planets", Cancel);

        RecordedRequest create = table.Wire.Requests[0];
        Assert.Equal(("POST", "/Tables"), (create.Method, create.Uri.AbsolutePath));
        Assert.Equal("""{"TableName":"planets"}""", create.Body);
        Assert.Equal("return-no-content", create.Header("Prefer"));
        RecordedRequest delete = table.Wire.Requests[1];
        Assert.Equal(("DELETE", "/Tables('planets')"), (delete.Method, delete.Uri.AbsolutePath));
        Assert.Equal("application/json", delete.Header("Accept"));
        Assert.Null(delete.Header("DataServiceVersion"));
    }

    [Fact]
    public async Task Missing_arguments_are_refused_before_anything_is_sent()
    {
        var table = new RecordedTable();
        TableClient client = table.Client;

        await Assert.ThrowsAsync<ArgumentNullException>(() => client.AddEntityAsync<TableEntity>(null!, Cancel));
        await Assert.ThrowsAsync<ArgumentNullException>(() => client.AddEntityAsync(new TableEntity(null!, "r"), Cancel));
        await Assert.ThrowsAsync<ArgumentNullException>(() => client.UpsertEntityAsync(new TableEntity("p", null!), cancellationToken: Cancel));
        await Assert.ThrowsAsync<ArgumentNullException>(() => client.DeleteEntityAsync(null!, "r", cancellationToken: Cancel));
        await Assert.ThrowsAsync<ArgumentNullException>(() => client.GetEntityAsync<TableEntity>("p", null!, cancellationToken: Cancel));
        await Assert.ThrowsAsync<ArgumentException>(() => client.UpdateEntityAsync(Entity, default, cancellationToken: Cancel));
        Assert.Empty(table.Wire.Requests);
    }

    [Fact]
    public async Task A_conflict_that_is_not_an_existing_table_is_thrown_by_create_if_not_exists()
    {
        const string Error = """{"odata.error":{"code":"TableBeingDeleted","message":{"lang":"en-US","value":"Wait."}}}""";
        var table = new RecordedTable(() => RecordingHandler.Answer(HttpStatusCode.Conflict, Error));

        var failure = await Assert.ThrowsAsync<RequestFailedException>(() => table.Client.CreateIfNotExistsAsync(Cancel));

        Assert.Equal((409, "TableBeingDeleted"), (failure.Status, failure.ErrorCode));
    }

    [Fact]
    public async Task A_refusal_that_is_not_json_keeps_its_status()
    {
        var table = new RecordedTable(() => RecordingHandler.Answer(HttpStatusCode.Forbidden, "<html>go away</html>"));

        var failure = await Assert.ThrowsAsync<RequestFailedException>(() => table.Client.CreateAsync(Cancel));

        Assert.Equal(403, failure.Status);
    }
}
