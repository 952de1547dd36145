using System.Text.Json;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Tables;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Testing.Http;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace AzurePerf.StorageTests.Probes;

public sealed class FilterPagesTests
{
    private const int EntityBytes = 1_024;
    private static readonly EntityContent Content = new(1, EntityBytes);

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Further_pages_are_followed_and_counted_as_continuations_not_as_retries() =>
        Assert.Equal(new OperationResult(10 * EntityBytes, WireRequests: 3, ContinuationRequests: 2), await SearchAsync([.. Rows(0, 10)]));

    [Fact]
    public async Task A_row_that_the_filter_excludes_is_corrupt_also_where_the_number_of_rows_is_right()
    {
        var rows = Rows(0, 10);
        rows[9] = Rows(DatasetShape.RowsPerGroup, 1)[0];

        var failure = await Assert.ThrowsAsync<CorruptDataException>(() => SearchAsync(rows));

        Assert.Equal($"The row {rows[9]["RowKey"]} came though the filter excludes it.", failure.Message);
    }

    private static async Task<OperationResult> SearchAsync(Dictionary<string, object>[] found)
    {
        await using var service = await LoopbackService.StartAsync(context => AnswerAsync(context, found), Token);
        using var target = StorageTarget.Open(service.Address, 1, 1, TimeSpan.FromSeconds(20));
        var options = new TableFilterOptions { DatasetEntities = 10, EntityBytes = EntityBytes };
        await using var probe = (IProbe)new ProbeCatalog(BuiltInProbes.All).Create(new("table.filter", options), UnregisteredScope.Over(target));
        await probe.PreparePointAsync(Token);
        return await probe.ExecuteAsync(new(0, 0, WarmUp: false), Token);
    }

    // Three pages, as a service gives them that stops searching now and then: one with rows, an empty one, and one with the other rows.
    private static async Task AnswerAsync(HttpContext context, Dictionary<string, object>[] found)
    {
        if (context.Request.Method == HttpMethods.Post)
        {
            await AcceptAsync(context);
            return;
        }

        var page = context.Request.Query["NextRowKey"].ToString();
        if (page != "last")
        {
            context.Response.Headers["x-ms-continuation-NextPartitionKey"] = "p0000";
            context.Response.Headers["x-ms-continuation-NextRowKey"] = page.Length == 0 ? "middle" : "last";
        }

        var rows = page switch { "" => found[..6], "middle" => [], _ => found[6..] };
        await context.Response.WriteAsJsonAsync(new { value = rows }, JsonSerializerOptions.Default, "application/json;odata=minimalmetadata", context.RequestAborted);
    }

    private static async Task AcceptAsync(HttpContext context)
    {
        await context.Request.Body.CopyToAsync(Stream.Null, context.RequestAborted);
        if (!context.Request.Path.Value!.EndsWith("$batch", StringComparison.Ordinal))
        {
            context.Response.StatusCode = StatusCodes.Status204NoContent;
            return;
        }

        context.Response.StatusCode = StatusCodes.Status202Accepted;
        context.Response.ContentType = "multipart/mixed; boundary=batchresponse_1";
        var parts = string.Concat(Enumerable.Repeat(
            "--changesetresponse_1\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n"
            + "HTTP/1.1 204 No Content\r\nETag: W/\"1\"\r\n\r\n\r\n", DatasetShape.RowsPerGroup));
        await context.Response.WriteAsync(
            "--batchresponse_1\r\nContent-Type: multipart/mixed; boundary=changesetresponse_1\r\n\r\n"
            + parts + "--changesetresponse_1--\r\n--batchresponse_1--\r\n", context.RequestAborted);
    }

    private static Dictionary<string, object>[] Rows(int first, int count) =>
        [.. Enumerable.Range(first, count).Select(number => new Dictionary<string, object>(Content.Create(EntityRow.OfDataset(number, 1))))];
}
