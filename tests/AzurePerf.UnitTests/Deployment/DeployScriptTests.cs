using Xunit;

namespace AzurePerf.UnitTests.Deployment;

public sealed class DeployScriptTests
{
    private static readonly (string, string)[] Named = [("AZURE_ENV_NAME", "perf"), ("AZURE_SUBSCRIPTION_ID", "s")];

    [Fact]
    public async Task Only_the_registration_of_the_group_is_removed_with_it()
    {
        using var azure = Group("made");

        var (code, _, error, calls) = await azure.RunAsync("tear-down", "--yes perf", Named);

        Assert.True(code == 0, error);
        Assert.Equal(["az group delete --subscription s --name rg-azureperf-perf --yes", "az ad app delete --id made"], calls.Where(call => call.Contains(" delete ", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_registration_that_only_has_the_name_stays()
    {
        using var azure = Group("").Answering("az ad app list *", "stranger");

        var (code, _, error, calls) = await azure.RunAsync("tear-down", "--yes perf", Named);

        Assert.True(code == 0, error);
        Assert.DoesNotContain(calls, call => call.StartsWith("az ad ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_preview_of_an_installation_has_its_own_client_id()
    {
        using var azure = Group("made");

        var (code, output, error, calls) = await azure.RunAsync("sign-in", "--what-if", Named);

        Assert.True(code == 0, error);
        Assert.Equal("made", output);
        Assert.DoesNotContain(calls, call => call.Contains(" create ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Azd_is_told_nothing_when_the_registration_cannot_be_made()
    {
        using var azure = Group("").Answering("az deployment sub show *", "x").Answering("az ad app create *", "", 1);

        var (code, _, _, calls) = await azure.RunAsync("azd-preprovision", "", Named);

        Assert.NotEqual(0, code);
        Assert.DoesNotContain(calls, call => call.StartsWith("azd env set", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Azd_keeps_the_group_that_the_images_went_to_and_the_client_id()
    {
        using var azure = Group("made").Answering("az deployment sub show *", "x");

        var (code, _, error, calls) = await azure.RunAsync("azd-preprovision", "", Named);

        Assert.True(code == 0, error);
        Assert.Contains("azd env set AZUREPERF_RESOURCE_GROUP rg-azureperf-perf", calls);
        Assert.Contains("azd env set AZUREPERF_SIGN_IN_CLIENT_ID made", calls);
        Assert.Contains("azd env set AZUREPERF_REGISTRATION made", calls);
    }

    [Fact]
    public async Task A_client_id_that_is_passed_is_deployed_and_nothing_is_made()
    {
        using var azure = Group("").Answering("az deployment sub show *", "x").Answering("az ad app show *", "");

        var (code, _, error, calls) = await azure.RunAsync("deploy", "tag", [.. Named, ("AZUREPERF_SIGN_IN_CLIENT_ID", "given")]);

        Assert.True(code == 0, error);
        Assert.DoesNotContain(calls, call => call.StartsWith("az ad app create", StringComparison.Ordinal));
        Assert.Contains(calls, call => call.StartsWith("az ad app update --id given ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Every_request_to_the_resource_manager_names_the_subscription()
    {
        using var azure = Group("made").Answering("az deployment sub show *", "x");

        var (code, _, error, calls) = await azure.RunAsync("deploy", "tag", Named);

        Assert.True(code == 0, error);
        var managed = calls.Where(call => call.StartsWith("az deployment", StringComparison.Ordinal) || call.StartsWith("az group", StringComparison.Ordinal) || call.StartsWith("az acr", StringComparison.Ordinal)).ToArray();
        Assert.True(managed.Length >= 6, string.Join('\n', calls));
        Assert.All(managed, call => Assert.Contains("--subscription s", call, StringComparison.Ordinal));
    }

    private static FakeAzure Group(string registration) => new FakeAzure()
        .Answering("az group exists *", "true")
        .Answering("az group show *tags.application*", "azureperf")
        .Answering("az group show *azureperf-registration*", registration)
        .Answering("az group show * --query id *", "/groups/g");
}
