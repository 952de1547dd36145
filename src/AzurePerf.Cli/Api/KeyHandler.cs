using System.Net.Http.Headers;

namespace AzurePerf.Cli.Api;

/// <summary>Shows the key to the one host that it was configured for, whatever address a request has by the time it is sent.</summary>
internal sealed class KeyHandler(string key, Uri address, HttpMessageHandler inner) : DelegatingHandler(inner)
{
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        var isOwn = request.RequestUri is { } target
            && Uri.Compare(target, address, UriComponents.SchemeAndServer, UriFormat.UriEscaped, StringComparison.OrdinalIgnoreCase) == 0;
        request.Headers.Authorization = isOwn ? new AuthenticationHeaderValue("Bearer", key) : null;
        return base.SendAsync(request, cancellationToken);
    }
}
