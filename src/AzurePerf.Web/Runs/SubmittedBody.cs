using System.Text;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>What a caller sends to have something stored, and the key by which it may be sent again.</summary>
/// <param name="Key">The idempotency key; null without one.</param>
/// <param name="Bytes">The body as sent; empty with a problem.</param>
/// <param name="Problem">The answer when it could not be read; else null.</param>
internal sealed record SubmittedBody(string? Key, ReadOnlyMemory<byte> Bytes, ProblemHttpResult? Problem)
{
    public string Text => Encoding.UTF8.GetString(Bytes.Span);

    /// <summary>The same where the body may be left out.</summary>
    public static Task<SubmittedBody> ReadOptionalAsync(HttpContext context) => ReadAsync(context, required: false);

    public static Task<SubmittedBody> ReadAsync(HttpContext context) => ReadAsync(context, required: true);

    private static async Task<SubmittedBody> ReadAsync(HttpContext context, bool required)
    {
        var (key, keyFault) = IdempotencyKey.Read(context.Request);
        if (keyFault is not null)
        {
            return new(null, default, ApiProblem.From(context, ProblemTypes.InvalidRequest, [keyFault]));
        }

        // Not by headers: over HTTP/2 a body needs none that speaks of it.
        var isSent = context.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == true;
        var body = required || isSent ? await JsonBody.ReadAsync(context.Request) : new(default, null);
        return new(key, body.Bytes, body.Problem is { } problem ? ApiProblem.From(context, problem) : null);
    }
}
