using System.Text.Json;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class ReportCommandTests
{
    private const string Parameters = """{"blobBytes":[1048576],"containers":[1],"clients":[1],"operationsPerClient":20}""";

    private static readonly RunResponse Run = SampleRuns.Run("blob.download", Parameters, points: 6, failed: 1);

    private static readonly PointRecord[] Points =
    [
        .. SampleRuns.Points([.. Enumerable.Range(1, 6).Select(number => SampleRuns.Measured(
            number, number, """{"blobBytes":1048576,"containers":1,"clients":1}""", SampleRuns.Summary(1, 20, 12.34, 1 << 20)))]).Points,
    ];

    private static readonly PointRecomputation[] Recomputed =
    [
        new(RecomputationState.Same, "", [], Points[0]),
        new(RecomputationState.Differs, "", ["latency", "flags"], Points[1]),
        new(RecomputationState.FileChanged, "points/3 has the SHA-256 aa; stored was bb", [], Points[2]),
        new(RecomputationState.Unreadable, "measurement details of version 9 cannot be read by this build", [], Points[3]),
        new(RecomputationState.FileGone, "points/5 is gone", [], Points[4]),
        new(RecomputationState.NothingMeasured, "", [], Points[5] with { Result = null, Status = PointStatus.Failed, Error = "the worker was lost three times" }),
    ];

    [Theory]
    [InlineData("html", "html")]
    [InlineData("markdown", "md")]
    public async Task A_document_is_what_the_portal_makes_of_the_run(string typed, string asked)
    {
        var api = new StubApi(_ => StubApi.Text("the document", contentType: "text/plain"));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("report", SampleRuns.RunId, "--format", typed));

        Assert.Equal("the document\n", tool.Output);
        Assert.Contains($"/api/v1/runs/{SampleRuns.RunId}/export?format={asked}", api.Requests.Select(request => request.Path));
    }

    [Theory]
    [InlineData("--format", "pdf")]
    [InlineData("--format", "html", "--recompute")]
    [InlineData("--out", "report.html")]
    public async Task Options_that_do_not_go_together_are_refused(params string[] options) =>
        Assert.Equal(ExitCode.Usage, await new ToolRun(new(_ => StubApi.Text(""))).RunAsync(["report", SampleRuns.RunId, .. options]));

    [Fact]
    public async Task Without_an_option_it_prints_what_was_published()
    {
        var tool = new ToolRun(Api());

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("report", SampleRuns.RunId));

        Assert.Contains("blob.download", tool.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("computed again", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Points_computed_again_are_printed_with_what_came_of_each()
    {
        var tool = new ToolRun(Api());

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("report", SampleRuns.RunId, "--recompute", "--each-point"));

        GoldenFile.Check("cli-report-recomputed.txt", tool.Output);
        Assert.Empty(tool.Error);
    }

    [Fact]
    public async Task A_point_whose_answer_was_lost_is_computed_again_once_more()
    {
        var lost = 1;
        var api = new StubApi(request => request.Path.EndsWith("/recomputed", StringComparison.Ordinal) && lost-- > 0 ? StubApi.Limited(5) : Answer(request));

        Assert.Equal(ExitCode.Failure, await new ToolRun(api).RunAsync("report", SampleRuns.RunId, "--recompute"));

        Assert.Equal(Points.Length + 1, api.Requests.Count(request => request.Path.EndsWith("/recomputed", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task Raw_data_that_are_only_gone_or_computed_differently_are_no_failure()
    {
        var api = new StubApi(request => request.Path.EndsWith("/recomputed", StringComparison.Ordinal) ? StubApi.Json(Recomputed[request.Path.Contains("points/2", StringComparison.Ordinal) ? 1 : 4]) : Answer(request));

        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("report", SampleRuns.RunId, "--recompute"));
    }

    [Fact]
    public async Task Points_of_sample_data_were_measured_although_they_have_no_raw_data()
    {
        var tool = new ToolRun(new(request => request.Path.EndsWith("/recomputed", StringComparison.Ordinal)
            ? StubApi.Json(new PointRecomputation(RecomputationState.NothingMeasured, "", [], Points[0]))
            : Answer(request)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("report", SampleRuns.RunId, "--recompute"));

        Assert.Contains("6 points: numbers as published, because they have no raw data", tool.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("nothing was measured", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task As_json_each_point_tells_its_state()
    {
        var tool = new ToolRun(Api());

        await tool.RunAsync("report", SampleRuns.RunId, "--recompute", "--output", "json");

        Assert.Equal(
            ["same", "differs", "fileChanged", "unreadable", "fileGone", "nothingMeasured"],
            JsonSerializer.Deserialize<JsonElement[]>(tool.Output)!.Select(point => point.GetProperty("state").GetString()));
    }

    [Fact]
    public async Task As_csv_the_figures_go_to_standard_output_and_what_came_of_it_to_standard_error()
    {
        var tool = new ToolRun(Api());

        await tool.RunAsync("report", SampleRuns.RunId, "--recompute", "--output", "csv");

        Assert.Equal(7, tool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.Contains("point 3: raw data changed", tool.Error, StringComparison.Ordinal);
    }

    private static StubApi Api() => new(Answer);

    private static HttpResponseMessage Answer(StubApi.Request request) => request.Path switch
    {
        var path when path.EndsWith("/recomputed", StringComparison.Ordinal) => StubApi.Json(Recomputed[int.Parse(path.Split('/')[^2], System.Globalization.CultureInfo.InvariantCulture) - 1]),
        var path when path.EndsWith("/points", StringComparison.Ordinal) => StubApi.Json(RunReport.Of(
            Shipped.Experiments.Find("blob.download"), Run.Spec, Run.Id, RunStatus.Completed, emulator: false, [.. Recomputed.Select(one => one.Point)])),
        _ => StubApi.Json(Run),
    };
}
