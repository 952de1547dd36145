using AzurePerf.Core.Access;
using AzurePerf.Core.Texts;
using AzurePerf.Web.Problems;

namespace AzurePerf.Web.Access;

/// <summary>Answers callers that are not let in: programs by a problem document, people by a page. Why a key opens nothing is never
/// said.</summary>
internal sealed class Refusals(RefusalLog log)
{
    private const string RetryAfterSeconds = "60";
    private const string RetryOfProxySeconds = "10";

    public async Task AnswerAsync(HttpContext context, AccessRefusal refusal)
    {
        log.Note(context, refusal.ToString());
        var type = TypeOf(refusal);
        AddHeaders(context.Response, type.Status);
        if (refusal == AccessRefusal.SignInNeeded && context.Request.IsForPeople() && !AccessConventions.ChangesSomething(context.Request))
        {
            context.Response.Redirect(SignInPage.AddressFor(context.Request));
        }
        else if (context.Request.IsApi() || !context.Request.IsForPeople() || refusal == AccessRefusal.ProxyUntrusted)
        {
            await ApiProblem.From(context, type, DetailOf(context, refusal)).ExecuteAsync(context);
        }
        else
        {
            if (MissingScope(context, refusal) is { } needed)
            {
                context.SetMissingScope(needed);
            }

            // The page for people follows from the status.
            context.Response.StatusCode = type.Status;
        }
    }

    /// <summary>Which scope is needed; null where the type of the problem says all there is.</summary>
    private static string? DetailOf(HttpContext context, AccessRefusal refusal) => MissingScope(context, refusal) is { } needed
        ? $"This needs a key with the scope {CamelCase.Of(needed)}, or its app role. Ask an administrator."
        : null;

    private static AccessScope? MissingScope(HttpContext context, AccessRefusal refusal) =>
        refusal == AccessRefusal.ScopeMissing ? AccessConventions.NeededFor(context) : null;

    private static ProblemType TypeOf(AccessRefusal refusal) => refusal switch
    {
        AccessRefusal.KeyRefused => ProblemTypes.KeyRefused,
        AccessRefusal.TooManyRefusals => ProblemTypes.TooManyRequests,
        AccessRefusal.ProxyUntrusted => ProblemTypes.SignInUnproven,
        AccessRefusal.NoRole => ProblemTypes.NoRole,
        AccessRefusal.ScopeMissing => ProblemTypes.ScopeMissing,
        AccessRefusal.NotOwner => ProblemTypes.NotOwner,
        _ => ProblemTypes.SignInNeeded,
    };

    /// <summary>What goes with a refusal beside its status.</summary>
    public static void AddHeaders(HttpResponse response, int status)
    {
        response.Headers.CacheControl = "no-store";
        if (status == StatusCodes.Status401Unauthorized)
        {
            response.Headers.WWWAuthenticate = "Bearer realm=\"azureperf\"";
        }
        else if (status == StatusCodes.Status429TooManyRequests)
        {
            response.Headers.RetryAfter = RetryAfterSeconds;
        }
        else if (status == StatusCodes.Status503ServiceUnavailable)
        {
            response.Headers.RetryAfter = RetryOfProxySeconds;
        }
    }
}
