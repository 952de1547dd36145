using AzurePerf.Core.Access;
using AzurePerf.Web.Access;
using AzurePerf.Web.Pages;
using AzurePerf.Web.Problems;

namespace AzurePerf.Web.Listening;

/// <summary>
/// Refuses what a web page somewhere else could make a browser send here: requests under a host name that is not served (DNS rebinding),
/// and state-changing requests that come from another site; and pages that others could read on their way. Programs send neither Origin nor
/// Sec-Fetch-Site, and no page of another site can send a key: neither is concerned.
/// </summary>
internal sealed class CrossSiteFilter(RequestDelegate next, AccessOptions options, RefusalLog log)
{
    private static readonly string[] OwnMachine = ["localhost", "127.0.0.1", "[::1]"];

    public Task InvokeAsync(HttpContext context)
    {
        if (!IsServed(context))
        {
            return RefuseAsync(context, ProblemTypes.ForeignHost, options.Mode == AccessMode.Local
                ? "use localhost, 127.0.0.1 or [::1] as the host name of this address"
                : "this host name is not among those that Access:AllowedHosts lists");
        }

        if (IsOpenToReaders(context))
        {
            return RefuseAsync(context, ProblemTypes.HttpsNeeded);
        }

        return AccessConventions.ChangesSomething(context.Request) && MayCarryCookies(context.Request) && IsForeign(context.Request)
            ? RefuseAsync(context, ProblemTypes.CrossSite, "the request was made by a page of another site")
            : next(context);
    }

    private Task RefuseAsync(HttpContext context, ProblemType type, string? detail = null)
    {
        log.Note(context, type.Name);
        return ApiProblem.From(context, type, detail).ExecuteAsync(context);
    }

    /// <summary>In a cluster health is asked for under an address that nobody knows beforehand, and tells nothing.</summary>
    private bool IsServed(HttpContext context)
    {
        var host = context.Request.Host.Host;
        return options.Mode == AccessMode.Local
            ? OwnMachine.Contains(host, StringComparer.OrdinalIgnoreCase)
            : options.AllowedHosts.Length == 0 || context.Request.IsHealth()
                || options.AllowedHosts.Contains(host, StringComparer.OrdinalIgnoreCase);
    }

    /// <summary>Where callers are known, a page over plain HTTP would be read on its way, and browsers would keep the cookie of a sign-in
    /// from it.</summary>
    private bool IsOpenToReaders(HttpContext context) =>
        options.Mode != AccessMode.Local && !context.Request.IsHttps && !context.Request.IsApi() && !context.Request.IsHealth();

    /// <summary>In local mode whoever reaches the port is let in, which is as good as a cookie.</summary>
    private bool MayCarryCookies(HttpRequest request) => options.Mode == AccessMode.Local || !FactsReader.ShowsKey(request);

    private static bool IsForeign(HttpRequest request)
    {
        var site = request.Headers["Sec-Fetch-Site"].ToString();
        var origin = request.Headers.Origin.ToString();
        return site is not ("" or "same-origin" or "none")
            || (origin.Length > 0 && !origin.Equals(PortalAddress.Of(request), StringComparison.OrdinalIgnoreCase));
    }
}
