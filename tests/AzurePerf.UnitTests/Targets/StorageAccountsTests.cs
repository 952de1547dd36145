using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using Xunit;

namespace AzurePerf.UnitTests.Targets;

public sealed class StorageAccountsTests
{
    private const string Secret = "c2VjcmV0";

    [Fact]
    public void Targets_are_named_by_their_variables_in_lower_case()
    {
        var accounts = Read(("AZUREPERF_CONTROL", Account("one")), ("AZUREPERF_TARGET", Account("two")), ("AZUREPERF_TARGET_EAST_US2", Account("three")));

        Assert.Equal("one", accounts.Control.AccountName);
        Assert.Equal(["default", "east_us2"], accounts.Targets.Keys);
        Assert.Equal("three", accounts.Targets["east_us2"].AccountName);
    }

    [Fact]
    public void An_account_uri_signs_in_without_a_key()
    {
        var accounts = Read(("AZUREPERF_CONTROL", "https://one.blob.core.windows.net"), ("AZUREPERF_TARGET", Account("two")));

        Assert.Null(accounts.Control.ConnectionString);
        Assert.Equal("https://one.queue.core.windows.net/", accounts.Control.QueueEndpoint.ToString());
    }

    [Fact]
    public void Identities_sign_in_to_the_control_account_and_to_all_that_is_measured_each_to_its_own()
    {
        var accounts = Read(
            ("AZUREPERF_CONTROL", "https://one.table.core.windows.net"), ("AZUREPERF_CONTROL_IDENTITY", "11111111-2222-3333-4444-555555555555"),
            ("AZUREPERF_TARGET", "https://two.blob.core.windows.net"), ("AZUREPERF_TARGET_WEST", "https://three.blob.core.windows.net"), ("AZUREPERF_MEASURED_IDENTITY", "99999999-2222-3333-4444-55555555555A"));

        Assert.Equal((SignIn.ManagedIdentity, "11111111-2222-3333-4444-555555555555"), (accounts.Control.SignIn, accounts.Control.IdentityClientId));
        Assert.All(accounts.Targets.Values, target => Assert.Equal((SignIn.ManagedIdentity, "99999999-2222-3333-4444-55555555555a"), (target.SignIn, target.IdentityClientId)));
        Assert.Equal("one (managed identity 11111111-2222-3333-4444-555555555555)", accounts.Control.ToString());
    }

    [Fact]
    public void Without_an_identity_a_uri_means_the_developers_own_sign_in_and_a_connection_string_its_key()
    {
        var accounts = Read(("AZUREPERF_CONTROL", "https://one.blob.core.windows.net"), ("AZUREPERF_TARGET", Account("two")));

        Assert.Equal((SignIn.Developer, SignIn.Key), (accounts.Control.SignIn, accounts.Targets["default"].SignIn));
    }

    [Fact]
    public void Beside_an_identity_no_key_is_taken() => Assert.Equal(
        ["AZUREPERF_TARGET is a connection string, but an identity is given to sign in with: give the account URI, such as https://NAME.blob.core.windows.net"],
        Faults(true, ("AZUREPERF_CONTROL", Account("one")), ("AZUREPERF_TARGET", Account("two")), ("AZUREPERF_MEASURED_IDENTITY", "11111111-2222-3333-4444-555555555555")));

    [Fact]
    public void One_identity_for_both_sides_is_refused() => Assert.Contains(
        "AZUREPERF_CONTROL_IDENTITY and AZUREPERF_MEASURED_IDENTITY are the same identity",
        Assert.Single(Faults(
            true,
            ("AZUREPERF_CONTROL", "https://one.blob.core.windows.net"), ("AZUREPERF_TARGET", "https://two.blob.core.windows.net"),
            ("AZUREPERF_CONTROL_IDENTITY", "11111111-2222-3333-4444-555555555555"), ("AZUREPERF_MEASURED_IDENTITY", "11111111-2222-3333-4444-555555555555"))),
        StringComparison.Ordinal);

