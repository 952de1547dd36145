using System.Text;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>What a caller sends to have something stored, and the key by which it may be sent again.</summary>
/// <param name="Key">The idempotency key; null without one.</param>
/// <param name="Bytes">The body as sent; empty with a problem.</param>
/// <param name="Problem">The answer when it could not be read; else null.</param>
internal sealed record SubmittedBody(string? Key, ReadOnlyMemory<byte> Bytes, ProblemHttpResult? Problem)
{
    public string Text => Encoding.UTF8.GetString(Bytes.Span);

    public static async Task<SubmittedBody> ReadAsync(HttpContext context)
    {
        var (key, keyFault) = IdempotencyKey.Read(context.Request);
        if (keyFault is not null)
        {
            return new(null, default, ApiProblem.From(context, ProblemTypes.InvalidRequest, [keyFault]));
        }

        var body = await JsonBody.ReadAsync(context.Request);
        return new(key, body.Bytes, body.Problem is { } problem ? ApiProblem.From(context, problem) : null);
    }
}
