using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Images;

public sealed class ImagesDownloadResumeTests : IDisposable
{
    private const string Png = "/picture.png";
    private const string Other = "bbbbbbbbbbbbbbbbbbbb";
    private const string Picture = SampleImages.Folder + Png;
    private const string Table = "zones-2024-01-25-2024-01-26/zones.csv";
    private readonly DirectoryInfo _parent = Directory.CreateTempSubdirectory("azureperf-images-");
    private readonly StoredFiles _files = new() { Contents = { [Png] = "0123456789abcdefghij" } };

    private string To => Path.Combine(_parent.FullName, "alps");

    public void Dispose() => _parent.Delete(recursive: true);

    [Fact]
    public async Task Files_with_the_same_hash_are_not_downloaded_again_and_one_of_the_same_size_with_other_bytes_is()
    {
        await DownloadAsync(_files.Api());
        Write(Picture, new string('x', _files.Contents[Png].Length));
        var api = _files.Api();

        var (code, tool) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal(_files.Contents[Png], Read(Picture));
        Assert.StartsWith("1 file downloaded, ", tool.Output, StringComparison.Ordinal);
        Assert.Contains("; 4 already there; in ", tool.Output, StringComparison.Ordinal);
        Assert.Equal(
            ["/manifest.json", Png],
            api.Requests.Where(request => request.Method == "GET").Select(request => request.Path[request.Path.LastIndexOf('/')..]).Except(["/images"]));
    }

    [Fact]
    public async Task Items_lead_to_the_images_next_to_them_and_are_not_downloaded_again_for_that()
    {
        const string Name = "periods/h18v04-2024-01-25-2024-01-26", Key = "h18v04-1a2b-3c4d.tif";
        _files.Contents["part=item"] = ItemOf(Key);
        _files.Contents["part=daysItem"] = ItemOf(Key + ".days.tif");
        await DownloadAsync(_files.Api(), "--periods");
        Write(Name + ".days.json", "half");
        var api = _files.Api();

        var (code, tool) = await DownloadAsync(api, "--periods");

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal("./h18v04-2024-01-25-2024-01-26.tif", LinkOf(Name + ".json"));
        Assert.Equal("./h18v04-2024-01-25-2024-01-26.days.tif", LinkOf(Name + ".days.json"));
        Assert.StartsWith("1 file downloaded, ", tool.Output, StringComparison.Ordinal);
        Assert.Empty(Unfinished());
    }

