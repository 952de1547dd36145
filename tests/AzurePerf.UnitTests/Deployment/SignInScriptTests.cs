using System.Text.Json;
using Xunit;

namespace AzurePerf.UnitTests.Deployment;

public sealed class SignInScriptTests
{
    private static readonly (string, string) Name = ("AZURE_ENV_NAME", "perf");
    private static readonly (string, string) FromAzd = ("AZUREPERF_OUTPUTS", "azd");

    [Fact]
    public async Task The_first_time_a_registration_with_four_roles_is_made_and_the_group_keeps_its_id()
    {
        using var azure = Group().Answering("az group show * --query id *", "/groups/g").Answering("az ad app create *", "made");

        var (code, output, error, calls) = await azure.RunAsync("sign-in", "", Name);

        Assert.True(code == 0, error);
        Assert.Equal("made", output);
        var create = Assert.Single(calls, call => call.StartsWith("az ad app create --display-name azureperf-perf ", StringComparison.Ordinal));
        Assert.All(["AzurePerf.Read", "AzurePerf.Submit", "AzurePerf.Programs", "AzurePerf.Admin"], role => Assert.Contains($"\"value\":\"{role}\"", create, StringComparison.Ordinal));
        Assert.Contains("az tag update --resource-id /groups/g --operation Merge --tags azureperf-registration=made --output none", calls);
        Assert.Contains("az ad sp create --id made --query id --output tsv", calls);
    }

