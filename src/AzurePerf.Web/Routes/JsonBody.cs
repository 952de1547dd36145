using AzurePerf.Core.Runs;
using AzurePerf.Web.Problems;
using Microsoft.Net.Http.Headers;

namespace AzurePerf.Web.Routes;

/// <summary>A request body as sent: JSON by its type and not longer than a run request may be, but not parsed.</summary>
/// <param name="Bytes">The body; empty with a problem.</param>
/// <param name="Problem">Why it was not read; null when it was.</param>
internal sealed record JsonBody(ReadOnlyMemory<byte> Bytes, ProblemType? Problem)
{
    public static async Task<JsonBody> ReadAsync(HttpRequest request)
    {
        if (!IsJson(request))
        {
            return new(default, ProblemTypes.NotJson);
        }

        // A body that says it is too long is not even read.
        if (request.ContentLength > SpecLimits.BodyBytes)
        {
            return new(default, ProblemTypes.BodyTooLarge);
        }

        var buffer = new byte[SpecLimits.BodyBytes + 1];
        var length =
            await request.Body.ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, request.HttpContext.RequestAborted);
        return length == buffer.Length ? new(default, ProblemTypes.BodyTooLarge) : new(buffer.AsMemory(0, length), null);
    }

    private static bool IsJson(HttpRequest request) =>
        request.HasJsonContentType()
        && MediaTypeHeaderValue.TryParse(request.ContentType, out var type)
        && (!type.Charset.HasValue || type.Charset.Value.Trim('"').Equals("utf-8", StringComparison.OrdinalIgnoreCase));
}
