using AzurePerf.Web.Problems;

namespace AzurePerf.Web.Listening;

/// <summary>
/// Refuses what a web page somewhere else could make a browser on this machine send here: requests under a foreign host name (DNS rebinding), and
/// state-changing requests that come from another site. Programs send neither Origin nor Sec-Fetch-Site and are not concerned.
/// </summary>
internal sealed class LocalRequests(RequestDelegate next)
{
    private static readonly string[] Hosts = ["localhost", "127.0.0.1", "[::1]"];

    public async Task InvokeAsync(HttpContext context)
    {
        if (!Hosts.Contains(context.Request.Host.Host, StringComparer.OrdinalIgnoreCase))
        {
            await ApiProblem.From(context, ProblemTypes.ForeignHost, "use localhost, 127.0.0.1 or [::1] as the host name of this address").ExecuteAsync(context);
        }
        else if (ChangesState(context.Request) && IsForeign(context.Request))
        {
            await ApiProblem.From(context, ProblemTypes.CrossSite, "the request was made by a page of another site").ExecuteAsync(context);
        }
        else
        {
            await next(context);
        }
    }

    private static bool ChangesState(HttpRequest request) =>
        !HttpMethods.IsGet(request.Method) && !HttpMethods.IsHead(request.Method) && !HttpMethods.IsOptions(request.Method);

    private static bool IsForeign(HttpRequest request)
    {
        var site = request.Headers["Sec-Fetch-Site"].ToString();
        var origin = request.Headers.Origin.ToString();
        return site is not ("" or "same-origin" or "none")
            || (origin.Length > 0 && !origin.Equals($"{request.Scheme}://{request.Host}", StringComparison.OrdinalIgnoreCase));
    }
}
