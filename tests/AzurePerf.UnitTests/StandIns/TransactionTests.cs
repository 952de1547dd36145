using System.Net;
using Azure;
using Azure.Data.Tables;
using AzurePerf.Testing.Http;
using Xunit;

namespace AzurePerf.UnitTests.StandIns;

public sealed class TransactionTests
{
    private const string Conflict = """{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en-US","value":"12:The entity exists."}}}""";

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task The_body_is_one_change_set_of_requests_with_absolute_addresses()
    {
        var table = new RecordedTable(() => Answer("HTTP/1.1 204 No Content\r\nETag: W/\"7\"\r\n\r\n\r\n"));

        Response<IReadOnlyList<Response>> done = await table.Client.SubmitTransactionAsync(
            [new(TableTransactionActionType.Add, new TableEntity("p", "r") { ["x"] = 1 })],
            Cancel);

        RecordedRequest request = table.Wire.Single;
        Assert.Equal(("POST", "/$batch"), (request.Method, request.Uri.AbsolutePath));
        string boundary = Boundary(request.Header("Content-Type")!);
        Assert.StartsWith("batch_", boundary, StringComparison.Ordinal);
        Assert.StartsWith($"--{boundary}\r\n", request.Body, StringComparison.Ordinal);
        Assert.EndsWith($"--{boundary}--\r\n", request.Body, StringComparison.Ordinal);
        Assert.Contains("boundary=changeset_", request.Body, StringComparison.Ordinal);
        Assert.Contains("POST https://acct.table.core.windows.net/planets HTTP/1.1\r\n", request.Body, StringComparison.Ordinal);
        Assert.Contains("Host: acct.table.core.windows.net\r\n", request.Body, StringComparison.Ordinal);
        Assert.Contains("Prefer: return-no-content\r\n", request.Body, StringComparison.Ordinal);
        Assert.Contains("""{"PartitionKey":"p","RowKey":"r","x":1}""", request.Body, StringComparison.Ordinal);
        Assert.Equal(202, done.GetRawResponse().Status);
        Assert.Equal((204, new ETag("W/\"7\"")), (done.Value[0].Status, done.Value[0].Headers.ETag));
    }

    [Fact]
    public async Task Parts_carry_neither_authorization_nor_date()
    {
        var table = new RecordedTable(() => Answer("HTTP/1.1 204 No Content\r\n\r\n\r\n"));

        await table.Client.SubmitTransactionAsync(
            [new(TableTransactionActionType.UpsertMerge, new TableEntity("p", "r")), new(TableTransactionActionType.Delete, new TableEntity("p", "s"))],
            Cancel);

        Assert.NotNull(table.Wire.Single.Header("Authorization"));
        Assert.DoesNotContain("authorization", table.Wire.Single.Body, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("x-ms-date", table.Wire.Single.Body, StringComparison.OrdinalIgnoreCase);
    }

    [Theory]
    [InlineData(TableTransactionActionType.UpdateMerge, "PATCH", null, null)]
    [InlineData(TableTransactionActionType.UpdateReplace, "PUT", "W/\"1\"", "W/\"1\"")]
    [InlineData(TableTransactionActionType.Delete, "DELETE", null, "*")]
    [InlineData(TableTransactionActionType.Delete, "DELETE", "W/\"1\"", "W/\"1\"")]
    [InlineData(TableTransactionActionType.UpsertMerge, "PATCH", null, null)]
    [InlineData(TableTransactionActionType.UpsertReplace, "PUT", null, null)]
    public async Task An_action_has_its_verb_and_its_condition(TableTransactionActionType type, string verb, string? etag, string? condition)
    {
        var table = new RecordedTable(() => Answer("HTTP/1.1 204 No Content\r\n\r\n\r\n"));

        await table.Client.SubmitTransactionAsync(
            [new(type, new TableEntity("p", "o'b"), etag is null ? default : new ETag(etag))],
            Cancel);

        string body = table.Wire.Single.Body;
        Assert.Contains(
            $"{verb} https://acct.table.core.windows.net/planets(PartitionKey='p',RowKey='o%27%27b') HTTP/1.1\r\n",
            body,
            StringComparison.Ordinal);
        string? sent = body.Split("\r\n").SingleOrDefault(line => line.StartsWith("If-Match:", StringComparison.Ordinal));
        Assert.Equal(condition, sent?["If-Match:".Length..].Trim());
    }

    [Fact]
    public async Task A_refused_action_is_told_by_status_code_and_index()
    {
        var table = new RecordedTable(() => Answer("HTTP/1.1 409 Conflict\r\nContent-Type: application/json\r\n\r\n" + Conflict));

        var failure = await Assert.ThrowsAsync<TableTransactionFailedException>(
            () => table.Client.SubmitTransactionAsync([new(TableTransactionActionType.Add, new TableEntity("p", "r"))], Cancel));

        Assert.Equal((409, "EntityAlreadyExists", 12), (failure.Status, failure.ErrorCode, failure.FailedTransactionActionIndex));
        Assert.Contains("The entity exists.", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_action_at_all_is_an_invalid_operation()
    {
        var table = new RecordedTable();

        await Assert.ThrowsAsync<InvalidOperationException>(() => table.Client.SubmitTransactionAsync([], Cancel));

        Assert.Empty(table.Wire.Requests);
    }

    [Fact]
    public async Task A_refused_transaction_is_an_ordinary_failure()
    {
        var table = new RecordedTable(() => RecordingHandler.Answer(HttpStatusCode.RequestEntityTooLarge));

        var failure = await Assert.ThrowsAnyAsync<RequestFailedException>(
            () => table.Client.SubmitTransactionAsync([new(TableTransactionActionType.Add, new TableEntity("p", "r"))], Cancel));

        Assert.Equal(413, failure.Status);
    }

    [Fact]
    public void An_action_keeps_what_it_was_made_of()
    {
        var row = new TableEntity("p", "r");
        var action = new TableTransactionAction(TableTransactionActionType.UpdateMerge, row, new ETag("W/\"1\""));

        Assert.Equal(TableTransactionActionType.UpdateMerge, action.ActionType);
        Assert.Same(row, action.Entity);
        Assert.Equal(new ETag("W/\"1\""), action.ETag);
        Assert.Equal(default, new TableTransactionAction(TableTransactionActionType.Add, row).ETag);
    }

    private static HttpResponseMessage Answer(string part)
    {
        string body = string.Join(
            "\r\n",
            "--batchresponse_1",
            "Content-Type: multipart/mixed; boundary=changesetresponse_2",
            string.Empty,
            "--changesetresponse_2",
            "Content-Type: application/http",
            "Content-Transfer-Encoding: binary",
            string.Empty,
            part,
            "--changesetresponse_2--",
            "--batchresponse_1--",
            string.Empty);
        return RecordingHandler.Answer(HttpStatusCode.Accepted, body, ("Content-Type", "multipart/mixed; boundary=batchresponse_1"));
    }

    private static string Boundary(string contentType)
        => contentType[(contentType.IndexOf("boundary=", StringComparison.Ordinal) + "boundary=".Length)..].Trim('"');
}
