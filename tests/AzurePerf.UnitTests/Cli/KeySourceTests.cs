using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.UnitTests.Access;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class KeySourceTests : IDisposable
{
    private readonly string _file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    public void Dispose() => File.Delete(_file);

    [Fact]
    public async Task The_key_of_the_environment_is_shown_to_the_configured_host()
    {
        var api = new StubApi(_ => StubApi.Json(new RunListResponse([])));
        var tool = new ToolRun(api);
        tool.Environment["AZUREPERF_KEY"] = SampleKeys.Text + "\n";

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("list", "--url", "https://perf.example"));

        Assert.Equal("Bearer " + SampleKeys.Text, Assert.Single(api.Requests).Authorization);
    }

    [Fact]
    public async Task A_file_wins_over_the_environment_and_must_be_closed_to_others()
    {
        var api = new StubApi(_ => StubApi.Json(new RunListResponse([])));
        await File.WriteAllTextAsync(_file, SampleKeys.Text, TestContext.Current.CancellationToken);
        var (open, closed) = (new ToolRun(api), new ToolRun(api));
        closed.Environment["AZUREPERF_KEY"] = "nonsense";

        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(_file, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
            Assert.Equal(ExitCode.Usage, await open.RunAsync("list", "--key-file", _file));
            Assert.Contains("chmod 600", open.Error, StringComparison.Ordinal);
            Assert.Empty(api.Requests);
            File.SetUnixFileMode(_file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        Assert.Equal(ExitCode.Ok, await closed.RunAsync("list", "--key-file", _file));
        Assert.Equal("Bearer " + SampleKeys.Text, Assert.Single(api.Requests).Authorization);
    }

    [Fact]
    public async Task A_folder_in_place_of_the_file_is_named_as_one_and_its_rights_are_left_alone()
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("list", "--key-file", Path.GetTempPath()));

        Assert.Contains(" is a folder, and a file is needed", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("chmod", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", ExitCode.Usage)]
    [InlineData("hunter2", ExitCode.Usage)]
    public async Task A_file_without_a_key_is_refused_and_not_repeated(string content, int code)
    {
        await File.WriteAllTextAsync(_file, content, TestContext.Current.CancellationToken);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(_file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(code, await tool.RunAsync("list", "--key-file", _file));
        Assert.DoesNotContain("hunter2", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("http://perf.example", false)]
    [InlineData("http://10.0.0.1:5080", false)]
    [InlineData("http://127.0.0.1:5080", true)]
    [InlineData("http://localhost:5080", true)]
    [InlineData("https://perf.example", true)]
    public void A_key_travels_encrypted_or_not_at_all(string address, bool allowed)
    {
        var environment = new Dictionary<string, string> { ["AZUREPERF_KEY"] = SampleKeys.Text };

        if (allowed)
        {
            Assert.Equal(SampleKeys.Text, KeySource.Read(null, environment, new(address)));
        }
        else
        {
            Assert.Contains("https only", Assert.Throws<CommandFailure>(() => KeySource.Read(null, environment, new(address))).Message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [InlineData("https://perf.example/api/v1/runs", true)]
    [InlineData("https://PERF.example:443/x", true)]
    [InlineData("http://perf.example/api/v1/runs", false)]
    [InlineData("https://perf.example:8443/", false)]
    [InlineData("https://perf.example.evil.example/", false)]
    [InlineData("https://evil.example/?https://perf.example", false)]
    public async Task The_key_goes_to_no_other_host_whatever_the_request_says(string target, bool shown)
    {
        var api = new StubApi(_ => StubApi.Text("{}"));
        using var client = new HttpClient(new KeyHandler(SampleKeys.Text, new("https://perf.example"), api));
        using var request = new HttpRequestMessage(HttpMethod.Get, target);
        request.Headers.Authorization = new("Bearer", SampleKeys.Text);

        await client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(shown, Assert.Single(api.Requests).Authorization is not null);
    }

    [Fact]
    public async Task A_key_on_the_command_line_is_refused_and_not_repeated()
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("keys", "revoke", SampleKeys.Text));

        Assert.Contains("AZUREPERF_KEY", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(SampleKeys.Text[25..], tool.Error, StringComparison.Ordinal);
    }
}
