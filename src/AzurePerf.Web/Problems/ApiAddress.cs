using AzurePerf.Hosting.Telemetry;

namespace AzurePerf.Web.Problems;

/// <summary>Tells what programs ask for from what people look at.</summary>
internal static class ApiAddress
{
    private const string Html = "text/html";

    /// <summary>Whether an address is the API's or that of the metrics, which answer in problem documents. /api itself is a page about
    /// it.</summary>
    public static bool IsApi(this HttpRequest request) =>
        (request.Path.StartsWithSegments("/api", out var rest) && rest.HasValue && rest != "/")
            || request.Path.StartsWithSegments(MetricsEndpoint.Path);

    /// <summary>Whether an address is one where the platform asks how this process is; it needs no key.</summary>
    public static bool IsHealth(this HttpRequest request) => request.Path.StartsWithSegments("/health");

    /// <summary>Whether somebody looks at what comes back: a browser that opens an address of the API says so, and a program that asks a
    /// page for something else does.</summary>
    public static bool IsForPeople(this HttpRequest request)
    {
        var accept = request.Headers.Accept.ToString();
        return accept.Contains(Html, StringComparison.OrdinalIgnoreCase)
            || (!request.IsApi() && (accept.Length == 0 || accept.Contains("*/*", StringComparison.Ordinal)));
    }
}
