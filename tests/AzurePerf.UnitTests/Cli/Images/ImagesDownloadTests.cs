using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Images;

public sealed class ImagesDownloadTests : IDisposable
{
    private const string Picture = SampleImages.Folder + "/picture.png";
    private static readonly string[] All =
        ["manifest.json", SampleImages.Folder + "/picture.json", Picture, "provenance.json", "zones-2024-01-25-2024-01-26/zones.csv"];

    private readonly DirectoryInfo _parent = Directory.CreateTempSubdirectory("azureperf-images-");

    private string To => Path.Combine(_parent.FullName, "alps");

    public void Dispose() => _parent.Delete(recursive: true);

    [Fact]
    public async Task The_files_come_into_a_folder_for_each_result_next_to_manifest_and_provenance()
    {
        var (code, tool) = await DownloadAsync(SampleImages.Api());

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal(All, Files());
        Assert.Equal(SampleImages.ContentOf($"{SampleImages.Path}/results/picture-1a2b/picture.png"), Read(Picture));
        Assert.StartsWith("5 files downloaded, ", tool.Output, StringComparison.Ordinal);
        Assert.EndsWith($" MB; in {To}\n", tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
        Assert.Empty(tool.Error);
    }

    [Fact]
    public async Task Where_the_server_tells_no_hash_files_that_are_there_with_the_same_size_are_kept()
    {
        await DownloadAsync(SampleImages.Api());
        var kept = new string('x', Read(Picture).Length);
        Write(Picture, kept);
        Write(All[4], "half");
        Write("provenance.json", new string('x', Read("provenance.json").Length));

        var (code, tool) = await DownloadAsync(SampleImages.Api());

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal(kept, Read(Picture));
        Assert.StartsWith("content of ", Read(All[4]), StringComparison.Ordinal);
        Assert.StartsWith("content of ", Read("provenance.json"), StringComparison.Ordinal);
        Assert.StartsWith("2 files downloaded, ", tool.Output, StringComparison.Ordinal);
        Assert.Contains("; 3 already there; in ", tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Of_two_requests_that_are_downloaded_into_one_folder_at_once_the_second_is_refused()
    {
        const string Other = """{"schema":1,"results":[],"periods":[]}""";
        var begun = false;
        var api = SampleImages.Api(request =>
        {
            if (request.Path.EndsWith("/manifest.json", StringComparison.Ordinal))
            {
                if (!begun)
                {
                    begun = true;
                    Assert.Equal(ExitCode.Ok, DownloadAsync(SampleImages.Api()).GetAwaiter().GetResult().Code);
                }

                return StubApi.Text(Other, contentType: "application/json");
            }

            return null;
        });

        var (code, tool) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("has the files of another request", tool.Error.Replace("\n  ", " "), StringComparison.Ordinal);
        Assert.Equal(All, Files());
        Assert.Equal(SampleImages.ContentOf("/manifest.json"), Read("manifest.json"));
    }

    [Fact]
    public async Task Two_downloads_into_one_folder_at_once_leave_each_others_files_alone()
    {
        var begun = false;
        var api = SampleImages.Api(request =>
        {
            if (request.Path.EndsWith("picture.png", StringComparison.Ordinal) && !begun)
            {
                begun = true;
                return Broken(() =>
                {
                    Assert.Equal(ExitCode.Ok, DownloadAsync(SampleImages.Api()).GetAwaiter().GetResult().Code);
                    throw new HttpIOException(HttpRequestError.ResponseEnded);
                });
            }

            return null;
        });

        var (code, _) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal(All, Files());
        Assert.Equal(SampleImages.ContentOf($"{SampleImages.Path}/results/picture-1a2b/picture.png"), Read(Picture));
    }

    [Fact]
    public async Task What_a_download_that_was_broken_off_left_is_removed_an_hour_later()
    {
        const string Old = ".azureperf-unfinished-old", Recent = ".azureperf-unfinished-recent", Mine = ".mine";
        Directory.CreateDirectory(To);
        foreach (var (name, minutes) in new[] { (Old, 61), (Recent, 30), (Mine, 61) })
        {
            Write(name, "half");
            File.SetLastWriteTimeUtc(PathOf(name), SampleRuns.Submitted.AddMinutes(-minutes).UtcDateTime);
        }

        var (code, _) = await DownloadAsync(SampleImages.Api());

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal([Recent, Mine, .. All], Files());
    }

    [Fact]
    public async Task A_folder_with_the_files_of_another_request_is_left_alone()
    {
        Directory.CreateDirectory(To);
        Write("manifest.json", "{}");

        var (code, tool) = await DownloadAsync(SampleImages.Api());

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("has the files of another request, as its manifest.json says: name another folder with --to\n", tool.Error, StringComparison.Ordinal);
        Assert.Equal(["manifest.json"], Files());
        Assert.Equal("{}", Read("manifest.json"));
    }

    [Theory]
    [InlineData("../picture.png")]
    [InlineData("..")]
    [InlineData("/etc/passwd")]
    [InlineData("a/b.png")]
    [InlineData("a\\b.png")]
    [InlineData(".bashrc")]
    [InlineData("")]
    [InlineData("CON.png")]
    [InlineData("c:png")]
    [InlineData("picture.png\n")]
    [InlineData("picture.")]
    [InlineData("\u202egnp.exe")]
    public async Task A_name_that_is_no_plain_one_is_refused_and_nothing_written(string name)
    {
        var (code, tool) = await DownloadAsync(SampleImages.Api(images: With(SampleImages.Result("picture", 1, "picture.png", name))));

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("which is no plain name", tool.Error, StringComparison.Ordinal);
        Assert.Empty(_parent.EnumerateFileSystemInfos());
    }

    [Theory]
    [InlineData("..")]
    [InlineData("../../x")]
    public async Task The_folder_of_a_result_is_no_way_out_either(string reduction)
    {
        var (code, _) = await DownloadAsync(SampleImages.Api(images: With(SampleImages.Result(reduction, 1, "picture.png"))));

        Assert.Equal(ExitCode.Failure, code);
        Assert.Empty(_parent.EnumerateFileSystemInfos());
    }

    [Fact]
    public async Task A_name_that_is_there_twice_is_refused_even_in_another_case()
    {
        var (code, tool) = await DownloadAsync(SampleImages.Api(images: With(SampleImages.Result("picture", 1, "picture.png", "Picture.png"))));

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("twice", tool.Error, StringComparison.Ordinal);
        Assert.Empty(_parent.EnumerateFileSystemInfos());
    }

    [Theory]
    [InlineData("https://example.org/picture.png")]
    [InlineData("//example.org/picture.png")]
    [InlineData("/api/v1/keys")]
    [InlineData(SampleImages.Path + "/../../../keys")]
    [InlineData("/api/v1/runs/bbbbbbbbbbbbbbbbbbbb/images/results/a/picture.png")]
    public async Task An_address_that_is_none_of_the_run_is_not_asked(string address)
    {
        var result = SampleImages.Result("picture", 1, "picture.png");
        var api = SampleImages.Api(images: With(result with { Files = [result.Files[0] with { Url = address }] }));

        var (code, tool) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("which is no address of its images", tool.Error, StringComparison.Ordinal);
        Assert.All(api.Requests, request => Assert.StartsWith(SampleImages.Path, request.Path, StringComparison.Ordinal));
        Assert.DoesNotContain(api.Requests, request => request.Path.EndsWith("picture.png", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Ctrl_C_leaves_no_half_file_and_says_that_the_same_command_goes_on()
    {
        using var interrupted = new CancellationTokenSource();
        var api = SampleImages.Api(request => request.Path.EndsWith("picture.json", StringComparison.Ordinal)
            ? Broken(() => interrupted.Cancel())
            : null);

        var (code, tool) = await InterruptedAsync(api, interrupted.Token);

        Assert.Equal(ExitCode.Interrupted, code);
        Assert.Equal(["manifest.json", Picture, "provenance.json"], Files());
        Assert.Equal($"3 of 5 files are in {To}; the same command goes on with the others\n", tool.Error);

        Assert.Equal(ExitCode.Ok, (await DownloadAsync(SampleImages.Api())).Code);
        Assert.Equal(All, Files());
    }

    [Fact]
    public async Task A_connection_that_breaks_is_made_again()
    {
        var breaks = 2;
        var api = SampleImages.Api(request => request.Path.EndsWith("picture.png", StringComparison.Ordinal) && breaks-- > 0
            ? Broken(() => throw new HttpIOException(HttpRequestError.ResponseEnded))
            : null);

        var (code, _) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal(SampleImages.ContentOf($"{SampleImages.Path}/results/picture-1a2b/picture.png"), Read(Picture));
    }

    [Fact]
    public async Task A_download_that_asks_too_often_waits_as_the_server_says_and_goes_on()
    {
        var limited = 4;
        var api = SampleImages.Api(request => request.Path.EndsWith("picture.png", StringComparison.Ordinal) && limited-- > 0 ? StubApi.Limited(5) : null);

        var (code, _) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal(All, Files());
    }

    [Fact]
    public async Task A_connection_that_always_breaks_ends_the_download_without_a_half_file()
    {
        var api = SampleImages.Api(request => request.Path.EndsWith("picture.png", StringComparison.Ordinal)
            ? Broken(() => throw new HttpIOException(HttpRequestError.ResponseEnded))
            : null);

        var (code, tool) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Failure, code);
        Assert.Equal(3, api.Requests.Count(request => request.Path.EndsWith("picture.png", StringComparison.Ordinal)));
        Assert.Equal(["manifest.json", "provenance.json"], Files());
        Assert.Contains("the connection broke while", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Content_that_ends_before_its_length_is_no_file()
    {
        var api = SampleImages.Api(request => request.Path.EndsWith("picture.png", StringComparison.Ordinal) ? Broken(() => { }) : null);

        var (code, tool) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Failure, code);
        Assert.Equal(["manifest.json", "provenance.json"], Files());
        Assert.Contains("ended after 5 of 1,000 bytes", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_was_removed_meanwhile_is_named_and_keeps_no_other_away()
    {
        var api = SampleImages.Api(request => request.Path.EndsWith("picture.json", StringComparison.Ordinal)
            ? StubApi.Problem(HttpStatusCode.NotFound, """{"title":"There is nothing at this address","status":404,"detail":"this product was removed"}""")
            : null);

        var (code, tool) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("this product was removed", tool.Error, StringComparison.Ordinal);
        Assert.Contains("picture.json cannot be downloaded: ", tool.Error, StringComparison.Ordinal);
        Assert.Contains($"4 of 5 files are in {To}; the server does not have 1 any more\n", tool.Error, StringComparison.Ordinal);
        Assert.Equal(All.Except([SampleImages.Folder + "/picture.json"]), Files());
        Assert.Contains("; 1 missing; in ", tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Images_of_periods_that_were_made_come_with_their_items_when_asked_for()
    {
        var (code, _) = await DownloadAsync(SampleImages.Api(), "--periods");

        Assert.Equal(ExitCode.Ok, code);
        string[] endings = [".days.json", ".days.tif", ".json", ".tif"];
        Assert.Equal(endings.Select(ending => "periods/h18v04-2024-01-25-2024-01-26" + ending), Files().Except(All));
        Assert.EndsWith("/periods/h18v04-1a2b-3c4d.tif?part=daysItem", Read("periods/h18v04-2024-01-25-2024-01-26.days.json"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_manifest_that_cannot_be_read_ends_the_download_of_periods_with_a_sentence()
    {
        var api = SampleImages.Api(request => request.Path.EndsWith("manifest.json", StringComparison.Ordinal) ? StubApi.Text("<html>") : null);

        var (code, tool) = await DownloadAsync(api, "--periods");

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("manifest.json does not say which periods there are", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_cannot_be_written_is_said()
    {
        File.WriteAllText(To, "a file");

        var (code, tool) = await DownloadAsync(SampleImages.Api());

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains($"{To} cannot be written", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_program_reads_what_was_downloaded_as_json()
    {
        var (_, tool) = await DownloadAsync(SampleImages.Api(), "--output", "json");

        var document = JsonNode.Parse(tool.Output)!;
        Assert.Equal(To, document["folder"]!.GetValue<string>());
        Assert.Equal(All.Order(), document["files"]!.AsArray().Select(file => file!["path"]!.GetValue<string>()).Order());
        Assert.All(document["files"]!.AsArray(), file => Assert.False(file!["wasThere"]!.GetValue<bool>()));
    }

    private static HttpResponseMessage Broken(Action breaks) => new(HttpStatusCode.OK) { Content = new BrokenContent("begin", 1_000, breaks) };

    private static ImageListResponse With(ImageResultResponse result) => SampleImages.Images with { Results = [result] };

    private Task<(int Code, ToolRun Tool)> DownloadAsync(StubApi api, params string[] options) => InterruptedAsync(api, CancellationToken.None, options);

    private async Task<(int Code, ToolRun Tool)> InterruptedAsync(StubApi api, CancellationToken interrupted, params string[] options)
    {
        var tool = new ToolRun(api);
        return (await tool.RunAsync(interrupted, ["images", "download", SampleRuns.RunId, "--to", To, .. options]), tool);
    }

    private string[] Files() =>
        [.. Directory.EnumerateFiles(To, "*", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(To, path).Replace('\\', '/')).Order(StringComparer.Ordinal)];

    private string PathOf(string file) => Path.Combine(To, file);

    private void Write(string file, string content) => File.WriteAllText(PathOf(file), content);

    private string Read(string file) => File.ReadAllText(PathOf(file));
}
