using System.Diagnostics;
using System.Text.RegularExpressions;
using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Deployment;

public sealed partial class DeployScriptTests
{
    private const string Pushing = " pushing as 00000000-0000-0000-0000-000000000000 with token";

    private static readonly (string, string)[] Named = [("AZURE_ENV_NAME", "perf"), ("AZURE_SUBSCRIPTION_ID", "s"), ("AZURE_LOCATION", "here")];
    private static readonly (string, string)[] Budgeted = [.. Named, ("AZUREPERF_MONTHLY_BUDGET", "50"), ("AZUREPERF_CONTACT_EMAILS", "ann@example.com")];

    [Fact]
    public async Task Only_the_registration_of_the_group_is_removed_with_it()
    {
        using var azure = Group("made");

        var (code, _, error, calls) = await azure.RunAsync("tear-down", "--yes perf", Named);

        Assert.True(code == 0, error);
        Assert.Equal(["az group delete --subscription s --name rg-azureperf-perf --yes", "az ad app delete --id made"], calls.Where(call => call.Contains(" delete ", StringComparison.Ordinal)));
    }

    /// <summary>The default of a person may be a table, with a heading and True.</summary>
    [Theory]
    [InlineData("tear-down", "--yes perf", "az ad app delete --id made")]
    [InlineData("deploy", "--no-sign-in tag", "AZUREPERF_REGISTRATION=made")]
    public async Task What_is_there_is_found_whatever_output_az_has_as_its_default(string script, string arguments, string expected)
    {
        using var azure = Existing(new FakeAzure().Answering("az group exists * --output tsv", "true").Answering("az group exists *", "Result\\n--------\\nTrue"), "made").Answering("az deployment sub show *", "x");

        var (code, _, error, calls) = await azure.RunAsync(script, arguments, Named);

        Assert.True(code == 0, error);
        Assert.Contains(expected, calls);
    }

    [Fact]
    public async Task The_roles_of_a_group_and_the_records_of_its_deployments_go_after_it()
    {
        using var azure = Group("").Answering("az rest --method GET --url /groups/g/providers/Microsoft.Authorization/roleDefinitions*", "/roles/one\\n/roles/two").Answering("az deployment sub list *'azureperf-perf'*", "azureperf-perf");

        var (code, _, error, calls) = await azure.RunAsync("tear-down", "--yes perf", Named);

        Assert.True(code == 0, error);
        Assert.Equal(
            [
                "az group delete --subscription s --name rg-azureperf-perf --yes", "az rest --method DELETE --url /roles/one?api-version=2022-04-01 --output none",
                "az rest --method DELETE --url /roles/two?api-version=2022-04-01 --output none", "az deployment sub delete --subscription s --name azureperf-perf",
            ],
            calls.Where(call => call.Contains("delete ", StringComparison.OrdinalIgnoreCase)));
    }

    [Fact]
    public async Task What_could_not_be_removed_beside_the_group_is_named_and_the_rest_goes()
    {
        using var azure = Group("made").Answering("az rest --method GET --url /groups/g/providers/Microsoft.Authorization/roleDefinitions*", "/roles/one").Answering("az rest --method DELETE *", "", 1).Answering("az deployment sub list *", "x");

        var (code, _, error, calls) = await azure.RunAsync("tear-down", "--yes perf", Named);

        Assert.Equal(1, code);
        Assert.Contains("remove it by hand: /roles/one", error, StringComparison.Ordinal);
        Assert.Equal(["az ad app delete --id made", "az deployment sub delete --subscription s --name azureperf-registry-perf"], [calls.Single(call => call.StartsWith("az ad app delete", StringComparison.Ordinal)), calls[^1]]);
    }

