using System.Net;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.Identity;
using Azure.ResourceManager;
using AzurePerf.Web.Scaling;

namespace AzurePerf.UnitTests.Web.Scaling;

/// <summary>The resource manager of a subscription in which one container app may be read and changed, and nothing else.</summary>
internal sealed class OneApp : HttpMessageHandler
{
    public const string Id = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/g/providers/Microsoft.App/containerApps/worker-bag";

    /// <summary>With which status every request is refused, 0 for no connection, -1 for no answer in time; null for none.</summary>
    public int? Refusal { get; init; }

    public List<string> Requests { get; } = [];

    public string Body { get; private set; } = "";

    /// <summary>What changes the app through this, with one try for each request.</summary>
    public ContainerAppScale ScaledWith(TokenCredential credential)
    {
        var options = ContainerAppScale.Options();
        options.Transport = new HttpClientTransport(this);
        options.Retry.MaxRetries = 0;
        return new(() => new ArmClient(credential, default, options));
    }

    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        Requests.Add($"{request.Method} {request.RequestUri!.AbsolutePath}");
        if (Refusal is { } status)
        {
            return status switch
            {
                0 => throw new HttpRequestException("no connection"),
                -1 => throw new TaskCanceledException("nothing came in time"),
                _ => new((HttpStatusCode)status) { Content = new StringContent("""{"error":{"code":"Broken"}}""") },
            };
        }

        if (request.RequestUri.AbsolutePath != Id || request.RequestUri.Query != $"?api-version={ContainerAppScale.ApiVersion}")
        {
            return new(HttpStatusCode.Forbidden) { Content = new StringContent("""{"error":{"code":"AuthorizationFailed"}}""") };
        }

        Body = request.Content is null ? "" : await request.Content.ReadAsStringAsync(cancellationToken);
        return new(HttpStatusCode.OK)
        {
            Content = new StringContent($$$"""{"id":"{{{Id}}}","name":"worker-bag","type":"Microsoft.App/containerApps","location":"westeurope","properties":{"template":{"scale":{"minReplicas":0,"maxReplicas":10} } } }"""),
        };
    }
}

/// <summary>A sign-in that asks nobody.</summary>
internal sealed class NoCredential : TokenCredential
{
    public bool Fails { get; init; }

    public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) =>
        Fails ? throw new CredentialUnavailableException("nobody is signed in") : new("none", DateTimeOffset.MaxValue);

    public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) => new(GetToken(requestContext, cancellationToken));
}