    [Fact]
    public void What_is_no_client_id_is_refused_and_not_repeated()
    {
        var fault = Assert.Single(Faults(false, ("AZUREPERF_CONTROL", "https://one.blob.core.windows.net"), ("AZUREPERF_CONTROL_IDENTITY", "my-identity")));

        Assert.StartsWith("AZUREPERF_CONTROL_IDENTITY must be the client id", fault, StringComparison.Ordinal);
        Assert.DoesNotContain("my-identity", fault, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_missing_is_said_for_all_variables_at_once()
    {
        var faults = Faults(needsTarget: true);

        Assert.Equal(
            [
                "AZUREPERF_CONTROL is not set: give a storage connection string or an account URI of the account that keeps runs and results",
                "AZUREPERF_TARGET is not set: give a storage connection string or an account URI of the account to measure",
            ],
            faults);
    }

    [Fact]
    public void A_host_that_measures_nothing_needs_no_target() =>
        Assert.Empty(StorageAccounts.Read([new("AZUREPERF_CONTROL", Account("one"))], needsTarget: false).Targets);

    [Fact]
    public void A_blank_variable_counts_as_absent() =>
        Assert.StartsWith("AZUREPERF_CONTROL is not set", Assert.Single(Faults(false, ("AZUREPERF_CONTROL", "  "))), StringComparison.Ordinal);

    [Theory]
    [InlineData("AZUREPERF_CONTROL", "AccountName=one;AccountKey=c2VjcmV0;AccountKey=c2VjcmV0")]
    [InlineData("AZUREPERF_TARGET", "AccountName=one;AccountKey=not base64 c2VjcmV0")]
    [InlineData("AZUREPERF_TARGET_WEST", "http://user:c2VjcmV0@one.blob.core.windows.net")]
    [InlineData("AZUREPERF_TARGET_WEST", "https://one.blob.core.windows.net/?sig=c2VjcmV0")]
    [InlineData("AZUREPERF_TARGET_", "AccountName=one;AccountKey=c2VjcmV0")]
    [InlineData("AZUREPERF_TARGET_A__B", "AccountName=one;AccountKey=c2VjcmV0")]
    public void A_fault_names_its_variable_and_repeats_no_value(string variable, string value)
    {
        var given = new[] { ("AZUREPERF_CONTROL", Account("control")), ("AZUREPERF_TARGET", Account("target")) }
            .Where(other => other.Item1 != variable).Append((variable, value)).ToArray();

        var fault = Assert.Single(Faults(true, given));

        Assert.StartsWith(variable + " ", fault, StringComparison.Ordinal);
        Assert.DoesNotContain(Secret, fault, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("AZUREPERF_TARGET_2WEST", "2west")]
    [InlineData("AZUREPERF_TARGET__WEST", "_west")]
    public void A_host_takes_names_that_do_not_begin_with_a_letter(string variable, string name) => Assert.Equal(
        [name], StorageAccounts.Read([new("AZUREPERF_CONTROL", Account("one")), new(variable, Account("two"))]).Targets.Keys);

    [Fact]
    public void Two_variables_for_one_target_are_refused() =>
        Assert.Contains("both name the target \"default\"", Assert.Single(Faults(
            true, ("AZUREPERF_CONTROL", Account("one")), ("AZUREPERF_TARGET", Account("two")), ("AZUREPERF_TARGET_DEFAULT", Account("three")))), StringComparison.Ordinal);

    [Fact]
    public void A_target_in_the_control_account_is_refused_however_it_is_written()
    {
        var fault = Assert.Single(Faults(true, ("AZUREPERF_CONTROL", Account("one")), ("AZUREPERF_TARGET", "https://ONE.table.core.windows.net")));

        Assert.StartsWith("target \"default\" is the control account", fault, StringComparison.Ordinal);
        Assert.Contains("AZUREPERF_SAME_ACCOUNT=1", fault, StringComparison.Ordinal);
    }

    [Fact]
    public void A_target_in_the_control_account_is_flagged_where_it_is_allowed()
    {
        var accounts = Read(
            ("AZUREPERF_CONTROL", Account("one")), ("AZUREPERF_TARGET", Account("one")), ("AZUREPERF_TARGET_OTHER", Account("two")), ("AZUREPERF_SAME_ACCOUNT", "1"));

        Assert.True(accounts.SharesControlAccount("default"));
        Assert.False(accounts.SharesControlAccount("other"));
    }

    [Fact]
    public void The_permission_is_0_or_1() =>
        Assert.Equal("AZUREPERF_SAME_ACCOUNT must be 0 or 1", Assert.Single(Faults(
            true, ("AZUREPERF_CONTROL", Account("one")), ("AZUREPERF_TARGET", Account("one")), ("AZUREPERF_SAME_ACCOUNT", "yes"))));

    private static string Account(string name) => $"DefaultEndpointsProtocol=https;AccountName={name};AccountKey={Secret};EndpointSuffix=core.windows.net";

    private static StorageAccounts Read(params (string Name, string Value)[] variables) => StorageAccounts.Read(Pairs(variables), needsTarget: true);

    private static IReadOnlyList<string> Faults(bool needsTarget, params (string Name, string Value)[] variables) =>
        Assert.Throws<SettingsException>(() => StorageAccounts.Read(Pairs(variables), needsTarget)).Faults;

    private static IEnumerable<KeyValuePair<string, string?>> Pairs((string Name, string Value)[] variables) =>
        variables.Select(variable => KeyValuePair.Create<string, string?>(variable.Name, variable.Value));
}