    [Fact]
    public async Task Who_may_not_remove_the_registration_is_told_of_it_and_the_roles_and_records_go()
    {
        using var azure = Group("made").Answering("az rest --method GET --url /groups/g/providers/Microsoft.Authorization/roleDefinitions*", "/roles/one").Answering("az ad app delete *", "", 1).Answering("az deployment sub list *", "x");

        var (code, _, error, calls) = await azure.RunAsync("tear-down", "--yes perf", Named);

        Assert.Equal(1, code);
        Assert.Contains("remove it by hand: the app registration made\n", error, StringComparison.Ordinal);
        Assert.Contains("az rest --method DELETE --url /roles/one?api-version=2022-04-01 --output none", calls);
        Assert.Equal(2, calls.Count(call => call.StartsWith("az deployment sub delete ", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task What_only_the_group_knows_is_named_before_it_goes()
    {
        using var azure = Group("made").Answering("az rest --method GET --url /groups/g/providers/Microsoft.Authorization/roleDefinitions*", "/roles/one").Answering("az group delete *", "", 1);

        var (code, _, error, _) = await azure.RunAsync("tear-down", "--yes perf", Named);

        Assert.Equal(1, code);
        Assert.Contains("the deployment azureperf-perf the deployment azureperf-registry-perf /roles/one the app registration made\n", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_registration_that_only_has_the_name_stays()
    {
        using var azure = Group("").Answering("az ad app list *", "stranger");

        var (code, _, error, calls) = await azure.RunAsync("tear-down", "--yes perf", Named);

        Assert.True(code == 0, error);
        Assert.DoesNotContain(calls, call => call.StartsWith("az ad ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--yes perf")]
    [InlineData("--what-if perf")]
    public async Task The_group_of_another_installation_stays(string arguments)
    {
        using var azure = Group("made");

        var (code, _, error, calls) = await azure.RunAsync("tear-down", arguments.Replace("perf", "other", StringComparison.Ordinal), [.. Named, ("AZURE_ENV_NAME", "other"), ("AZUREPERF_RESOURCE_GROUP", "rg-azureperf-perf")]);

        Assert.Equal(1, code);
        Assert.Contains("rg-azureperf-perf belongs to the installation perf, not to other", error, StringComparison.Ordinal);
        Assert.DoesNotContain(calls, call => call.Contains(" delete ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("deploy", "--no-sign-in tag", "", "", "rg-team is not tagged as one of AzurePerf's")]
    [InlineData("deploy", "--what-if --no-sign-in tag", "", "", "rg-team is not tagged as one of AzurePerf's")]
    [InlineData("azd-preprovision", "", "", "", "rg-team is not tagged as one of AzurePerf's")]
    [InlineData("images", "tag", "azureperf", "prod", "rg-team belongs to the installation prod, not to perf")]
    public async Task A_group_that_has_something_of_others_in_it_is_not_taken_over(string script, string arguments, string application, string installation, string reason)
    {
        using var azure = new FakeAzure().Answering("az group exists *", "true").Answering("az resource list --subscription s --resource-group rg-team *", "/groups/team/vm")
            .Answering("az group show *tags.application*", application).Answering("az group show *azd-env-name*", installation).Answering("az deployment sub show *", "x").Answering("az acr login *", "token");

        var (code, _, error, calls) = await azure.RunAsync(script, arguments, [.. Named, ("AZUREPERF_RESOURCE_GROUP", "rg-team")]);

        Assert.Equal(1, code);
        Assert.Contains(reason, error, StringComparison.Ordinal);
        Assert.DoesNotContain(calls, call => call.StartsWith("az deployment ", StringComparison.Ordinal) || call.StartsWith("dotnet ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("prod", 1)]
    public async Task An_empty_group_is_taken_unless_another_installation_has_it(string installation, int expected)
    {
        using var azure = new FakeAzure().Answering("az group exists *", "true").Answering("az group show *azd-env-name*", installation).Answering("az deployment sub show *", "x").Answering("az acr login *", "token");

        var (code, _, error, calls) = await azure.RunAsync("images", "tag", Named);

        Assert.True(code == expected, error);
        Assert.Equal(expected == 0, calls.Any(call => call.StartsWith("az deployment sub create ", StringComparison.Ordinal)));
    }

    /// <summary>In a shell without the variable it has its default.</summary>
    [Fact]
    public async Task Who_names_another_installation_than_the_variable_is_told_to_name_that_one_there_and_not_to_remove_the_variables()
    {
        using var azure = Group("made");

        var (code, _, error, calls) = await azure.RunAsync("tear-down", "--yes perf");

        Assert.Equal(1, code);
        Assert.Contains("AZURE_ENV_NAME is azureperf and not perf: set AZURE_ENV_NAME=perf", error, StringComparison.Ordinal);
        Assert.DoesNotContain("--yes azureperf", error, StringComparison.Ordinal);
        Assert.Empty(calls);
    }

    [Fact]
    public async Task Azd_down_refuses_with_the_command_that_removes_what_it_would_leave()
    {
        using var azure = Group("made");

        var (code, _, error, calls) = await azure.RunAsync("azd-predown", "", Named);

        Assert.Equal(1, code);
        Assert.Contains("AZURE_ENV_NAME=perf AZUREPERF_RESOURCE_GROUP=rg-azureperf-perf AZURE_SUBSCRIPTION_ID=s deploy/tear-down --yes perf\n", error, StringComparison.Ordinal);
        Assert.Empty(calls);
        Assert.Contains("  predown:\n    shell: sh\n    run: deploy/azd-predown\n", await File.ReadAllTextAsync(RepositoryFolder.PathOf("azure.yaml"), TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", true)]
    [InlineData("true", false)]
    public async Task A_deployment_says_which_installation_it_is_and_whether_it_makes_a_new_one(string there, bool expected)
    {
        using var azure = Existing(new FakeAzure().Answering("az group exists *", there), "").Answering("az deployment sub show *", "x");

        var (code, _, error, _) = await azure.RunAsync("deploy", "--no-sign-in tag", Named);

        Assert.True(code == 0, error);
        Assert.Contains("installation: perf in rg-azureperf-perf", error, StringComparison.Ordinal);
        Assert.Equal(expected, error.Contains("a new installation: there is no rg-azureperf-perf yet", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("deploy", "--no-sign-in tag", "", "Microsoft.App")]
    [InlineData("deploy", "--no-sign-in tag", "private", "Microsoft.App Microsoft.ContainerService")]
    [InlineData("azd-preprovision", "", "private", "Microsoft.App Microsoft.ContainerService")]
    public async Task A_subscription_that_never_had_a_container_app_is_prepared_before_anything_is_asked_or_built(string script, string arguments, string network, string registered)
    {
        using var azure = Group("").Answering("az deployment sub show *", "x").Answering("az provider show *", "NotRegistered");

        var (code, _, error, calls) = await azure.RunAsync(script, arguments, [.. Named, ("AZUREPERF_NETWORK", network)]);

        Assert.True(code == 0, error);
        var made = calls.Where(call => call.StartsWith("az provider register ", StringComparison.Ordinal)).ToArray();
        Assert.Equal(registered.Split(' ').Select(name => $"az provider register --subscription s --namespace {name} --wait --output none"), made);
        Assert.True(Array.IndexOf(calls, made[^1]) < Array.FindIndex(calls, call => call.StartsWith("az rest ", StringComparison.Ordinal) || call.StartsWith("az deployment ", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_preview_says_first_where_it_looks_and_that_the_subscription_would_be_prepared()
    {
        using var azure = Group("").Answering("az account show * --query name *", "Team").Answering("az provider show *", "NotRegistered")
            .Answering("az rest --method GET --url /groups/g/providers/Microsoft.App/*", "MissingSubscriptionRegistration", 1);

        var (code, _, error, calls) = await azure.RunAsync("deploy", "--what-if --no-sign-in tag", Named);

        Assert.True(code == 0, error);
        Assert.StartsWith("subscription: Team; installation: perf in rg-azureperf-perf\nwould run: az provider register --subscription s --namespace Microsoft.App ", error, StringComparison.Ordinal);
        Assert.DoesNotContain(calls, call => call.StartsWith("az provider register ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_subscription_that_is_prepared_is_left_as_it_is()
    {
        using var azure = Group("").Answering("az deployment sub show *", "x").Answering("az provider show *", "Registered");

        var (code, _, error, calls) = await azure.RunAsync("deploy", "--no-sign-in tag", [.. Named, ("AZUREPERF_NETWORK", "private")]);

        Assert.True(code == 0, error);
        Assert.DoesNotContain(calls, call => call.StartsWith("az provider register ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Who_may_not_prepare_the_subscription_is_told_what_somebody_else_runs()
    {
        using var azure = Group("").Answering("az provider register *", "", 1);

        var (code, _, error, calls) = await azure.RunAsync("deploy", "--no-sign-in tag", Named);

        Assert.Equal(1, code);
        Assert.Contains("az provider register --namespace Microsoft.App", error, StringComparison.Ordinal);
        Assert.DoesNotContain(calls, call => call.StartsWith("dotnet ", StringComparison.Ordinal));
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

    [Fact]
    public async Task Images_are_pushed_with_the_token_of_the_registry_so_that_no_docker_is_needed()
    {
        using var azure = Group("").Answering("az deployment sub show *", "x");

        var (code, _, error, calls) = await azure.RunAsync("images", "tag", Named);

        Assert.True(code == 0, error);
        Assert.Contains("az acr login --subscription s --name x --expose-token --query accessToken --output tsv", calls);
        var published = calls.Where(call => call.StartsWith("dotnet publish", StringComparison.Ordinal)).ToArray();
        Assert.Equal(3, published.Length);
        Assert.All(published, call => Assert.EndsWith(Pushing, call, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Who_goes_back_to_an_earlier_commit_uses_its_scripts_and_templates()
    {
        var clone = Directory.CreateTempSubdirectory("azureperf-clone-");
        try
        {
            const string Commit = "git add . && git -c user.name=ann -c user.email=ann@example.com -c commit.gpgsign=false commit -qm x";
            using var bash = Process.Start(new ProcessStartInfo("bash", ["-c", $"git init -q && mkdir deploy && printf '#!/usr/bin/env bash\necho earlier \"$@\"' > deploy/deploy && chmod +x deploy/deploy && {Commit} && git rev-parse --short=12 HEAD && cp -r \"$0/deploy\" . && {Commit}", RepositoryFolder.PathOf(".")])
            {
                WorkingDirectory = clone.FullName,
                RedirectStandardOutput = true,
            })!;
            var earlier = (await bash.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken)).Trim();
            using var azure = new FakeAzure { Clone = clone.FullName };

            var (code, output, error, calls) = await azure.RunAsync("deploy", $"--no-sign-in {earlier}", Named);

            Assert.True(code == 0, error);
            Assert.Equal($"earlier --no-sign-in {earlier}", output);
            Assert.Empty(calls);
        }
        finally
        {
            clone.Delete(recursive: true);
        }
    }

    [Theory]
    [InlineData("0a1b2c3d4e5f", 1)]
    [InlineData("0a1b2c3d4e5f60718293a4b5c6d7e8f901234567", 1)]
    [InlineData("202607011200", 0)]
    [InlineData("beaded7", 0)]
    public async Task A_commit_that_the_clone_does_not_have_is_refused_as_its_scripts_and_templates_are_missing(string tag, int expected)
    {
        var clone = Directory.CreateTempSubdirectory("azureperf-clone-");
        try
        {
            using var bash = Process.Start(new ProcessStartInfo("bash", ["-c", "git init -q && cp -r \"$0/deploy\" .", RepositoryFolder.PathOf(".")]) { WorkingDirectory = clone.FullName })!;
            await bash.WaitForExitAsync(TestContext.Current.CancellationToken);
            using var azure = new FakeAzure { Clone = clone.FullName }.Answering("az deployment sub show *", "x").Answering("az acr login *", "token");

            var (code, _, error, calls) = await azure.RunAsync("deploy", $"--no-sign-in {tag}", Named);

            Assert.True(code == expected, error);
            Assert.Equal(expected == 0, calls.Contains($"AZUREPERF_IMAGE_TAG={tag}"));
            Assert.Equal(expected != 0, error.Contains($"this clone has no commit {tag}", StringComparison.Ordinal));
        }
        finally
        {
            clone.Delete(recursive: true);
        }
    }

    [Theory]
    [InlineData("azureperf/web\\nazureperf/taskmanager\\nazureperf/worker", "*", 0)]
    [InlineData("azureperf/web\\nazureperf/taskmanager\\nazureperf/worker", "*azureperf/web *", 3)]
    [InlineData("azureperf/web", "*", 3)]
    [InlineData("other/azureperf/web\\nazureperf/taskmanager\\nazureperf/worker", "*", 3)]
    public async Task Images_that_the_registry_has_are_not_built_again_so_that_an_older_tag_stays_what_it_is(string repositories, string tagged, int built)
    {
        using var azure = Group("").Answering("az deployment sub show *", "x").Answering("az acr repository list *", repositories).Answering($"az acr repository show-tags {tagged}", "older");

        var (code, _, error, calls) = await azure.RunAsync("deploy", "--no-sign-in older", Named);

        Assert.True(code == 0, error);
        Assert.Equal(built, calls.Count(call => call.StartsWith("dotnet publish", StringComparison.Ordinal)));
        Assert.Equal(built == 0, error.Contains("the registry has the images older, so nothing is built", StringComparison.Ordinal));
        Assert.Contains("AZUREPERF_IMAGE_TAG=older", calls);
    }

    [Theory]
    [InlineData("list")]
    [InlineData("show-tags")]
    public async Task Nothing_is_built_while_the_registry_does_not_say_which_images_it_has(string question)
    {
        using var azure = Group("").Answering("az deployment sub show *", "x").Answering($"az acr repository {question} *", "", 1).Answering("az acr repository list *", "azureperf/web");

        var (code, _, _, calls) = await azure.RunAsync("images", "tag", Named);

        Assert.Equal(1, code);
        Assert.DoesNotContain(calls, call => call.StartsWith("dotnet publish", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("3 2", 1)]
    [InlineData("4 3", 1)]
    [InlineData("4 4", 0)]
    [InlineData("5 0", 0)]
    public async Task Scripts_go_on_only_in_a_bash_that_they_are_written_for(string version, int expected)
    {
        using var bash = Process.Start(new ProcessStartInfo("bash", ["-c", $". deploy/common.sh; recent_bash {version}"]) { WorkingDirectory = RepositoryFolder.PathOf(".") })!;
        await bash.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.Equal(expected, bash.ExitCode);
    }

    [Fact]
    public async Task Nothing_is_built_for_a_registry_that_lets_nobody_push()
    {
        using var azure = new FakeAzure().Answering("az acr login *", "").Answering("az deployment sub show *", "x");

        var (code, _, error, calls) = await azure.RunAsync("images", "tag", Named);

        Assert.Equal(1, code);
        Assert.Contains("lets nobody push", error, StringComparison.Ordinal);
        Assert.DoesNotContain(calls, call => call.StartsWith("dotnet publish", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_budget_keeps_its_first_month_however_often_it_is_deployed()
    {
        using var azure = Group("").Answering("az deployment sub show *", "x").Answering("az rest --method GET --url /groups/g/providers/Microsoft.Consumption/budgets*", "2026-02-01T00:00:00Z");

        var (code, _, error, calls) = await azure.RunAsync("deploy", "--no-sign-in tag", Budgeted);

        Assert.True(code == 0, error);
        Assert.Contains("AZUREPERF_BUDGET_START=2026-02-01T00:00:00Z", calls);
    }

    [Fact]
    public async Task Azd_too_keeps_the_first_month_of_the_budget()
    {
        using var azure = Group("made").Answering("az deployment sub show *", "x").Answering("az rest --method GET --url /groups/g/providers/Microsoft.Consumption/budgets*", "2026-02-01T00:00:00Z");

        var (code, _, error, calls) = await azure.RunAsync("azd-preprovision", "", Budgeted);

        Assert.True(code == 0, error);
        Assert.Contains("azd env set AZUREPERF_BUDGET_START 2026-02-01T00:00:00Z", calls);
    }

    [Theory]
    [InlineData("deploy", "tag", "public", "private")]
    [InlineData("deploy", "--what-if tag", "public", "private")]
    [InlineData("azd-preprovision", "", "private", "")]
    public async Task Another_network_than_that_of_the_installation_is_refused_before_anything_is_built(string script, string arguments, string there, string given)
    {
        using var azure = Group("").Answering("az provider show *", "Registered").Answering("az deployment sub show *", "x").Answering("az rest --method GET --url /groups/g/providers/Microsoft.App/managedEnvironments*", there);

        var (code, _, error, calls) = await azure.RunAsync(script, arguments, [.. Named, ("AZUREPERF_NETWORK", given)]);

        Assert.Equal(1, code);
        Assert.Contains($"give AZUREPERF_NETWORK={there}", error, StringComparison.Ordinal);
        Assert.DoesNotContain(calls, call => call.StartsWith("dotnet ", StringComparison.Ordinal) || call.StartsWith("az deployment ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_network_of_the_installation_is_deployed_again()
    {
        using var azure = Group("").Answering("az deployment sub show *", "x").Answering("az rest --method GET --url /groups/g/providers/Microsoft.App/managedEnvironments*", "private");

        var (code, _, error, _) = await azure.RunAsync("deploy", "--no-sign-in tag", [.. Named, ("AZUREPERF_NETWORK", "private")]);

        Assert.True(code == 0, error);
    }

    [Theory]
    [InlineData("deploy", "--no-sign-in tag", "", 1)]
    [InlineData("deploy", "--no-sign-in tag", "true", 0)]
    [InlineData("azd-postprovision", "", "false", 1)]
    [InlineData("azd-postprovision", "", "true", 0)]
    public async Task A_portal_that_is_not_to_scale_pools_any_more_loses_the_right(string script, string arguments, string scaling, int removed)
    {
        using var azure = Group("").Answering("az deployment sub show *", "web").Answering("azd env get-value *", "web")
            .Answering("az rest --method GET --url /groups/g/providers/Microsoft.Authorization/roleAssignments*principalId%20eq%20'web'*", "/assignments/one");

        var (code, _, error, calls) = await azure.RunAsync(script, arguments, [.. Named, ("AZUREPERF_SCALING_BY_PEOPLE", scaling)]);

        Assert.True(code == 0, error);
        Assert.Equal(removed, calls.Count(call => call.StartsWith("az rest --method DELETE --url /assignments/one", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("deploy", "--no-sign-in tag", "", 1)]
    [InlineData("deploy", "--no-sign-in tag", "0", 1)]
    [InlineData("deploy", "--no-sign-in tag", "50", 0)]
    [InlineData("azd-postprovision", "", "", 1)]
    [InlineData("azd-postprovision", "", "50", 0)]
    public async Task A_budget_that_is_not_given_any_more_tells_nobody_any_more(string script, string arguments, string amount, int removed)
    {
        using var azure = Group("").Answering("az deployment sub show *", "x")
            .Answering("az rest --method GET --url /groups/g/providers/Microsoft.Consumption/budgets*].name *", "azureperf");

        var (code, _, error, calls) = await azure.RunAsync(script, arguments, [.. Budgeted, ("AZUREPERF_MONTHLY_BUDGET", amount)]);

        Assert.True(code == 0, error);
        Assert.Equal(removed, calls.Count(call => call.StartsWith("az rest --method DELETE --url /groups/g/providers/Microsoft.Consumption/budgets/azureperf?", StringComparison.Ordinal)));
        Assert.Equal(removed == 1, error.Contains("removed the budget: AZUREPERF_MONTHLY_BUDGET is not given or 0", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_subscription_that_has_no_budgets_is_deployed_to()
    {
        using var azure = Group("").Answering("az deployment sub show *", "x").Answering("az rest --method GET --url *budgets*", "", 1);

        var (code, _, error, calls) = await azure.RunAsync("deploy", "--no-sign-in tag", Named);

        Assert.True(code == 0, error);
        Assert.DoesNotContain(calls, call => call.StartsWith("az rest --method DELETE", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("50", "", "nobody would be told of the budget")]
    [InlineData("50.5", "ann@example.com", "give a whole number")]
    public async Task A_budget_that_would_not_work_is_refused_before_anything_is_built(string amount, string told, string reason)
    {
        using var azure = Group("").Answering("az deployment sub show *", "x");

        var (code, _, error, calls) = await azure.RunAsync("deploy", "tag", [.. Named, ("AZUREPERF_MONTHLY_BUDGET", amount), ("AZUREPERF_CONTACT_EMAILS", told)]);

        Assert.Equal(1, code);
        Assert.Contains(reason, error, StringComparison.Ordinal);
        Assert.Empty(calls);
    }

    [Theory]
    [InlineData("deploy", "tag", null, "https://v.vault.azure.net/secrets/mail", "is of no use without a User")]
    [InlineData("deploy", "tag", """{"Server": "s", "from": "a@b.c"}""", null, "begin with a capital letter")]
    [InlineData("deploy", "--what-if tag", """{"User": ""}""", "https://v.vault.azure.net/secrets/mail", "is of no use without a User")]
    [InlineData("azd-preprovision", "", null, "https://v.vault.azure.net/secrets/mail", "is of no use without a User")]
    [InlineData("deploy", "tag", """{"AllowedDomains" : ["example.com"]}""", null, "AllowedDomains of AZUREPERF_MAIL is a list")]
    [InlineData("deploy", "tag", """{"User" : "ann"}""", null, "has a User without a password")]
    [InlineData("deploy", "tag", """{"Server": "smtps://m.example", "Portal": "https://p.example"}""", null, "has a Server and no From")]
    [InlineData("deploy", "tag", """{"Server": "smtps://m.example", "From": "a@example.com"}""", null, "has a Server and no Portal")]
    [InlineData("deploy", "tag", """{"Server": "smtps://m.example", "From": "a@example.com", "Portal": "https://https://p.example"}""", null, "has https:// twice")]
    [InlineData("deploy", "tag", """{"Server": "smtps://m.example", "From": "a@example.com", "Portal": "p.example"}""", null, "The Portal of AZUREPERF_MAIL is no address")]
    [InlineData("deploy", "tag", """{"User": "ann", "Password": "x"}""", "https://v.vault.azure.net/secrets/mail", "has a Password, which deployments would show")]
    [InlineData("deploy", "tag", """{"Server": "smtps://ann:x@m.example"}""", null, "has a user or password")]
    [InlineData("deploy", "tag", """{'User': 'ann', 'Password': 'x'}""", "https://v.vault.azure.net/secrets/mail", "AZUREPERF_MAIL is no flat object")]
    public async Task Mail_settings_with_which_an_app_would_not_start_are_refused_before_anything_is_built(string script, string arguments, string? mail, string? address, string reason)
    {
        using var azure = Group("").Answering("az deployment sub show *", "x");

        var (code, _, error, calls) = await azure.RunAsync(script, arguments, [.. Named, ("AZUREPERF_MAIL", mail ?? ""), ("AZUREPERF_MAIL_SIGN_IN_URL", address ?? "")]);

        Assert.Equal(1, code);
        Assert.Contains(reason, error, StringComparison.Ordinal);
        Assert.Empty(calls);
    }

    /// <summary>As the page shows them.</summary>
    [Fact]
    public async Task Mail_settings_that_belong_together_are_deployed()
    {
        using var azure = Group("").Answering("az deployment sub show *", "x");
        var page = await File.ReadAllTextAsync(RepositoryFolder.PathOf("docs/how-to/get-mail.md"), TestContext.Current.CancellationToken);
        var (mail, address) = (MailSettings().Match(page).Groups["value"].Value.Replace("ADDRESS", "https://p.example", StringComparison.Ordinal), "https://v.vault.azure.net/secrets/mail");

        var (code, _, error, calls) = await azure.RunAsync("deploy", "--no-sign-in tag", [.. Named, ("AZUREPERF_MAIL", mail), ("AZUREPERF_MAIL_SIGN_IN_URL", address)]);

        Assert.True(code == 0, error);
        Assert.Contains("AZUREPERF_MAIL=" + mail, calls);
    }

    [Theory]
    [InlineData("TARGETS", """{"AZSQL": "sqlserver://sa:pass@db.example/master"}""", "has a password or key for AZSQL")]
    [InlineData("TARGETS", """{"AZSQL": "sqlserver://sa:p/ss@db.example/master"}""", "has a password or key for AZSQL")]
    [InlineData("TARGETS", """{"AZSQL": "sqlserver://sa:p\"ss@db.example/master"}""", "has no address for AZSQL")]
    [InlineData("TARGETS", """{"EAST": "https://a.blob.core.windows.net/?sv=1&sig=x"}""", "has a password or key for EAST")]
    [InlineData("TARGETS", """{"EAST": "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=x"}""", "has a password or key for EAST")]
    [InlineData("TARGETS", """{"A": "https://a.blob.core.windows.net", "default": "https://b.blob.core.windows.net"}""", "the measured account of the deployment has")]
    [InlineData("TARGETS", """{"east-us": "https://a.blob.core.windows.net"}""", "has the name east-us")]
    [InlineData("TARGETS", """{"A__B": "https://a.blob.core.windows.net"}""", "has the name A__B")]
    [InlineData("TARGETS", """{"EAST": "a.blob.core.windows.net"}""", "has no address for EAST")]
    [InlineData("TARGETS", """{"EAST": 1}""", "has no text for EAST")]
    [InlineData("TARGETS", """{"AZSQL": "jdbc:sqlserver://db.example:1433;databaseName=master;user=sa;password=x"}""", "has a password or key for AZSQL")]
    [InlineData("TARGETS", """{"AZSQL": "sqlserver://db.example:1433;user=sa;password=x"}""", "has a password or key for AZSQL")]
    [InlineData("TARGETS", """{"AZSQL": "sqlserver://db.example/master?objective=S3;pwd=x"}""", "has no address for AZSQL")]
    [InlineData("TARGETS", """{"AZSQL": "sqlserver://db.example"}""", "has no address for AZSQL")]
    [InlineData("TARGETS", """{"AZSQL": "mssql://db.example/master"}""", "has no address for AZSQL")]
    [InlineData("TARGETS", """{"PG": "postgresql://me@db.example/postgres?password=x"}""", "has a password or key for PG")]
    [InlineData("TARGETS", """{"PG": "postgresql://me@db.example/postgres?objective=S3"}""", "has no address for PG")]
    [InlineData("TARGETS", """{"PG": "postgresql://db.example/postgres"}""", "has no address for PG")]
    [InlineData("TARGETS", """{"PG": "postgres://me@db.example/postgres"}""", "has no address for PG")]
    [InlineData("TARGETS", """{"LITE": "sqlite:/data"}""", "has no address for LITE")]
    [InlineData("TARGETS", """{"EAST": "https://a.blob.core.windows.net?SIG=x"}""", "has a password or key for EAST")]
    [InlineData("TARGETS", """{"EAST": "http://a.blob.core.windows.net"}""", "has no address for EAST")]
    [InlineData("TARGETS", """{"EAST": "https://a.blob.core.windows.net/container"}""", "has no address for EAST")]
    [InlineData("TARGETS", """{"EAST": "https://a.dfs.core.windows.net"}""", "has no address for EAST")]
    [InlineData("TARGETS", """{"EAST": "https://a.blob.core.windows.net", "east": "https://b.blob.core.windows.net"}""", "has the name east twice")]
    [InlineData("TARGETS", """{'AZSQL': 'sqlserver://sa:pass@db.example/master'}""", "AZUREPERF_TARGETS is no flat object")]
    [InlineData("TARGETS", """{"EAST": "https://a.blob.core.windows.net", AZSQL: "sqlserver://sa:pass@db.example/master"}""", "AZUREPERF_TARGETS is no flat object")]
    [InlineData("TARGETS", "sqlserver://db.example/master", "AZUREPERF_TARGETS is no flat object")]
    [InlineData("LIMITS", """{OperationsPerRun: 5}""", "AZUREPERF_LIMITS is no flat object")]
    [InlineData("WEB_SETTINGS", """{"Web:ShareLinks": "off", "Mail:Password": "x"}""", "a secret that deployments would show")]
    [InlineData("WORKER_SETTINGS", """{"Archive__Token": "x"}""", "a secret that deployments would show")]
    [InlineData("WEB_SETTINGS", """{"Access:AllowedHosts": ["perf.example"]}""", "AZUREPERF_WEB_SETTINGS is no flat object")]
    [InlineData("WEB_SETTINGS", """{"Limits:CostPerRun": 5}""", "by AZUREPERF_LIMITS")]
    [InlineData("WEB_SETTINGS", """{"Targets:Names:1": "west"}""", "by AZUREPERF_TARGETS")]
    [InlineData("WEB_SETTINGS", """{"Access__Admins__0": "ann"}""", "by AZUREPERF_ADMINS")]
    [InlineData("WEB_SETTINGS", """{"access:mode": "local"}""", "which the deployment sets itself")]
    [InlineData("TASKMANAGER_SETTINGS", """{"Control:Prefix": "a"}""", "have no prefix")]
    [InlineData("TASKMANAGER_SETTINGS", """{"TaskManager:PeerPool": false}""", "which the deployment sets itself")]
    [InlineData("TASKMANAGER_SETTINGS", """{"Mail:Server": "smtps://m.example"}""", "by AZUREPERF_MAIL")]
    [InlineData("WORKER_SETTINGS", """{"Programs:Allowed": true}""", "a deployment cannot allow programs yet")]
    [InlineData("WORKER_SETTINGS", """{"Worker Source": 1}""", "which is no setting of this app")]
    [InlineData("WORKER_SETTINGS", """{Archive__Token: "x"}""", "AZUREPERF_WORKER_SETTINGS is no flat object")]
    [InlineData("WORKER_SETTINGS", """{"Engine:Heartbeat": null}""", "AZUREPERF_WORKER_SETTINGS is no flat object")]
    [InlineData("WORKER_SETTINGS", """{"Archive:Token:": "x"}""", "which is no setting of this app")]
    [InlineData("WORKER_SETTINGS", """{"Archive__Token__": "x"}""", "which is no setting of this app")]
    [InlineData("WORKER_SETTINGS", """{"OTEL_EXPORTER_OTLP_HEADERS": "api-key=x"}""", "a secret that deployments would show")]
    [InlineData("WORKER_SETTINGS", """{"HTTPS_PROXY": "http://ann:x@proxy.example:3128"}""", "which is no setting of this app")]
    [InlineData("WEB_SETTINGS", """{"Acces:AllowedHosts:0": "perf.example"}""", "which is no setting of this app")]
    [InlineData("WEB_SETTINGS", """{"Engine:Heartbeat": "00:00:05"}""", "which is no setting of this app")]
    [InlineData("WEB_SETTINGS", """{"Web:ShareLinks": "off", "web__sharelinks": "anyone"}""", "has web__sharelinks twice")]
    public async Task Targets_and_settings_that_would_not_work_or_show_a_secret_are_refused_before_anything_is_built(string variable, string value, string reason)
    {
        foreach (var (script, arguments) in new[] { ("deploy", "--what-if tag"), ("azd-preprovision", "") })
        {
            using var azure = Group("").Answering("az deployment sub show *", "x");

            var (code, _, error, calls) = await azure.RunAsync(script, arguments, [.. Named, ("AZUREPERF_" + variable, value)]);

            Assert.Equal(1, code);
            Assert.Contains(reason, error, StringComparison.Ordinal);
            Assert.Empty(calls);
        }
    }

    /// <summary>Those of the pages, among others.</summary>
    [Theory]
    [InlineData("TARGETS", """{"AZSQL": "sqlserver://db.example:1433/master?objective=S3", "East_US": "https://a.blob.core.windows.net", "PG": "postgresql://me@db.example/postgres"}""")]
    [InlineData("TARGETS", """{ "AZSQL" : "sqlserver://db.example/master?tls=on&objective=S3", "PG": "postgresql://me%40x@[::1]:5432/postgres?ca=/etc/ca.pem", "Q": "https://a.queue.core.windows.net/" } """)]
    [InlineData("LIMITS", """{"OperationsPerRun": 10000000, "CoreHoursPerOwnerAndMonth": 0.5}""")]
    [InlineData("WEB_SETTINGS", """{"Web:ShareLinks": "anyone", "Access:AllowedHosts:0": "perf.example"}""")]
    [InlineData("TASKMANAGER_SETTINGS", """{"TaskManager:BagLimit": "adaptive", "Logging__LogLevel__AzurePerf.TaskManager": "Debug"}""")]
    [InlineData("WORKER_SETTINGS", """{"Worker:NetworkBytesPerSecond": 125000000, "Archive:TokenFile": "/x"}""")]
    public async Task Targets_and_settings_by_name_are_deployed(string variable, string value)
    {
        using var azure = Group("").Answering("az deployment sub show *", "x");

        var (code, _, error, calls) = await azure.RunAsync("deploy", "--no-sign-in tag", [.. Named, ("AZUREPERF_" + variable, value)]);

        Assert.True(code == 0, error);
        Assert.Contains($"AZUREPERF_{variable}={value}", calls);
    }

    [Fact]
    public async Task A_variable_that_a_workflow_passes_empty_counts_as_not_given()
    {
        using var azure = Group("").Answering("az deployment sub show *", "x");

        var (code, _, error, calls) = await azure.RunAsync("deploy", "--no-sign-in tag", [.. Named, ("AZUREPERF_NETWORK", ""), ("AZUREPERF_MEASURE_MAX", ""), ("AZUREPERF_BAG_MAX", "3")]);

        Assert.True(code == 0, error);
        Assert.Contains("AZUREPERF_BAG_MAX=3", calls);
        Assert.DoesNotContain(calls, call => call.StartsWith("AZUREPERF_NETWORK=", StringComparison.Ordinal) || call.StartsWith("AZUREPERF_MEASURE_MAX=", StringComparison.Ordinal));
    }

    /// <summary>azd hands them to the parameter file past the scripts, and can take a setting back only by setting it to nothing.</summary>
    [Fact]
    public void A_variable_that_azd_passes_empty_counts_as_not_given()
    {
        var lines = BicepFile.Text("main.bicepparam").Split('\n').Where(line => line.Contains("readEnvironmentVariable(", StringComparison.Ordinal)).ToArray();

        Assert.NotEmpty(lines);
        Assert.All(lines, line => Assert.All(Otherwise().Matches(line), match => Assert.Equal("''", match.Groups["value"].Value)));
        Assert.All(lines.Where(line => Conversion().IsMatch(line)), line => Assert.Matches(@"(int|json)\(empty\(readEnvironmentVariable\('(\w+)', ''\)\) \? '[^']+' : readEnvironmentVariable\('\2', ''\)\)", line));
    }

    [Theory]
    [InlineData("AZURE_SUBSCRIPTION_ID")]
    [InlineData("AZURE_LOCATION")]
    public async Task Azd_that_does_not_know_where_yet_is_told_what_to_set(string missing)
    {
        using var azure = Group("").Answering("az deployment sub show *", "x");

        var (code, _, error, calls) = await azure.RunAsync("azd-preprovision", "", [.. Named.Where(setting => setting.Item1 != missing)]);

        Assert.Equal(1, code);
        Assert.Contains($"azd env set {missing}", error, StringComparison.Ordinal);
        Assert.Empty(calls);
    }

    [Fact]
    public async Task The_smoke_test_submits_nothing_that_a_cloud_refuses()
    {
        using var azure = new FakeAzure();

        var (code, _, error, _) = await azure.RunAsync("smoke-test", "--what-if", Named);

        Assert.True(code == 0, error);
        var submitted = Submitted().Matches(error).Select(match => Shipped.Experiments.Find(match.Groups["id"].Value)!).ToArray();
        Assert.NotEmpty(submitted);
        Assert.All(submitted, experiment => Assert.False(experiment.IsHarmful, experiment.Id));
    }

    /// <summary>A second deployment by the workflow or by azd must not take back what the first one was given.</summary>
    [Fact]
    public void What_the_deployment_can_be_given_is_on_the_page_in_the_help_and_in_the_workflow()
    {
        string[] made = ["AZUREPERF_IMAGE_TAG", "AZUREPERF_REGISTRATION", "AZUREPERF_BUDGET_START"];
        var read = Variable().Matches(BicepFile.Text("main.bicepparam")).Select(match => match.Groups["name"].Value).Distinct().ToArray();
        var (page, help, workflow) = (Text("docs/deploying.md"), Text("deploy/deploy"), Text(".github/workflows/deploy.yml"));

        Assert.True(read.Length >= 12, string.Join(' ', read));
        Assert.All(read.Except(made), name =>
        {
            Assert.Contains($"- `{name}`", page, StringComparison.Ordinal);
            Assert.Contains(name, help.Split("set -euo pipefail")[0], StringComparison.Ordinal);
            Assert.Contains($"{name}: ${{{{ vars.{name} }}}}", workflow, StringComparison.Ordinal);
        });

        // What the commands set themselves is not offered.
        Assert.All(made, name => Assert.DoesNotContain($"- `{name}`", page, StringComparison.Ordinal));

        static string Text(string path) => File.ReadAllText(RepositoryFolder.PathOf(path));
    }

    [Fact]
    public void A_blank_after_a_comma_loses_nobody_in_a_list()
    {
        var lists = BicepFile.Text("main.bicepparam").Split('\n').Where(line => line.Contains("split(", StringComparison.Ordinal)).ToArray();

        Assert.Equal(2, lists.Length);
        Assert.All(lists, line => Assert.Contains("part => trim(part)", line, StringComparison.Ordinal));
    }

    private static FakeAzure Group(string registration) => Existing(new FakeAzure().Answering("az group exists *", "true"), registration);

    private static FakeAzure Existing(FakeAzure azure, string registration) => azure
        .Answering("az acr login *", "token")
        .Answering("az group show *tags.application*", "azureperf")
        .Answering("az group show *azd-env-name*", "perf")
        .Answering("az group show *azureperf-registration*", registration)
        .Answering("az group show * --query id *", "/groups/g");

    [GeneratedRegex("export AZUREPERF_MAIL='(?<value>[^']+)'")]
    private static partial Regex MailSettings();

    [GeneratedRegex(" submit (?<id>\\S+)")]
    private static partial Regex Submitted();

    [GeneratedRegex(@"readEnvironmentVariable\('\w+', (?<value>[^)]*)\)")]
    private static partial Regex Otherwise();

    [GeneratedRegex(@"\b(int|json)\(")]
    private static partial Regex Conversion();

    [GeneratedRegex("readEnvironmentVariable\\('(?<name>\\w+)'")]
    private static partial Regex Variable();
}
