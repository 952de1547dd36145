using System.Diagnostics.CodeAnalysis;
using System.Text.Json;
using Azure.Core;

namespace Azure.Data.Tables.Http;

/// <summary>Finds the service's error code and message in the body of a refused request, or its code in the headers.</summary>
internal sealed class ODataErrorParser : RequestFailedDetailsParser
{
    public static readonly ODataErrorParser Instance = new();

    public override bool TryParse(
        Response response,
        [NotNullWhen(true)] out ResponseError? error,
        out IDictionary<string, string>? data)
    {
        data = null;
        error = FromBody(response) ?? FromHeaders(response);
        return error is not null;
    }

    private static ResponseError? FromBody(Response response)
    {
        if (response.ContentStream is null)
        {
            return null;
        }

        var reader = new Utf8JsonReader(response.Content);
        try
        {
            return JsonDocument.TryParseValue(ref reader, out JsonDocument? document) ? Read(document) : null;
        }
        catch (JsonException)
        {
            // A gateway in between may answer in another format; the status alone then describes the failure.
            return null;
        }
    }

    private static ResponseError? Read(JsonDocument document)
    {
        using (document)
        {
            return document.RootElement.ValueKind is JsonValueKind.Object
                && document.RootElement.TryGetProperty("odata.error", out JsonElement error)
                && error.TryGetProperty("code", out JsonElement code)
                ? new ResponseError(code.GetString(), Message(error))
                : null;
        }
    }

    private static string? Message(JsonElement error)
        => error.TryGetProperty("message", out JsonElement message) && message.TryGetProperty("value", out JsonElement value)
            ? value.GetString()
            : null;

    private static ResponseError? FromHeaders(Response response)
        => response.Headers.TryGetValue("x-ms-error-code", out string? code) ? new ResponseError(code, null) : null;
}
