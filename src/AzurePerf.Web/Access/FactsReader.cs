using System.Net.Http.Headers;
using AzurePerf.Core.Access;
using AzurePerf.Web.Problems;

namespace AzurePerf.Web.Access;

/// <summary>Gathers what a request shows of its caller.</summary>
internal sealed class FactsReader(AccessOptions options, KeyChecks keys, EndedSessions ended, PlatformProxy front)
{
    /// <summary>In which the environment says who signed in.</summary>
    public static readonly IReadOnlyList<string> PrincipalHeaders = [PrincipalHeader, PrincipalHeader + "-ID", PrincipalHeader + "-NAME"];

    private const string Bearer = "Bearer";
    private const string PrincipalHeader = "X-MS-CLIENT-PRINCIPAL";
    private readonly PrincipalRules _rules = new(options.Admins, options.WithoutRole);

    public async Task<AccessFacts> ReadAsync(HttpContext context)
    {
        var facts = new AccessFacts { Mode = options.Mode, Needed = AccessConventions.NeededFor(context), Rules = _rules };
        // What is served to everybody costs no look at a key; in local mode nothing of what follows means anything.
        if (facts.Mode == AccessMode.Local || context.Request.IsHealth())
        {
            return facts;
        }

        var principal = facts.Mode == AccessMode.ContainerApps ? PrincipalOf(context.Request.Headers) : null;
        return facts with
        {
            Key = principal is not null && ShowsToken(context.Request) ? null : await KeyOfAsync(context),
            Session = ShowsKey(context.Request) ? null : await SessionOfAsync(context),
            Principal = principal,
            IsProxyTrusted = principal is not null && await front.IsProvenAsync(context.RequestAborted),
        };
    }

    /// <summary>Whether a request has any of the headers in which the environment says who signed in.</summary>
    public static bool ShowsPrincipal(HttpRequest request) => PrincipalHeaders.Any(request.Headers.ContainsKey);

    /// <summary>Whether a program makes the request: browsers send no such header by themselves.</summary>
    public static bool ShowsKey(HttpRequest request) => request.Headers.Authorization.Count > 0;

    /// <summary>Whether a program shows a token to the environment, which has named its principal. Such a token is no key; whether the
    /// principal is believed is asked as of all others.</summary>
    private static bool ShowsToken(HttpRequest request) => request.Headers.Authorization.Count == 1
        && BearerOf(request) is { Length: > 0 } text && !text.StartsWith(AccessKeyText.Prefix, StringComparison.OrdinalIgnoreCase);

    /// <summary>What stands behind Bearer; empty where something else does.</summary>
    private static string BearerOf(HttpRequest request) =>
        AuthenticationHeaderValue.TryParse(request.Headers.Authorization, out var header) && header is { Parameter: { } parameter }
            && header.Scheme.Equals(Bearer, StringComparison.OrdinalIgnoreCase)
            ? parameter
            : "";

    private async Task<KeyCheck?> KeyOfAsync(HttpContext context)
    {
        if (!ShowsKey(context.Request))
        {
            return null;
        }

        return await keys.OfTextAsync(BearerOf(context.Request), RemoteAddress.NetworkOf(context), context.RequestAborted);
    }

    private async Task<KeyCheck?> SessionOfAsync(HttpContext context) =>
        await SessionCookie.FindAsync(context) is { } session && !await ended.IncludesAsync(session.Id, context.RequestAborted)
            ? await keys.OfSessionAsync(session.KeyId, context.RequestAborted)
            : null;

    private static Principal? PrincipalOf(IHeaderDictionary headers) => headers[PrincipalHeader] is [{ } document]
        ? Principal.Read(document, Single(headers, "-ID"), Single(headers, "-NAME"))
        : null;

    // A header that is there twice was written by two: nobody knows by whom.
    private static string? Single(IHeaderDictionary headers, string suffix) =>
        headers[PrincipalHeader + suffix] is [{ } value] ? value : null;
}
