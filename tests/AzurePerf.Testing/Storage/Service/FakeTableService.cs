using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using System.Web;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Data.Tables;

namespace AzurePerf.Testing.Storage.Service;

/// <summary>
/// The table service in the place of a network: it answers the real client's requests at once, from memory, with the service's limits, conditions and refusals.
/// </summary>
public sealed class FakeTableService : HttpMessageHandler
{
    private const int TransactionBytes = 4 << 20;

    private readonly Lock _lock = new();
    private readonly Dictionary<string, FakeTable> _tables = [];

    /// <summary>The most rows in one answer; the service's own is 1,000.</summary>
    public int PageRows { get; init; } = 1_000;

    /// <summary>The service's own clock, which rows and answers are stamped with; null for no stamps.</summary>
    public TimeProvider? Time { get; init; }

    /// <summary>Whether the answer to a request that was done is lost; told the method and address of each.</summary>
    public Func<string, string, bool> LosesAnswer { get; set; } = (_, _) => false;

    /// <summary>A client whose requests come here. It repeats a request without an answer at once, as often as the library does by default.</summary>
    public TableServiceClient Client() => new(new Uri("https://fake.table.core.windows.net"), new TableSharedKeyCredential("fake", "c2VjcmV0"), new TableClientOptions
    {
        Transport = new HttpClientTransport(this),
        Retry = { Delay = TimeSpan.Zero, MaxDelay = TimeSpan.Zero, Mode = RetryMode.Fixed },
    });

    internal static string PathOf(Uri address) => address.AbsolutePath.TrimStart('/');

    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            var answer = Answer(request);
            answer.RequestMessage = request;
            answer.Headers.Date = Time?.GetUtcNow();
            var path = PathOf(request.RequestUri!);
            return answer.IsSuccessStatusCode && LosesAnswer(request.Method.Method, path) ? throw new HttpRequestException("connection reset by peer", new IOException("reset")) : answer;
        }
    }

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        try
        {
            return Task.FromResult(Send(request, cancellationToken));
        }
        catch (HttpRequestException lost)
        {
            return Task.FromException<HttpResponseMessage>(lost);
        }
    }

    private static string BodyOf(HttpRequestMessage request)
    {
        if (request.Content is null)
        {
            return "";
        }

        using var body = new MemoryStream();
        request.Content.CopyTo(body, null, CancellationToken.None);
        return body.Length <= TransactionBytes ? Encoding.UTF8.GetString(body.GetBuffer(), 0, (int)body.Length) : throw new TableRefusalException(413, "RequestBodyTooLarge");
    }

    private HttpResponseMessage Answer(HttpRequestMessage request)
    {
        try
        {
            var (path, method, body) = (PathOf(request.RequestUri!), request.Method.Method, BodyOf(request));
            var ifMatch = request.Headers.TryGetValues("If-Match", out var values) ? string.Join(",", values) : null;
            return path switch
            {
                "Tables" => Create(body),
                "$batch" => WriteAll(TableTransaction.Read(body)),
                _ when method != "GET" => Write(TableOperation.Of(method, path, ifMatch, body)),
                _ => Read(TableOperation.Of(method, path, null, ""), HttpUtility.ParseQueryString(request.RequestUri!.Query)),
            };
        }
        catch (TableRefusalException refusal)
        {
            return TableAnswer.Refused(refusal);
        }
    }

    private HttpResponseMessage Create(string body) => _tables.TryAdd(JsonNode.Parse(body)!["TableName"]!.GetValue<string>(), new(Time))
        ? TableAnswer.NoContent()
        : throw new TableRefusalException((int)HttpStatusCode.Conflict, "TableAlreadyExists");

    private HttpResponseMessage Write(TableOperation operation)
    {
        var table = Table(operation.Table);
        table.Check(operation);
        return TableAnswer.NoContent(table.Apply(operation));
    }

    /// <summary>All or none: nothing is done before everything was checked.</summary>
    private HttpResponseMessage WriteAll(IReadOnlyList<TableOperation> operations)
    {
        var keys = operations.Select(operation => operation.PartitionKey is { } partition ? (partition, operation.RowKey!) : FakeTable.KeyOf(operation.Row())).ToArray();
        if (keys.DistinctBy(key => key.Item1, StringComparer.Ordinal).Count() > 1 || keys.Distinct().Count() < keys.Length)
        {
            return TableAnswer.Transaction(TableTransaction.Refused(keys.Length - 1, new(400, "InvalidDuplicateRow")));
        }

        for (var index = 0; index < operations.Count; index++)
        {
            try
            {
                Table(operations[index].Table).Check(operations[index]);
            }
            catch (TableRefusalException refusal)
            {
                return TableAnswer.Transaction(TableTransaction.Refused(index, refusal));
            }
        }

        return TableAnswer.Transaction(TableTransaction.Done([.. operations.Select(operation => Table(operation.Table).Apply(operation))]));
    }

    private HttpResponseMessage Read(TableOperation operation, System.Collections.Specialized.NameValueCollection query)
    {
        var table = Table(operation.Table);
        if (operation.PartitionKey is { } partition)
        {
            return TableAnswer.Row(table.Find(partition, operation.RowKey!));
        }

        var holds = TableFilter.Read(query["$filter"]);
        var page = Math.Min(PageRows, query["$top"] is { } top ? int.Parse(top, System.Globalization.CultureInfo.InvariantCulture) : PageRows);
        var (partitionOn, rowOn, select) = (query["NextPartitionKey"], query["NextRowKey"], query["$select"]);
        var rows = table.Rows.Where(holds).Where(row => IsAtOrAfter(row, partitionOn, rowOn)).Take(page + 1).ToArray();
        return TableAnswer.Rows(rows.Take(page).Select(row => Chosen(row, select)), rows.Length > page ? FakeTable.KeyOf(rows[page]) : null);
    }

    private static bool IsAtOrAfter(JsonObject row, string? partition, string? key)
    {
        if (partition is null)
        {
            return true;
        }

        var (own, ownRow) = FakeTable.KeyOf(row);
        var order = string.CompareOrdinal(own, Uri.UnescapeDataString(partition));
        return order > 0 || (order == 0 && string.CompareOrdinal(ownRow, Uri.UnescapeDataString(key![1..])) >= 0);
    }

    private static JsonObject Chosen(JsonObject row, string? names) => names is null ? row : new(
        row.Where(property => property.Key == "odata.etag" || names.Split(',').Contains(property.Key.Split('@')[0])).Select(property => KeyValuePair.Create(property.Key, property.Value?.DeepClone())));

    private FakeTable Table(string name) => _tables.GetValueOrDefault(name) ?? throw new TableRefusalException(404, "TableNotFound");
}