    [Fact]
    public async Task The_second_time_the_one_of_the_group_is_found_and_no_name_is_asked_for()
    {
        using var azure = Group("made");

        var (code, output, error, calls) = await azure.RunAsync("sign-in", "", Name);

        Assert.True(code == 0, error);
        Assert.Equal("made", output);
        Assert.DoesNotContain(calls, call => call.StartsWith("az ad app list", StringComparison.Ordinal) || call.StartsWith("az ad app create", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_registration_that_somebody_else_gave_the_name_is_not_believed()
    {
        using var azure = Group().Answering("az ad app list --filter displayName eq 'azureperf-perf' *", "stranger");

        var (code, output, error, calls) = await azure.RunAsync("sign-in", "", Name);

        Assert.NotEqual(0, code);
        Assert.Empty(output);
        Assert.Contains("stranger", error, StringComparison.Ordinal);
        Assert.DoesNotContain(calls, call => call.StartsWith("az ad app create", StringComparison.Ordinal) || call.StartsWith("az tag", StringComparison.Ordinal));
    }

    [Fact]
    public async Task What_cannot_be_made_is_no_client_id()
    {
        using var azure = Group().Answering("az group show * --query id *", "/groups/g").Answering("az ad app create *", "", 1);

        var (code, output, _, calls) = await azure.RunAsync("sign-in", "", Name);

        Assert.NotEqual(0, code);
        Assert.Empty(output);
        Assert.DoesNotContain(calls, call => call.StartsWith("az tag", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(0, "which was removed again: repeat the command")]
    [InlineData(1, "could not be told of the app registration made: remove that one, then repeat the command")]
    public async Task A_registration_that_the_group_cannot_be_told_of_is_removed_again_so_that_the_command_can_be_repeated(int removed, string reason)
    {
        using var azure = Group().Answering("az group show * --query id *", "/groups/g").Answering("az ad app create *", "made").Answering("az tag update *", "", 1).Answering("az ad app delete *", "", removed);

        var (code, output, error, calls) = await azure.RunAsync("sign-in", "", Name);

        Assert.NotEqual(0, code);
        Assert.Empty(output);
        Assert.Equal("az ad app delete --id made", calls[^1]);
        Assert.Contains(reason, error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_registration_that_the_group_names_stays_though_the_answer_to_that_was_lost()
    {
        using var azure = new FakeAzure().Answering("az group exists *", "true").AnsweringOnce("az group show *azureperf-registration*", "").Answering("az group show *azureperf-registration*", "made")
            .Answering("az group show * --query id *", "/groups/g").Answering("az ad app create *", "made").Answering("az tag update *", "", 1);

        var (code, output, error, calls) = await azure.RunAsync("sign-in", "", Name);

        Assert.True(code == 0, error);
        Assert.Equal("made", output);
        Assert.DoesNotContain(calls, call => call.StartsWith("az ad app delete", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_registration_of_which_nobody_can_say_whether_the_group_names_it_is_named_and_stays()
    {
        using var azure = new FakeAzure().Answering("az group exists *", "true").AnsweringOnce("az group show *azureperf-registration*", "").Answering("az group show *azureperf-registration*", "", 1)
            .Answering("az group show * --query id *", "/groups/g").Answering("az ad app create *", "made").Answering("az tag update *", "", 1);

        var (code, output, error, calls) = await azure.RunAsync("sign-in", "", Name);

        Assert.NotEqual(0, code);
        Assert.Empty(output);
        Assert.Contains("was told of the app registration made: repeat the command", error, StringComparison.Ordinal);
        Assert.DoesNotContain(calls, call => call.StartsWith("az ad app delete", StringComparison.Ordinal));
    }

    [Fact]
    public async Task After_azd_the_outputs_are_azds_and_the_deployer_becomes_the_first_administrator()
    {
        using var azure = Outputs(Group("made"))
            .Answering("az ad sp list *", "principal").Answering("az account show --query user.type *", "user").Answering("az ad signed-in-user *", "me");

        var (code, _, error, calls) = await azure.RunAsync("azd-postprovision", "", Name);

        Assert.True(code == 0, error);
        Assert.Contains("az ad app update --id made --web-redirect-uris https://web/.auth/login/aad/callback", calls);
        Assert.Contains(calls, call => call.StartsWith("az ad app federated-credential create --id made ", StringComparison.Ordinal) && call.Contains("\"subject\":\"portal\"", StringComparison.Ordinal));
        Assert.Contains(calls, call => call.StartsWith("az rest --method POST ", StringComparison.Ordinal) && call.Contains("{\"principalId\":\"me\",\"resourceId\":\"principal\",", StringComparison.Ordinal));
        Assert.DoesNotContain(calls, call => call.StartsWith("az deployment", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Who_has_an_administrator_gets_no_other()
    {
        using var azure = Outputs(Group("made")).Answering("az rest --method GET *", "somebody").Answering("az account show --query user.type *", "user");

        var (code, _, error, calls) = await azure.RunAsync("sign-in", "--after", Name, FromAzd);

        Assert.True(code == 0, error);
        Assert.DoesNotContain(calls, call => call.StartsWith("az rest --method POST", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_registration_that_was_given_is_used_keeps_its_addresses_and_gets_no_administrator()
    {
        using var azure = Outputs(Group("made")).Answering("az ad app show *", "https://one\\nhttps://two");

        var (code, _, error, calls) = await azure.RunAsync("sign-in", "--after", Name, FromAzd, ("AZUREPERF_SIGN_IN_CLIENT_ID", "given"));

        Assert.True(code == 0, error);
        Assert.Contains("az ad app update --id given --web-redirect-uris https://one https://two https://web/.auth/login/aad/callback", calls);
        Assert.DoesNotContain(calls, call => call.StartsWith("az rest", StringComparison.Ordinal) || call.Contains("--id made", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Who_may_not_change_the_given_registration_is_told_what_it_needs()
    {
        using var azure = Outputs(Group("made")).Answering("az ad app show *", "https://one").Answering("az ad app update *", "", 1);

        var (code, _, error, _) = await azure.RunAsync("sign-in", "--after", Name, FromAzd, ("AZUREPERF_SIGN_IN_CLIENT_ID", "given"));

        Assert.Equal(0, code);
        Assert.Contains("to do: whoever may change the registration given adds the redirect address https://web/.auth/login/aad/callback", error, StringComparison.Ordinal);
        Assert.Contains("the subject portal ", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "", true, "api://made")]
    [InlineData("1", "api://theirs", true, "api://theirs api://made")]
    [InlineData("2", "api://made", false, null)]
    public async Task The_registration_gives_tokens_to_programs_that_the_portals_sign_in_takes(string version, string addresses, bool changed, string? given)
    {
        using var azure = Outputs(Group("made")).Answering("az ad app show *requestedAccessTokenVersion*", version).Answering("az ad app show *identifierUris*", addresses);

        var (code, _, error, calls) = await azure.RunAsync("sign-in", "--after", Name, FromAzd);

        Assert.True(code == 0, error);
        var patch = calls.Where(call => call.StartsWith("az rest --method PATCH --url https://graph.microsoft.com/v1.0/applications(appId='made') ", StringComparison.Ordinal)).ToArray();
        Assert.Equal(changed, patch.Length == 1 && patch[0].Contains("""{"api":{"requestedAccessTokenVersion":2}}""", StringComparison.Ordinal));
        Assert.Equal(given is null ? [] : [$"az ad app update --id made --identifier-uris {given}"], calls.Where(call => call.Contains("--identifier-uris", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Who_may_not_change_the_tokens_of_the_registration_is_told_how_they_must_be_and_the_deployment_goes_on()
    {
        using var azure = Outputs(Group("made")).Answering("az rest --method PATCH *", "", 1);

        var (code, _, error, _) = await azure.RunAsync("sign-in", "--after", Name, FromAzd);

        Assert.True(code == 0, error);
        Assert.Contains("sets api.requestedAccessTokenVersion to 2 and adds the address api://made", error, StringComparison.Ordinal);
        Assert.Contains("people sign in at https://web", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_role_that_came_with_a_later_build_is_added_to_the_registration_that_an_earlier_one_made()
    {
        using var azure = Outputs(Group("made")).Answering("az ad app show *appRoles[[][]].value*", "AzurePerf.Read\\nAzurePerf.Submit\\nTheirs\\nAzurePerf.Admin")
            .Answering("az ad app show *appRoles*", "[\\n{\"value\": \"Theirs\"}\\n]");

        var (code, _, error, calls) = await azure.RunAsync("sign-in", "--after", Name, FromAzd);

        Assert.True(code == 0, error);
        var update = string.Concat(calls.SkipWhile(call => !call.StartsWith("az ad app update --id made --app-roles ", StringComparison.Ordinal)).TakeWhile(call => !call.StartsWith("az account", StringComparison.Ordinal)));
        using var roles = JsonDocument.Parse(update["az ad app update --id made --app-roles ".Length..]);
        Assert.Equal(["Theirs", "AzurePerf.Programs"], roles.RootElement.EnumerateArray().Select(role => role.GetProperty("value").GetString()));
    }

    [Fact]
    public async Task A_registration_with_all_roles_is_left_as_it_is_and_of_a_given_one_the_missing_roles_are_said()
    {
        const string Roles = "AzurePerf.Read\\nAzurePerf.Submit\\nAzurePerf.Programs";
        using var whole = Outputs(Group("made")).Answering("az ad app show *appRoles*", Roles + "\\nAzurePerf.Admin");
        using var given = Outputs(Group("made")).Answering("az ad app show *appRoles*", Roles);

        var (_, _, _, calls) = await whole.RunAsync("sign-in", "--after", Name, FromAzd);
        var (code, _, error, others) = await given.RunAsync("sign-in", "--after", Name, FromAzd, ("AZUREPERF_SIGN_IN_CLIENT_ID", "given"));

        Assert.True(code == 0, error);
        Assert.DoesNotContain(calls.Concat(others), call => call.Contains("--app-roles", StringComparison.Ordinal));
        Assert.Contains("to do: whoever may change the registration given makes its roles AzurePerf.Admin", error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("AzurePerf.Read\\nAzurePerf.Submit\\nAzurePerf.Admin", 0, "to do: whoever may change the registration made makes its roles AzurePerf.Programs: ")]
    [InlineData("", 1, "to do: whoever may read the registration made runs deploy/sign-in --after, which looks whether it has all roles")]
    public async Task Who_may_not_change_the_registration_that_somebody_else_made_is_told_which_roles_it_lacks_and_the_deployment_goes_on(string roles, int readable, string expected)
    {
        using var azure = Outputs(Group("made")).Answering("az ad app show *appRoles[[][]].value*", roles, readable).Answering("az ad app show *appRoles*", "[]")
            .Answering("az ad app show *redirectUris*", "https://web/.auth/login/aad/callback").Answering("az ad app federated-credential list *", "portal").Answering("az ad app update *", "", 1);

        var (code, _, error, _) = await azure.RunAsync("sign-in", "--after", Name, FromAzd);

        Assert.True(code == 0, error);
        Assert.Contains(expected, error, StringComparison.Ordinal);
        Assert.DoesNotContain("adds the redirect address", error, StringComparison.Ordinal);
        Assert.Contains("people sign in at https://web", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Addresses_that_cannot_be_read_are_not_replaced()
    {
        using var azure = Outputs(Group("made")).Answering("az ad app show *", "", 1);

        var (code, _, _, calls) = await azure.RunAsync("sign-in", "--after", Name, FromAzd);

        Assert.NotEqual(0, code);
        Assert.DoesNotContain(calls, call => call.StartsWith("az ad app update", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Another_tenant_than_that_of_the_subscription_is_refused()
    {
        using var azure = Group("made").Answering("az account show --subscription s --query tenantId *", "other").Answering("az account show --query tenantId *", "mine");

        var (code, output, error, _) = await azure.RunAsync("sign-in", "", Name, ("AZURE_SUBSCRIPTION_ID", "s"));

        Assert.NotEqual(0, code);
        Assert.Empty(output);
        Assert.Contains("az account set --subscription s", error, StringComparison.Ordinal);
    }

    private static FakeAzure Group(string registration = "") =>
        new FakeAzure().Answering("az group exists *", "true").Answering("az group show *azureperf-registration*", registration);

    private static FakeAzure Outputs(FakeAzure azure) =>
        azure.Answering("azd env get-value webAddress", "https://web").Answering("azd env get-value webIdentityPrincipalId", "portal");
}
