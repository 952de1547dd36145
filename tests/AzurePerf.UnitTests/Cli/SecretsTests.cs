using AzurePerf.Cli.Demo;
using AzurePerf.Cli.Invocation;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class SecretsTests
{
    private const string Key = "bm90IGEgc2VjcmV0";
    private const string One = "DefaultEndpointsProtocol=https;AccountName=one;AccountKey=" + Key + ";EndpointSuffix=core.windows.net";
    private const string Two = "DefaultEndpointsProtocol=https;AccountName=two;AccountKey=" + Key + ";EndpointSuffix=core.windows.net";

    [Theory]
    [InlineData("# accounts\n\nAZUREPERF_CONTROL=" + One + "\r\nAZUREPERF_TARGET = \"" + Two + "\"\n")]
    [InlineData("""{"AZUREPERF_CONTROL":"DefaultEndpointsProtocol=https;AccountName=one;AccountKey=bm90IGEgc2VjcmV0;EndpointSuffix=core.windows.net","AZUREPERF_TARGET":"DefaultEndpointsProtocol=https;AccountName=two;AccountKey=bm90IGEgc2VjcmV0;EndpointSuffix=core.windows.net"}""")]
    public void Lines_and_json_say_the_same(string text)
    {
        var secrets = SecretsText.Read(text);
        Assert.Equal(One, secrets["AZUREPERF_CONTROL"]);
        Assert.Equal(Two, secrets["AZUREPERF_TARGET"]);
    }

    [Theory]
    [InlineData("")]
    [InlineData("AZUREPERF_CONTROL")]
    [InlineData("AZUREPERF_KONTROLL=" + One)]
    [InlineData("AZUREPERF_TARGET=" + One + "\nAZUREPERF_TARGET=" + Two)]
    [InlineData("{\"AZUREPERF_TARGET\": 5}")]
    [InlineData("{\"AZUREPERF_TARGET\": " + Key)]
    [InlineData(One)]
    public void A_wrong_secrets_file_is_refused_without_repeating_it(string text)
    {
        var failure = Assert.Throws<CommandFailure>(() => SecretsText.Read(text));
        Assert.Equal(ExitCode.Usage, failure.ExitCode);
        Assert.DoesNotContain(Key, failure.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void The_secrets_file_goes_before_the_environment_and_emulators_stand_in_for_the_rest()
    {
        var pair = AccountPair.Read(
            new Dictionary<string, string> { ["AZUREPERF_TARGET"] = Two },
            name => name == "AZUREPERF_TARGET" ? One : null,
            sameAccount: false);
        Assert.Null(pair.Control);
        Assert.Equal("two", pair.Target?.AccountName);
    }

    [Fact]
    public void One_account_in_both_roles_needs_consent()
    {
        var secrets = new Dictionary<string, string> { ["AZUREPERF_CONTROL"] = One, ["AZUREPERF_TARGET"] = One };
        Assert.Contains("--same-account", Assert.Throws<CommandFailure>(() => AccountPair.Read(secrets, _ => null, sameAccount: false)).Message, StringComparison.Ordinal);
        Assert.NotNull(AccountPair.Read(secrets, _ => null, sameAccount: true).Control);
    }

    [Fact]
    public void A_cut_off_connection_string_is_named_by_its_variable_and_not_shown()
    {
        var failure = Assert.Throws<CommandFailure>(() =>
            AccountPair.Read(new Dictionary<string, string>(), name => name == "AZUREPERF_TARGET" ? One[..80] : null, sameAccount: false));
        Assert.StartsWith("AZUREPERF_TARGET ", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Key[..8], failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("up", One)]
    [InlineData("up", "--secrets=" + One)]
    [InlineData("submit", "blob.download", "--target", "https://one.blob.core.windows.net/?sv=1&SIG=abc")]
    [InlineData("up", "usedevelopmentstorage=true")]
    public void Secrets_among_the_arguments_are_refused_without_repeating_them(params string[] arguments)
    {
        var failure = Assert.Throws<CommandFailure>(() => SecretGuard.Check(arguments));
        Assert.Equal(ExitCode.Usage, failure.ExitCode);
        Assert.Contains("--secrets", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(arguments[^1], failure.Message, StringComparison.Ordinal);
    }
}
