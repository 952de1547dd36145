using AzurePerf.Core.Access;
using AzurePerf.Web.Shares;

namespace AzurePerf.Web.Listening;

/// <summary>Tells browsers what no answer of this host ever needs, so that injected content could do nothing.</summary>
internal static class SafetyHeaders
{
    private const string ContentSecurityPolicy =
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri "
            + "'none'; frame-ancestors 'none'";

    /// <summary>A year, for this host name alone: others below or above it are not ours to speak for.</summary>
    private const string StrictTransportSecurity = "max-age=31536000";

    public static void UseSafetyHeaders(this IApplicationBuilder app, AccessMode mode) => app.Use((context, next) =>
    {
        // On starting, because error handlers clear the headers that were set before.
        context.Response.OnStarting(() =>
        {
            var headers = context.Response.Headers;
            headers.ContentSecurityPolicy = ContentSecurityPolicy;
            headers.XContentTypeOptions = "nosniff";
            headers.XFrameOptions = "DENY";
            // Not no-referrer everywhere: with it browsers send "Origin: null" with our own forms. A shared page has none, and its address
            // is a secret.
            headers["Referrer-Policy"] = context.Request.Path.StartsWithSegments(SharedPage.Folder) ? "no-referrer" : "same-origin";
            headers["Cross-Origin-Opener-Policy"] = "same-origin";
            headers["Cross-Origin-Resource-Policy"] = "same-origin";
            // Browsers obey it over HTTPS only; in local mode there is none, and localhost has other hosts on other ports.
            if (context.Request.IsHttps && mode != AccessMode.Local)
            {
                headers.StrictTransportSecurity = StrictTransportSecurity;
            }

            return Task.CompletedTask;
        });
        return next(context);
    });
}
