using AzurePerf.UnitTests.Deployment;
using AzurePerf.Web.Scaling;
using Xunit;

namespace AzurePerf.UnitTests.Web.Scaling;

public sealed class ContainerAppScaleTests
{
    private const string AppId = OneApp.Id;

    /// <summary>The portal's identity has rights on the apps and nowhere else: a look at the subscription would be refused.</summary>
    [Fact]
    public async Task Nothing_but_the_app_itself_is_asked_for()
    {
        using var manager = new OneApp();

        await ScaleAsync(manager, new NoCredential());

        Assert.Equal([$"GET {AppId}", $"PATCH {AppId}"], manager.Requests);
        Assert.Contains("\"maxReplicas\":20", manager.Body, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(403, "the resource manager answers 403 Broken: check that the identity of the portal may change " + AppId)]
    [InlineData(404, "the resource manager answers 404 Broken: check that the identity of the portal may change " + AppId)]
    [InlineData(400, "the resource manager answers 400 Broken")]
    [InlineData(409, "the resource manager answers 409 Broken: try again in some minutes")]
    [InlineData(429, "the resource manager answers 429 Broken: try again in some minutes")]
    [InlineData(503, "the resource manager answers 503 Broken: try again in some minutes")]
    [InlineData(0, "the resource manager cannot be reached: try again in some minutes")]
    [InlineData(-1, "the resource manager cannot be reached: try again in some minutes")]
    public async Task Who_is_refused_is_told_to_check_rights_only_where_they_may_be_why(int status, string message)
    {
        using var manager = new OneApp { Refusal = status };

        var refused = await Assert.ThrowsAsync<ScaleRefusedException>(() => ScaleAsync(manager, new NoCredential()));

        Assert.Equal(message, refused.Message);
    }

    [Fact]
    public async Task Who_left_meanwhile_is_told_nothing()
    {
        using var manager = new OneApp { Refusal = -1 };

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => ScaleUntilAsync(manager, new NoCredential(), new(canceled: true)));
    }

    [Fact]
    public async Task A_sign_in_that_fails_is_that_for_the_resource_manager()
    {
        using var manager = new OneApp();

        var refused = await Assert.ThrowsAsync<ScaleRefusedException>(() => ScaleAsync(manager, new NoCredential { Fails = true }));

        Assert.StartsWith("no sign-in for the resource manager could be had", refused.Message, StringComparison.Ordinal);
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

    private static Task ScaleAsync(OneApp manager, NoCredential credential) => ScaleUntilAsync(manager, credential, TestContext.Current.CancellationToken);

    private static Task ScaleUntilAsync(OneApp manager, NoCredential credential, CancellationToken cancellationToken) =>
        manager.ScaledWith(credential).ScaleAsync(AppId, 2, 20, cancellationToken);
}
