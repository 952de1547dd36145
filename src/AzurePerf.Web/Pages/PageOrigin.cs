using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Pages;

/// <summary>Where what leaves the portal, on paper or as a file, comes from.</summary>
internal static class PageOrigin
{
    /// <summary>"Made 2026-03-14 09:26:53 UTC from https://.../compare?runs=a,b".</summary>
    /// <param name="request">That asks for it.</param>
    /// <param name="address">Of the page that shows the same, from the first slash on.</param>
    /// <param name="now">When it is made.</param>
    public static string Of(HttpRequest request, string address, DateTimeOffset now) =>
        $"Made {NumberFormat.Instant(now)} from {PortalAddress.Of(request)}{address}";
}
