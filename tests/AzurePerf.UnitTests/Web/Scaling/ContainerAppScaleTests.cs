using System.Net;
using Azure.Core;
using Azure.Core.Pipeline;
using Azure.ResourceManager;
using AzurePerf.UnitTests.Deployment;
using AzurePerf.Web.Scaling;
using Xunit;

namespace AzurePerf.UnitTests.Web.Scaling;

public sealed class ContainerAppScaleTests
{
    private const string AppId = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/g/providers/Microsoft.App/containerApps/worker-bag";

    /// <summary>The portal's identity has rights on the apps and nowhere else: a look at the subscription would be refused.</summary>
    [Fact]
    public async Task Nothing_but_the_app_itself_is_asked_for()
    {
        using var manager = new OneApp();
        using var client = new HttpClient(manager);
        using var transport = new HttpClientTransport(client);
        var options = ContainerAppScale.Options();
        options.Transport = transport;
        options.Retry.MaxRetries = 0;
        var scale = new ContainerAppScale(() => new ArmClient(new NoCredential(), default, options));

        await scale.ScaleAsync(AppId, 2, 20, TestContext.Current.CancellationToken);

        Assert.Equal([$"GET {AppId}", $"PATCH {AppId}"], manager.Requests);
        Assert.Contains("\"maxReplicas\":20", manager.Body, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("modules/app-worker.bicep")]
    [InlineData("modules/scaling-rights.bicep")]
    public void The_version_is_that_of_the_deployment(string file) =>
        Assert.Contains($"'{ContainerAppScale.Type}@{ContainerAppScale.ApiVersion}'", BicepFile.Text(file), StringComparison.Ordinal);

    [Fact]
    public void The_portal_may_write_the_worker_apps_only_where_the_deployment_asks_for_it()
    {
        Assert.Contains("param scalingByPeople bool = false", BicepFile.Text("main.bicep"), StringComparison.Ordinal);
        Assert.Contains("param scalingByPeople = readEnvironmentVariable('AZUREPERF_SCALING_BY_PEOPLE', '') == 'true'", BicepFile.Text("main.bicepparam"), StringComparison.Ordinal);
        Assert.Contains("module scaling 'modules/scaling-rights.bicep' = if (scalingByPeople)", BicepFile.Text("main.bicep"), StringComparison.Ordinal);
    }

    private sealed class OneApp : HttpMessageHandler
    {
        public List<string> Requests { get; } = [];

        public string Body { get; private set; } = "";

        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            Requests.Add($"{request.Method} {request.RequestUri!.AbsolutePath}");
            if (request.RequestUri.AbsolutePath != AppId || request.RequestUri.Query != $"?api-version={ContainerAppScale.ApiVersion}")
            {
                return new(HttpStatusCode.Forbidden) { Content = new StringContent("""{"error":{"code":"AuthorizationFailed"}}""") };
            }

            Body = request.Content is null ? "" : await request.Content.ReadAsStringAsync(cancellationToken);
            return new(HttpStatusCode.OK)
            {
                Content = new StringContent($$$"""{"id":"{{{AppId}}}","name":"worker-bag","type":"Microsoft.App/containerApps","location":"westeurope","properties":{"template":{"scale":{"minReplicas":0,"maxReplicas":10} } } }"""),
            };
        }
    }

    private sealed class NoCredential : TokenCredential
    {
        public override AccessToken GetToken(TokenRequestContext requestContext, CancellationToken cancellationToken) => new("none", DateTimeOffset.MaxValue);

        public override ValueTask<AccessToken> GetTokenAsync(TokenRequestContext requestContext, CancellationToken cancellationToken) => new(GetToken(requestContext, cancellationToken));
    }
}
