using AzurePerf.Cli.Demo;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Output;
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
    [InlineData("", "--secrets holds neither AZUREPERF_CONTROL nor AZUREPERF_TARGET")]
    [InlineData("AZUREPERF_CONTROL", "--secrets: line 1 is not NAME=VALUE")]
    [InlineData("AZUREPERF_KONTROLL=" + One, "--secrets: line 1 has a name other than AZUREPERF_CONTROL, AZUREPERF_TARGET and AZUREPERF_TARGET_NAME")]
    [InlineData("AZUREPERF_TARGET=" + One + "\nAZUREPERF_TARGET=" + Two, "--secrets holds AZUREPERF_TARGET twice")]
    [InlineData("{\"AZUREPERF_TARGET\": 5}", "--secrets: every member of the JSON object must be a text")]
    [InlineData("{\"AZUREPERF_TARGET\": \"\\ud800\"}", "--secrets is not valid JSON")]
    [InlineData("{\"\\ud800\": \"x\"}", "--secrets is not valid JSON")]
    [InlineData("{\"AZUREPERF_TARGET\": " + Key, "--secrets is not valid JSON")]
    [InlineData(One, "--secrets: line 1 has a name other than AZUREPERF_CONTROL, AZUREPERF_TARGET and AZUREPERF_TARGET_NAME")]
    public void A_wrong_secrets_file_is_refused_with_what_is_wrong_and_without_repeating_it(string text, string said)
    {
        var failure = Assert.Throws<CommandFailure>(() => SecretsText.Read(text));
        Assert.Equal((ExitCode.Usage, said), (failure.ExitCode, failure.Message));
        Assert.DoesNotContain(Key, failure.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("# accounts\nAZUREPERF_TARGET=" + One + "\nAZUREPERF_CONTRL=" + Two, "line 3")]
    [InlineData("""{ "AZUREPERF_TARGET": "x", "AZUREPERF_CONTRL": "y" }""", "member 2")]
    public void A_name_that_is_none_in_a_secrets_file_is_told_by_its_place(string text, string place) =>
        Assert.Equal(
            $"--secrets: {place} has a name other than AZUREPERF_CONTROL, AZUREPERF_TARGET and AZUREPERF_TARGET_NAME",
            Assert.Throws<CommandFailure>(() => SecretsText.Read(text)).Message);

    [Theory]
    [InlineData("--url", "http://user:secret@127.0.0.1:5434", "list")]
    [InlineData("note", SampleRuns.RunId, "--text", "see http://user:secret@c.d/")]
    public async Task An_address_with_a_password_is_refused_with_advice_that_fits(params string[] arguments)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(arguments));

        Assert.Contains("Leave user and password out of it", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret@", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void The_secrets_file_goes_before_the_environment_and_emulators_stand_in_for_the_rest()
    {
        var settings = AccountSettings.Read(Given("AZUREPERF_TARGET", Two), Given("AZUREPERF_TARGET", One), sameAccount: false);
        Assert.Null(settings.Control);
        Assert.Equal("two", Assert.Single(settings.Targets).Value.AccountName);
        Assert.Empty(AccountSettings.Read(Given(), Given("AZUREPERF_CONTROL", One), sameAccount: false).Targets);
    }

    [Fact]
    public void Variables_that_differ_in_case_alone_are_no_obstacle()
    {
        var settings = AccountSettings.Read(Given(), Given("http_proxy", "http://p:1", "HTTP_PROXY", "http://p:1", "AZUREPERF_TARGET", One), sameAccount: false);
        Assert.Equal("one", Assert.Single(settings.Targets).Value.AccountName);
    }

    [Fact]
    public void Several_targets_have_names()
    {
        var secrets = SecretsText.Read("AZUREPERF_TARGET_WEST=" + One + "\nAZUREPERF_TARGET_EAST=" + Two);
        Assert.Equal(["east", "west"], AccountSettings.Read(secrets, Given(), sameAccount: false).Targets.Keys);
    }

    [Fact]
    public void Targets_that_are_no_accounts_reach_the_workers_as_they_were_said()
    {
        const string Setting = "postgresql://me:s3cret@db.example/postgres";
        var settings = AccountSettings.Read(
            Given("AZUREPERF_TARGET_DB", Setting), Given("AZUREPERF_TARGET", One, "AZUREPERF_TARGET_BASES", "sqlite:/data"), sameAccount: false);
        var variables = new Dictionary<string, string>();
        settings.Others.AddTo(variables);

        Assert.Equal(["default"], settings.Targets.Keys);
        Assert.Equal(Given("AZUREPERF_TARGET_DB", Setting, "AZUREPERF_TARGET_BASES", "sqlite:/data"), variables);
        Assert.DoesNotContain("s3cret", settings.Others.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", settings.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void One_account_in_both_roles_needs_consent()
    {
        var secrets = Given("AZUREPERF_CONTROL", One, "AZUREPERF_TARGET", One);
        Assert.Contains("--same-account", Assert.Throws<CommandFailure>(() => AccountSettings.Read(secrets, Given(), sameAccount: false)).Message, StringComparison.Ordinal);
        Assert.True(AccountSettings.Read(secrets, Given(), sameAccount: true).SameAccount);
        Assert.True(AccountSettings.Read(secrets, Given("AZUREPERF_SAME_ACCOUNT", "1"), sameAccount: false).SameAccount);
    }

    [Fact]
    public void A_cut_off_connection_string_is_named_by_its_variable_and_not_shown()
    {
        var failure = Assert.Throws<CommandFailure>(() => AccountSettings.Read(Given(), Given("AZUREPERF_TARGET", One[..80]), sameAccount: false));
        Assert.StartsWith("AZUREPERF_TARGET ", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Key[..8], failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("up", One)]
    [InlineData("up", "--secrets=" + One)]
    [InlineData("submit", "blob.download", "--target", "https://one.blob.core.windows.net/?sv=1&SIG=abc")]
    [InlineData("up", "usedevelopmentstorage=true")]
    [InlineData("up", "--secrets", "postgresql://me:secret@db.example/postgres")]
    public void Secrets_among_the_arguments_are_refused_without_repeating_them(params string[] arguments)
    {
        var failure = Assert.Throws<CommandFailure>(() => SecretGuard.Check(arguments));
        Assert.Equal(ExitCode.Usage, failure.ExitCode);
        Assert.Contains("--secrets", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(arguments[^1], failure.Message, StringComparison.Ordinal);
    }

    private static Dictionary<string, string> Given(params string[] namesAndValues) =>
        namesAndValues.Chunk(2).ToDictionary(pair => pair[0], pair => pair[1]);

    [Theory]
    [InlineData("up")]
    [InlineData("keys", "create", "--first", "ann")]
    public async Task A_secrets_file_that_everybody_may_read_is_refused_and_not_read(params string[] command)
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var file = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(file, "AZUREPERF_TARGET=x", TestContext.Current.CancellationToken);
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherRead);
            var tool = new ToolRun(ToolRun.Unused);

            Assert.Equal(ExitCode.Usage, await tool.RunAsync(TestContext.Current.CancellationToken, [.. command, "--secrets", file]));
            Assert.Contains("every user of this machine can read " + file, tool.Error, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(file);
        }
    }
}
