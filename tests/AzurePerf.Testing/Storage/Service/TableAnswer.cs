using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace AzurePerf.Testing.Storage.Service;

/// <summary>Answers as the table service gives them.</summary>
internal static class TableAnswer
{
    private const string Json = "application/json;odata=minimalmetadata";

    public static HttpResponseMessage NoContent(string? etag = null)
    {
        var answer = Of(HttpStatusCode.NoContent, "", Json);
        if (etag is not null)
        {
            answer.Headers.TryAddWithoutValidation("ETag", etag);
        }

        return answer;
    }

    public static HttpResponseMessage Row(JsonObject row) => Of(HttpStatusCode.OK, row.ToJsonString(), Json);

    public static HttpResponseMessage Rows(IEnumerable<JsonObject> rows, (string Partition, string Row)? next)
    {
        var answer = Of(HttpStatusCode.OK, $$"""{"value":[{{string.Join(',', rows.Select(row => row.ToJsonString()))}}]}""", Json);
        if (next is { } key)
        {
            // The service makes its own text of the keys; what matters is that it comes back as it was.
            answer.Headers.TryAddWithoutValidation("x-ms-continuation-NextPartitionKey", Uri.EscapeDataString(key.Partition));
            answer.Headers.TryAddWithoutValidation("x-ms-continuation-NextRowKey", "!" + Uri.EscapeDataString(key.Row));
        }

        return answer;
    }

    public static HttpResponseMessage Transaction(string body) => Of(HttpStatusCode.Accepted, body, TableTransaction.ContentType);

    public static HttpResponseMessage Refused(TableRefusalException refusal) => Of((HttpStatusCode)refusal.Status, ErrorJson(refusal.Code, refusal.Message), Json);

    public static string ErrorJson(string code, string message) => JsonSerializer.Serialize(new Dictionary<string, object>
    {
        ["odata.error"] = new { code, message = new { lang = "en-US", value = message } },
    });

    private static HttpResponseMessage Of(HttpStatusCode status, string body, string contentType)
    {
        var content = new ByteArrayContent(System.Text.Encoding.UTF8.GetBytes(body));
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(contentType);
        return new(status) { Content = content };
    }
}
