using System.Net;
using AzurePerf.Cli.Output;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

/// <summary>What a complaint of the server about a member names next to it.</summary>
public sealed class OptionNamesTests : IDisposable
{
    private readonly string _file = Path.GetTempFileName();

    public void Dispose() => File.Delete(_file);

    [Theory]
    [InlineData("target", "(--target)", "blob.download", "--target", "east")]
    [InlineData("target", "(--target)", "blob.download")]
    [InlineData("target", "(--target)", "--file", "FILE", "--target", "east")]
    [InlineData("target", "(--file)", "--file", "FILE")]
    [InlineData("experiment", "(EXPERIMENT)", "blob.download", "--file", "FILE")]
    [InlineData("experiment", "(--file)", "--file", "FILE")]
    [InlineData("parameters.clients[1]", "(--set clients)", "--file", "FILE", "--set", "clients=1,2")]
    [InlineData("parameters.blobBytes", "(--file)", "--file", "FILE", "--set", "clients=1,2")]
    [InlineData("experimnt", "(--file)", "--file", "FILE")]
    [InlineData("clients", "(--file)", "--file", "FILE", "--name", "nightly")]
    [InlineData("tags.region", "(--file)", "--file", "FILE", "--tag", "team=a")]
    public async Task A_member_that_a_file_gave_is_laid_to_the_file_and_to_no_option_that_was_not_given(
        string member, string expected, params string[] arguments)
    {
        await File.WriteAllTextAsync(_file, """{"experiment": "blob.download"}""", TestContext.Current.CancellationToken);
        var tool = Refusing(member, "is wrong");

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(["schedule", "add", "--cron", "0 2 * * *", .. arguments.Select(word => word == "FILE" ? _file : word)]));

        Assert.EndsWith($"azureperf: {member} is wrong {expected}\n", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("notify", "(--mail)", "schedule", "add", "blob.download", "--cron", "0 2 * * *", "--mail", "ann@example.com")]
    [InlineData("notify", "(--mail)", "images", "submit", "--area", "h18v04", "--mail", "ann@example.com")]
    [InlineData("target", "(--noise-floor)", "compare", "--noise-floor", "defalt")]
    public async Task An_option_is_named_that_is_not_called_as_the_member_is(string member, string expected, params string[] arguments)
    {
        var tool = Refusing(member, "is wrong");

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(arguments));

        Assert.EndsWith($"azureperf: {member} is wrong {expected}\n", tool.Error, StringComparison.Ordinal);
    }

    private static ToolRun Refusing(string member, string complaint) => new(new(_ => StubApi.Problem(
        HttpStatusCode.BadRequest, $$"""{"title":"The request is not valid","status":400,"errors":{ "{{member}}": ["{{complaint}}"] } }""")));
}