    [Theory]
    [InlineData(HttpStatusCode.TooManyRequests)]
    [InlineData(HttpStatusCode.ServiceUnavailable)]
    public async Task A_file_that_is_there_is_not_downloaded_again_where_the_server_is_too_busy_to_say_what_it_has(HttpStatusCode status)
    {
        await DownloadAsync(_files.Api());
        var busy = 1;
        var api = _files.Api(request => request.Method == "HEAD" && busy-- > 0 ? StubApi.Problem(status, "") : null);

        var (code, tool) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Ok, code);
        Assert.StartsWith("0 files downloaded", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_ctrl_c_broke_off_goes_on_where_it_ended()
    {
        using var interrupted = new CancellationTokenSource();
        var (code, _) = await InterruptedAsync(
            _files.Api(request => request.Path.EndsWith(Png, StringComparison.Ordinal) ? _files.Broken(request, 8, interrupted.Cancel) : null), interrupted.Token, SampleRuns.RunId);
        Assert.Equal(ExitCode.Interrupted, code);
        Assert.False(File.Exists(PathOf(Picture)));
        Assert.Equal("01234567", File.ReadAllText(Assert.Single(Unfinished())));
        var api = _files.Api();

        (code, _) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal(_files.Contents[Png], Read(Picture));
        Assert.Equal("bytes=7-", Assert.Single(api.Requests, request => request.Path.EndsWith(Png, StringComparison.Ordinal)).Range);
        Assert.Empty(Unfinished());
    }

    [Fact]
    public async Task A_connection_that_breaks_within_a_file_goes_on_where_it_ended()
    {
        var breaks = 1;
        var api = _files.Api(request => request.Path.EndsWith(Png, StringComparison.Ordinal) && breaks-- > 0
            ? _files.Broken(request, 8, () => throw new HttpIOException(HttpRequestError.ResponseEnded))
            : null);

        var (code, _) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal(_files.Contents[Png], Read(Picture));
        Assert.Equal(["", "bytes=7-"], api.Requests.Where(request => request.Path.EndsWith(Png, StringComparison.Ordinal)).Select(request => request.Range));
    }

    [Fact]
    public async Task What_was_made_anew_meanwhile_is_downloaded_whole()
    {
        await BreakAsync(8);
        _files.Contents[Png] = "ABCDEFGHIJKLMNOPQRST";

        var (code, _) = await DownloadAsync(_files.Api());

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal("ABCDEFGHIJKLMNOPQRST", Read(Picture));
        Assert.Empty(Unfinished());
    }

    [Fact]
    public async Task A_part_whose_bytes_were_changed_is_found_out_by_the_hash_and_downloaded_whole()
    {
        await BreakAsync(8);
        File.WriteAllText(Assert.Single(Unfinished()), "X1234567");
        var api = _files.Api();

        var (code, _) = await DownloadAsync(api);

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal(_files.Contents[Png], Read(Picture));
        Assert.Equal(["bytes=7-", ""], api.Requests.Where(request => request.Path.EndsWith(Png, StringComparison.Ordinal)).Select(request => request.Range));
    }

    [Fact]
    public async Task A_part_that_is_whole_but_was_not_named_yet_costs_one_byte()
    {
        await BreakAsync(20, throws: true);
        var api = _files.Api();

        var (code, _) = await DownloadAsync(api);

        Assert.Equal((ExitCode.Ok, _files.Contents[Png]), (code, Read(Picture)));
        Assert.Equal("bytes=19-", Assert.Single(api.Requests, request => request.Path.EndsWith(Png, StringComparison.Ordinal)).Range);
    }

    [Fact]
    public async Task Bytes_that_are_not_those_of_the_hash_never_become_the_file()
    {
        await DownloadAsync(_files.Api());
        var before = Read(Picture);
        _files.Contents[Png] = "something else";
        _files.Damaged.Add(Png);

        var (code, tool) = await DownloadAsync(_files.Api());

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("came with other bytes than the server says", tool.Error.Replace("\n  ", " "), StringComparison.Ordinal);
        Assert.Equal(before, Read(Picture));
        Assert.Empty(Unfinished());
    }

    [Fact]
    public async Task A_part_is_kept_for_a_week()
    {
        await BreakAsync(8);
        var part = Assert.Single(Unfinished());
        File.SetLastWriteTimeUtc(part, SampleRuns.Submitted.AddDays(-8).UtcDateTime);
        var api = _files.Api();

        await DownloadAsync(api);

        Assert.Equal("", Assert.Single(api.Requests, request => request.Path.EndsWith(Png, StringComparison.Ordinal)).Range);
    }

    [Fact]
    public async Task Since_leaves_out_what_was_stored_before_and_says_how_many_files_that_are()
    {
        _files.Times[Png] = SampleRuns.Submitted.AddDays(-3);
        _files.Times["/picture.json"] = SampleRuns.Submitted.AddDays(-3);

        var (code, tool) = await DownloadAsync(_files.Api(), "--since", "2d");

        Assert.Equal(ExitCode.Ok, code);
        Assert.Contains("3 files downloaded, ", tool.Output, StringComparison.Ordinal);
        Assert.Contains("; 2 older; in ", tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
        Assert.False(File.Exists(PathOf(Picture)));
        Assert.True(File.Exists(PathOf(Table)));
    }

    [Fact]
    public async Task Since_counts_an_older_file_that_is_there_as_there()
    {
        await DownloadAsync(_files.Api());
        _files.Times[Png] = SampleRuns.Submitted.AddDays(-3);

        var (_, tool) = await DownloadAsync(_files.Api(), "--since", "2d", "--output", "json");

        var document = JsonNode.Parse(tool.Output)!;
        Assert.Equal(0, document["older"]!.GetValue<int>());
        Assert.All(document["files"]!.AsArray(), file => Assert.True(file!["wasThere"]!.GetValue<bool>()));
    }

    [Fact]
    public async Task Without_a_run_since_means_all_runs_that_ended_since_then_in_a_folder_each()
    {
        var api = Several((SampleRuns.RunId, -1), (Other, -50));

        var (code, tool) = await RunAsync(api, ["--since", "2d"]);

        Assert.Equal(ExitCode.Ok, code);
        Assert.Equal([SampleRuns.RunId], Directory.GetDirectories(To).Select(Path.GetFileName));
        Assert.True(File.Exists(Path.Combine(To, SampleRuns.RunId, Picture)));
        Assert.Contains("5 files downloaded, ", tool.Output, StringComparison.Ordinal);
        Assert.Contains(api.Requests, request => request.Path.Contains("experiment=modis.pipeline&state=ended", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_run_that_cannot_be_downloaded_is_named_and_keeps_no_other_away()
    {
        // The list begins with the newest, and the oldest is downloaded first.
        var api = _files.Api(request => request.Path == $"/api/v1/runs/{Other}/images"
            ? StubApi.Problem(HttpStatusCode.Conflict, """{"title":"Its manifest is damaged","status":409}""")
            : Listed(request, (SampleRuns.RunId, -1), (Other, -2)));

        var (code, tool) = await RunAsync(api, ["--since", "2d"]);

        Assert.Equal(ExitCode.Failure, code);
        Assert.StartsWith($"run {Other}: ", tool.Error, StringComparison.Ordinal);
        Assert.Contains("Its manifest is damaged", tool.Error, StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(To, SampleRuns.RunId, Picture)));
        Assert.Contains("5 files downloaded, ", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_made_no_images_is_passed_over_and_that_there_is_none_is_said()
    {
        var (code, tool) = await RunAsync(Several((Other, -1)), ["--since", "2d"]);

        Assert.Equal((ExitCode.Ok, "no run with images has ended since then\n"), (code, tool.Output));
    }

    [Theory]
    [InlineData("yesterday", "is no time: write a date")]
    [InlineData("2024-02-30", "is no time")]
    [InlineData("0d", "is no time")]
    [InlineData("2099-01-01", "has not come yet")]
    public async Task A_since_that_is_no_time_in_the_past_is_refused_before_anything_is_asked(string since, string sentence)
    {
        var (code, tool) = await RunAsync(ToolRun.Unused, [SampleRuns.RunId, "--since", since]);

        Assert.Equal(ExitCode.Usage, code);
        Assert.Contains(sentence, tool.Error.Replace("\n  ", " "), StringComparison.Ordinal);
        Assert.False(Directory.Exists(To));
    }

    [Fact]
    public async Task Neither_a_run_nor_since_is_refused()
    {
        var (code, tool) = await RunAsync(ToolRun.Unused, []);

        Assert.Equal(ExitCode.Usage, code);
        Assert.Contains("name a run, or say with --since", tool.Error.Replace("\n  ", " "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_the_server_does_not_know_is_said()
    {
        var (code, tool) = await RunAsync(
            new StubApi(_ => StubApi.Problem(HttpStatusCode.NotFound, """{"title":"There is nothing at this address","status":404,"detail":"there is no run with this id"}""")),
            [Other, "--since", "2d"]);

        Assert.Equal(ExitCode.Failure, code);
        Assert.Contains("there is no run with this id", tool.Error, StringComparison.Ordinal);
    }

    /// <summary>A host with runs that ended some hours ago; the sample one alone has images.</summary>
    private StubApi Several(params (string Id, int Hours)[] runs) => _files.Api(request => Listed(request, runs));

    private static HttpResponseMessage? Listed(StubApi.Request request, params (string Id, int Hours)[] runs) =>
        request.Path.StartsWith("/api/v1/runs?", StringComparison.Ordinal)
            ? StubApi.Json(new RunListResponse([.. runs.Select(run => new RunListItem(
                run.Id, RunStatus.Completed, "", "modis.pipeline", "", "default", "", "local", SampleRuns.Submitted.AddDays(-9),
                SampleRuns.Submitted.AddHours(run.Hours), new Dictionary<string, string>()))]))
            : null;

    private async Task BreakAsync(int bytes, bool throws = false)
    {
        using var interrupted = new CancellationTokenSource();
        await InterruptedAsync(
            _files.Api(request => request.Path.EndsWith(Png, StringComparison.Ordinal)
                ? _files.Broken(request, bytes, throws ? () => throw new HttpIOException(HttpRequestError.ResponseEnded) : interrupted.Cancel)
                : null),
            interrupted.Token,
            SampleRuns.RunId);
    }

    private Task<(int Code, ToolRun Tool)> DownloadAsync(StubApi api, params string[] options) => RunAsync(api, [SampleRuns.RunId, .. options]);

    private Task<(int Code, ToolRun Tool)> RunAsync(StubApi api, string[] options) => InterruptedAsync(api, TestContext.Current.CancellationToken, options);

    private async Task<(int Code, ToolRun Tool)> InterruptedAsync(StubApi api, CancellationToken interrupted, params string[] options)
    {
        var tool = new ToolRun(api);
        return (await tool.RunAsync(interrupted, ["images", "download", "--to", To, .. options]), tool);
    }

    private static string ItemOf(string file) =>
        $"{{\n  \"assets\": {{\n    \"image\": {{\n      \"href\": \"./{file}\",\n      \"raster:scale\": 0.020\n    }}\n  }}\n}}";

    private string LinkOf(string file) => (string)JsonNode.Parse(Read(file))!["assets"]!["image"]!["href"]!;

    private string[] Unfinished() => Directory.GetFiles(To, ".azureperf-*", SearchOption.AllDirectories);

    private string PathOf(string file) => Path.Combine(To, file);

    private void Write(string file, string content) => File.WriteAllText(PathOf(file), content);

    private string Read(string file) => File.ReadAllText(PathOf(file));
}
