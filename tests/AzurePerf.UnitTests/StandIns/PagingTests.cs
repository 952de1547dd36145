using System.Net;
using Azure;
using Azure.Data.Tables;
using Azure.Data.Tables.Models;
using AzurePerf.Testing.Http;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

public sealed class PagingTests
{
    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_empty_page_with_a_continuation_does_not_end_the_query()
    {
        var table = new RecordedTable(
            () => Page("[]", ("x-ms-continuation-NextPartitionKey", "1!8!cA--"), ("x-ms-continuation-NextRowKey", "1!8!c g+=")),
            () => Page("""[{"PartitionKey":"p","RowKey":"a"}]""", ("x-ms-continuation-NextPartitionKey", "only")),
            () => Page("""[{"PartitionKey":"p","RowKey":"b"}]"""));

        var keys = new List<string>();
        await foreach (TableEntity row in table.Client.QueryAsync<TableEntity>(cancellationToken: Cancel))
        {
            keys.Add(row.RowKey);
        }

        Assert.Equal(["a", "b"], keys);
        Assert.Contains("NextPartitionKey=1%218%21cA--", table.Wire.Requests[1].Uri.Query, StringComparison.Ordinal);
        Assert.Contains("NextRowKey=1%218%21c%20g%2B%3D", table.Wire.Requests[1].Uri.Query, StringComparison.Ordinal);
        Assert.Contains("NextPartitionKey=only", table.Wire.Requests[2].Uri.Query, StringComparison.Ordinal);
        Assert.DoesNotContain("NextRowKey", table.Wire.Requests[2].Uri.Query, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_list_of_tables_continues_from_the_named_table()
    {
        var table = new RecordedTable(
            () => Page("""[{"TableName":"a"}]""", ("x-ms-continuation-NextTableName", "b")),
            () => Page("""[{"odata.id":"x","TableName":"b"}]"""));

        var names = new List<string>();
        await foreach (TableItem item in table.Service.QueryAsync(cancellationToken: Cancel))
        {
            names.Add(item.Name);
        }

        Assert.Equal(["a", "b"], names);
        Assert.Contains("NextTableName=b", table.Wire.Requests[1].Uri.Query, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_page_is_fetched_before_it_is_asked_for()
    {
        var table = new RecordedTable(() => Page("""[{"PartitionKey":"p","RowKey":"a"}]""", ("x-ms-continuation-NextPartitionKey", "more")));
        AsyncPageable<TableEntity> query = table.Client.QueryAsync<TableEntity>(cancellationToken: Cancel);
        Assert.Empty(table.Wire.Requests);

        await foreach (TableEntity _ in query)
        {
            break;
        }

        Assert.Single(table.Wire.Requests);
    }

    [Fact]
    public async Task A_cancelled_enumeration_sends_nothing_more()
    {
        var table = new RecordedTable(() => Page("""[{"PartitionKey":"p","RowKey":"a"}]""", ("x-ms-continuation-NextPartitionKey", "more")));
        using var stop = new CancellationTokenSource();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
        {
            await foreach (TableEntity _ in table.Client.QueryAsync<TableEntity>(cancellationToken: stop.Token))
            {
                await stop.CancelAsync();
            }
        });

        Assert.Single(table.Wire.Requests);
    }

    private static HttpResponseMessage Page(string rows, params (string Name, string Value)[] headers)
        => RecordingHandler.Answer(HttpStatusCode.OK, $$"""{"odata.metadata":"x","value":{{rows}}}""", headers);
}
