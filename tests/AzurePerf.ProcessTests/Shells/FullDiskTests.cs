using AzurePerf.Core.Api;
using AzurePerf.Core.Texts;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace AzurePerf.ProcessTests.Shells;

/// <summary>Streams that cannot be written, such as files on a full disk.</summary>
public sealed class FullDiskTests
{
    [Theory]
    [InlineData("nosuch 2> /dev/full", 2, "")]
    [InlineData("nosuch 2>&-", 2, "")]
    [InlineData("completion bash >&-", 1, "azureperf: standard output cannot be written: Bad file descriptor")]
    [InlineData("completion bash > /dev/full", 1, "azureperf: standard output cannot be written: No space left on device")]
    [InlineData("--help > /dev/full", 1, "azureperf: standard output cannot be written: No space left on device")]
    public async Task The_command_ends_with_a_code_that_the_help_lists_and_without_a_stack(string command, int code, string begin)
    {
        if (!File.Exists("/dev/full"))
        {
            return;
        }

        var end = await CommandLine.RunProgramAsync("/bin/sh", new Dictionary<string, string>(), "-c", $"\"$0\" {command}", CommandLine.Executable);

        Assert.Equal(code, end.ExitCode);
        Assert.StartsWith(begin, end.Error, StringComparison.Ordinal);
        Assert.InRange(end.Error.Count(character => character == '\n'), 0, 1);
    }

    [Fact]
    public async Task A_manifest_for_which_there_is_no_place_is_told_in_one_sentence_with_the_folder()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        const string Run = "aaaaaaaaaaaaaaaaaaaa";
        const string Folder = "/nowhere/to/be/written";
        await using var api = await ServeAsync($"/api/v1/runs/{Run}/images", new ImageListResponse([], 1, 1, 0, 0, 0, 0, "manifest.json", "", "", OfMadeGranules: false));
        var stations = Path.GetTempFileName();
        await File.WriteAllTextAsync(stations, "name,latitude,longitude,time,value\na,47,8,2024-06-25T12:00:00Z,290\n", TestContext.Current.CancellationToken);

        var end = await CommandLine.RunAsync(
            new Dictionary<string, string> { ["TMPDIR"] = Folder, ["AZUREPERF_URL"] = api.Urls.Single() }, "images", "match", Run, "--stations", stations);
        File.Delete(stations);

        Assert.Equal(1, end.ExitCode);
        Assert.StartsWith($"azureperf: {Folder}/ does not take the manifest of run {Run}: ", end.Error, StringComparison.Ordinal);
        Assert.Equal(1, end.Error.Count(character => character == '\n'));
    }

    private static async Task<WebApplication> ServeAsync(string path, ImageListResponse images)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        var app = builder.Build();
        app.MapGet(path, () => Results.Json(images, ApiJson.Options));
        await app.StartAsync(TestContext.Current.CancellationToken);
        return app;
    }
}
