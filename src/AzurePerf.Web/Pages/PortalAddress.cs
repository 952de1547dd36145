namespace AzurePerf.Web.Pages;

/// <summary>The address by which a request reached the portal.</summary>
internal static class PortalAddress
{
    /// <summary>"https://perf.example.com": scheme, host and port, without a slash.</summary>
    public static string Of(HttpRequest request) => $"{request.Scheme}://{request.Host}";

    /// <summary>What a command needs to reach it, with the space before; empty where it is the address that the command line asks by
    /// itself.</summary>
    public static string UrlOption(HttpRequest request) =>
        request.Host is { Host: "127.0.0.1", Port: WebOptions.DefaultPort } ? "" : " --url " + Of(request);
}
