using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.UnitTests.Access;
using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

/// <summary>Options win over the environment, and the environment over the file.</summary>
public sealed class SettingsFileTests : IDisposable
{
    private const string Away = "https://perf.example";
    private readonly string _folder = Directory.CreateTempSubdirectory("azureperf-settings-").FullName;
    private readonly StubApi _api = new(_ => StubApi.Json(new RunListResponse([])));

    private string KeyFile => Path.Combine(_folder, ".config", "key");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(Away + "/")]
    [InlineData("https://env.example/", "AZUREPERF_URL", "https://env.example")]
    [InlineData("https://option.example/", "AZUREPERF_URL", "https://env.example", "--url", "https://option.example")]
    public async Task The_nearest_address_counts(string expected, string? variable = null, string? value = null, params string[] options)
    {
        var tool = Tool($$"""{"url": "{{Away}}"}""");
        if (variable is not null)
        {
            tool.Environment[variable] = value!;
        }

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(["list", .. options]));

        Assert.Equal(expected, Assert.Single(tool.Addresses).AbsoluteUri);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false, "--url", "https://other.example")]
    public async Task The_key_of_the_file_is_shown_to_the_address_of_the_file_alone(bool shown, params string[] options)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(KeyFile)!);
        File.WriteAllText(KeyFile, SampleKeys.Text);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(KeyFile, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        var tool = Tool($$"""{"url": "{{Away}}", "keyFile": "key"}""");

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(["list", .. options]));

        Assert.Equal(shown ? "Bearer " + SampleKeys.Text : null, Assert.Single(_api.Requests).Authorization);
    }

    [Fact]
    public async Task The_form_of_data_is_that_of_the_file_unless_an_option_says_another()
    {
        await Tool("""{"output": "csv"}""").RunAsync("list");
        var csv = Tool("""{"output": "csv"}""");
        var json = Tool("""{"output": "csv"}""");

        await csv.RunAsync("list");
        await json.RunAsync("list", "--output", "json");

        Assert.StartsWith("runId,", csv.Output, StringComparison.Ordinal);
        Assert.StartsWith("{", json.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{", "must be a JSON object with url, keyFile, output, color and quiet, or some of them: there is a mistake at line 1, column 2\n")]
    [InlineData("[]", "must be a JSON object with url, keyFile, output, color and quiet, or some of them\n")]
    [InlineData("""{"outputt": "csv"}""", ": 'outputt' is unknown - did you mean output?\n")]
    [InlineData("""{"verbose": false}""", ": 'verbose' is unknown; it can have url, keyFile, output, color, quiet\n")]
    [InlineData("""{"color": "no"}""", ": color must be true or false\n")]
    [InlineData("""{"url": 5}""", ": url must be a text in quotes\n")]
    [InlineData("""{"output": "xml"}""", "output must be table, json or csv")]
    [InlineData("""{"url": "ftp://perf.example"}""", "url in ")]
    public async Task A_file_that_makes_no_sense_is_a_usage_error_that_names_it(string content, string complaint)
    {
        var tool = Tool(content);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("list"));

        Assert.Contains(complaint, tool.Error, StringComparison.Ordinal);
        Assert.Contains(_folder, tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_the_environment_names_and_nobody_wrote_is_a_usage_error()
    {
        var tool = new ToolRun(_api);
        tool.Environment[SettingsFile.Variable] = Path.Combine(_folder, "nothing.json");

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("list"));
        Assert.StartsWith("azureperf: AZUREPERF_CONFIG: ", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_the_environment_names_as_the_file_is_told_to_be_one()
    {
        var tool = new ToolRun(_api);
        tool.Environment[SettingsFile.Variable] = Path.GetTempPath();

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("list"));
        Assert.Equal($"azureperf: AZUREPERF_CONFIG: {Path.GetTempPath()} is a folder, and a file is needed\n", tool.Error);
    }

    [Fact]
    public async Task A_key_file_that_the_settings_name_and_nobody_wrote_is_told_by_the_settings()
    {
        var tool = Tool("""{"keyFile": "nothing.key"}""");

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("list"));

        Assert.StartsWith($"azureperf: keyFile in {Path.Combine(_folder, ".config", "azureperf.json")}: ", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("--key-file", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void On_Windows_two_variables_whose_names_differ_in_case_alone_are_one()
    {
        var variables = CommandContext.VariablesOf(
            new Dictionary<string, string> { ["http_proxy"] = "http://proxy", ["HTTP_PROXY"] = "http://proxy", ["AZUREPERF_URL"] = Away }, StringComparer.OrdinalIgnoreCase);

        Assert.Equal(2, variables.Count);
        Assert.Equal(("http://proxy", Away), (variables["Http_Proxy"], variables["azureperf_url"]));
    }

    [Fact]
    public async Task The_help_and_the_documentation_name_the_places_where_the_settings_are_looked_for()
    {
        var tool = new ToolRun(_api);
        await tool.RunAsync("--help");
        var page = await File.ReadAllTextAsync(RepositoryFolder.PathOf("docs/cli.md"), TestContext.Current.CancellationToken);

        Assert.Contains(SettingsFile.UsualPlace, tool.Output, StringComparison.Ordinal);
        Assert.All(["~/.config/azureperf.json", "%APPDATA%\\azureperf.json", "XDG_CONFIG_HOME"], place => Assert.Contains(place, page, StringComparison.Ordinal));
    }

    /// <summary>A command of a user who has this file.</summary>
    private ToolRun Tool(string content)
    {
        Directory.CreateDirectory(Path.Combine(_folder, ".config"));
        File.WriteAllText(Path.Combine(_folder, ".config", "azureperf.json"), content);
        var tool = new ToolRun(_api);
        tool.Environment["HOME"] = _folder;
        return tool;
    }
}
