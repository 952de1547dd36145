using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Images;

public sealed class ImagesCommandTests
{
    private const string EstimatePath = "/api/v1/images/estimate";

    [Fact]
    public async Task Help_has_an_option_for_each_parameter_of_the_catalogue_with_its_words_and_default()
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "submit", "--help"));

        var help = string.Join(' ', tool.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.All(ModisPipelineOptions.Definition.Parameters, parameter =>
        {
            Assert.Contains("--" + System.Text.Json.JsonNamingPolicy.KebabCaseLower.ConvertName(parameter.Name) + " ", help, StringComparison.Ordinal);
            Assert.Contains(parameter.Description, help, StringComparison.Ordinal);
        });
        Assert.Contains("One of mean, max, min, median, count. [default mean]", help, StringComparison.Ordinal);
        Assert.Contains("[default h18v04]", help, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("azureperf images submit --aggregate ", "median")]
    [InlineData("azureperf images submit --product MOD11", "MOD11A1")]
    [InlineData("azureperf images submit --proj", "--projection")]
    [InlineData("azureperf images d", "download")]
    public async Task A_shell_completes_commands_options_and_words(string line, string word)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync($"[suggest:{line.Length}]", line));

        Assert.Contains(word, tool.Output.Split('\n'));
    }

    [Fact]
    public async Task What_is_given_is_sent_under_the_names_of_the_parameters_and_nothing_else()
    {
        var api = Accepting();
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(
            "images", "submit", "--data-set", "LST_Day_1km", "--area", "box -5 45 16 55", "--days", "3", "--aggregate", "max", "--aggregate-days", "0",
            "--quality", "", "--preset", "quick", "--name", "alps"));

        var expected = JsonNode.Parse(
            """
            {"experiment":"modis.pipeline","preset":"quick","name":"alps",
             "parameters":{"dataSet":"LST_Day_1km","area":"box -5 45 16 55","days":3,"quality":"","aggregate":"max","aggregateDays":0}}
            """);
        Assert.Equal([EstimatePath, "/api/v1/runs"], api.Requests.Select(request => request.Path));
        Assert.All(api.Requests, request => Assert.True(JsonNode.DeepEquals(expected, JsonNode.Parse(request.Body)), request.Body));
        Assert.Equal(SampleRuns.RunId + "\n", tool.Output);
        Assert.StartsWith(
            "at most 4 daily images (2 tiles, 2 days; about 1 exists already): at most 19 tasks, about 1 min 30 s of work, about 8.50 s on 4 slots; at most about 2.10 MB; "
                + "cost about 0.0213 USD\n",
            tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_estimate_has_a_row_for_each_class_and_submits_nothing()
    {
        var api = Accepting();
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "submit", "--estimate"));

        Assert.Equal(EstimatePath, Assert.Single(api.Requests).Path);
        Assert.Matches(@"(?m)^source download +<= 8 +2\.00 +16\.0$", tool.Output);
        Assert.Matches(@"(?m)^reduction +<= 1 +- +-$", tool.Output);
        Assert.EndsWith("nothing was submitted\n", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_estimate_of_what_would_be_refused_says_so_and_fails()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(SampleImages.Estimate with { Exceeded = [new SpecFault("Limits:OpenRuns", "100 runs are open")] })));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("images", "submit", "--estimate"));

        Assert.Contains("it would be refused: Limits:OpenRuns 100 runs are open\n", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task How_quotas_stand_is_said_before_a_request_is_submitted_and_in_its_estimate()
    {
        const string Month = "Your month: 3.2 of 20 core hours; this request about 0.4.\n";
        var estimate = SampleImages.Estimate with { Quotas = [new(nameof(LimitOptions.CoreHoursPerOwnerAndMonth), 3.2, 0.4, 20, null)] };
        var estimating = new ToolRun(new(_ => StubApi.Json(estimate)));
        var submitting = new ToolRun(new(request => request.Path == EstimatePath
            ? StubApi.Json(estimate)
            : StubApi.Json(SampleImages.Run(RunStatus.Accepted), HttpStatusCode.Accepted)));

        Assert.Equal(ExitCode.Ok, await estimating.RunAsync("images", "submit", "--estimate"));
        Assert.Equal(ExitCode.Ok, await submitting.RunAsync("images", "submit"));

        Assert.Contains(Month, estimating.Output, StringComparison.Ordinal);
        Assert.Contains(Month, submitting.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_nobody_can_tell_yet_is_said_in_the_estimate()
    {
        var estimate = SampleImages.Estimate with { Seconds = null, Bytes = null, AlreadyMade = 0, Cost = new(null, "USD", new(2026, 7, 1), "") };
        var tool = new ToolRun(new(_ => StubApi.Json(estimate)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "submit", "--estimate"));

        Assert.StartsWith(
            "at most 4 daily images (2 tiles, 2 days): at most 19 tasks, how long they take is not known: no reduction was done within the last 7 days\n", tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_estimate_says_when_no_worker_runs_that_would_do_it()
    {
        var tool = new ToolRun(new(_ => StubApi.Json(SampleImages.Estimate with { Slots = 0 })));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "submit", "--estimate"));

        Assert.Contains("about 1 min 30 s of work, no bag worker runs now; at most", tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(73, "about 73 exist already")]
    [InlineData(0, "none exists yet")]
    public async Task An_estimate_of_many_days_says_that_it_judges_by_a_sample(long made, string there)
    {
        var tool = new ToolRun(new(_ => StubApi.Json(SampleImages.Estimate with { Days = 365, Images = 730, AlreadyMade = made, DaysLookedAt = 10 })));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "submit", "--estimate"));

        Assert.StartsWith(
            $"at most 730 daily images (2 tiles, 365 days; {there}, judged by 10 of the 365 days): at most", tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_estimate_as_csv_is_a_line_for_each_class_that_ends_with_how_many_images_there_are_of_all_data_sets()
    {
        var tool = new ToolRun(Accepting());

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "submit", "--estimate", "--output", "csv"));

        Assert.Contains(",exceeded,images\n", tool.Output, StringComparison.Ordinal);
        Assert.Equal(6, tool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.Contains("\nsource download,8,true,2,16,2,2,1,1,90,4,2100000,0.0213,USD,,4\n", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_parameter_that_the_server_refuses_is_named_as_the_option_is()
    {
        var tool = new ToolRun(new(_ => StubApi.Problem(
            HttpStatusCode.BadRequest,
            """{"title":"The request is not valid","status":400,"errors":{"parameters.dataSet":["must be one of LST_Day_1km, LST_Night_1km"]}}""")));

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("images", "submit", "--data-set", "LST"));

        Assert.Contains("parameters.dataSet must be one of LST_Day_1km, LST_Night_1km (--data-set)\n", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("n", false)]
    [InlineData("y", true)]
    public async Task A_person_is_asked_before_more_than_an_hour_of_work(string answer, bool submits)
    {
        var api = Accepting(seconds: 7_200);
        var tool = new ToolRun(api) { Person = true, Input = answer + "\n" };

        Assert.Equal(submits ? ExitCode.Ok : ExitCode.Failure, await tool.RunAsync("images", "submit"));

        Assert.Equal(submits, api.Requests.Any(request => request.Path == "/api/v1/runs"));
        Assert.Contains("it is 2 h 00 min of work: submit it? [y/N]", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("watch", SampleRuns.RunId)]
    [InlineData("submit", "--wait")]
    public async Task A_followed_run_ends_with_a_sentence_on_what_was_made(params string[] arguments)
    {
        var tool = new ToolRun(Accepting());

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(["images", .. arguments]));

        Assert.EndsWith(
            $"made 2 results: 1 x picture, 1 x zones; coverage 41.2 % to 87.9 %; 1 image of a day without any granule; get the files with "
                + $"`azureperf images download {SampleRuns.RunId} --to DIR`\n",
            tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false, "--quiet")]
    [InlineData(true)]
    public async Task Quiet_leaves_out_what_was_made_where_standard_output_has_data(bool says, params string[] options)
    {
        var tool = new ToolRun(Accepting());

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(["images", "watch", SampleRuns.RunId, "--output", "csv", .. options]));

        Assert.Equal(says, tool.Error.Contains("made 2 results", StringComparison.Ordinal));
        Assert.True(says || tool.Error.Length == 0, tool.Error);
    }

    [Theory]
    [InlineData("--quiet")]
    [InlineData]
    public async Task That_images_are_of_made_granules_is_said_also_to_who_wants_quiet(params string[] options)
    {
        var tool = new ToolRun(SampleImages.Api(request => OfRun(request, RunStatus.Completed), SampleImages.Images with { OfMadeGranules = true }));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(["images", "watch", SampleRuns.RunId, "--output", "csv", .. options]));

        Assert.EndsWith(ImageListResponse.MadeNotice + "\n", tool.Error, StringComparison.Ordinal);
        Assert.Equal(options.Length == 0, tool.Error.Contains("made 2 results", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("watch")]
    [InlineData("show")]
    public async Task The_command_that_downloads_is_on_one_line_on_the_narrowest_terminal(string command)
    {
        const string Url = "https://perf.happysea-12345678.westeurope.azurecontainerapps.io";
        var tool = new ToolRun(Accepting()) { Columns = 40 };

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", command, SampleRuns.RunId, "--url", Url));

        Assert.Contains($"azureperf images download {SampleRuns.RunId} --to DIR --url {Url}", tool.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(ExitCode.Failure, "the run made nothing that it was asked for")]
    [InlineData(ExitCode.Ok, "", "--allow-failures")]
    public async Task A_followed_run_that_made_nothing_that_was_asked_for_ends_as_one_that_failed(int code, string said, params string[] options)
    {
        var tool = new ToolRun(SampleImages.Api(
            request => OfRun(request, RunStatus.CompletedWithErrors), SampleImages.Images with { Results = [], NotMade = 1, NothingMade = true }));

        Assert.Equal(code, await tool.RunAsync(["images", "watch", SampleRuns.RunId, .. options]));

        Assert.Equal(said.Length > 0, tool.Error.Contains("the run made nothing that it was asked for", StringComparison.Ordinal));
        Assert.EndsWith("no picture or table was made; 1 planned and not made; 1 image of a day without any granule\n", tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_followed_run_that_ended_before_its_images_were_listed_says_why_there_are_none()
    {
        var tool = new ToolRun(SampleImages.Api(request =>
            request.Path == SampleImages.Path ? SampleImages.NotYet : OfRun(request, RunStatus.Failed)));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("images", "watch", SampleRuns.RunId));

        Assert.Contains("it lists its images when its last stage, manifest, has ended", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_is_shown_with_the_answer_first_and_a_row_for_each_result()
    {
        var tool = new ToolRun(SampleImages.Api(images: SampleImages.Images with { NotMade = 4, InputMissing = 2, NotListed = 3 }));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "show", SampleRuns.RunId));

        Assert.StartsWith(
            "made 2 results: 1 x picture, 1 x zones; coverage 41.2 % to 87.9 %; 4 planned and not made; 2 images of a day without one of the inputs; "
                + "1 image of a day without any granule; "
                + "3 images of a day not known, because the listing failed\n", tool.Output.Replace("\n  ", " "), StringComparison.Ordinal);
        Assert.Matches(@"(?m)^picture +2024-01-25 +2024-01-26 +87\.9 % +picture\.png, picture\.json$", tool.Output);
        Assert.Matches($@"(?m)^page +http.*/runs/{SampleRuns.RunId}/images$", tool.Output);
    }

    [Fact]
    public async Task A_run_without_a_picture_says_so()
    {
        var tool = new ToolRun(SampleImages.Api(images: SampleImages.Images with { Results = [], NotMade = 1 }));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "show", SampleRuns.RunId));

        Assert.StartsWith("no picture or table was made; 1 planned and not made", tool.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_is_a_line_for_each_file_as_csv_with_the_data_set_that_it_shows()
    {
        var results = SampleImages.Images.Results;
        var tool = new ToolRun(SampleImages.Api(images: SampleImages.Images with { Results = [results[0] with { DataSet = "LST_Day_1km" }, .. results.Skip(1)] }));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("images", "show", SampleRuns.RunId, "-o", "csv"));

        Assert.Equal(
            $"""
            runId,reduction,first,last,coverage,file,contentType,url,dataSet
            {SampleRuns.RunId},picture,2024-01-25,2024-01-26,0.8791,picture.png,application/octet-stream,{SampleImages.Path}/results/picture-1a2b/picture.png,LST_Day_1km
            {SampleRuns.RunId},picture,2024-01-25,2024-01-26,0.8791,picture.json,application/octet-stream,{SampleImages.Path}/results/picture-1a2b/picture.json,LST_Day_1km
            {SampleRuns.RunId},zones,2024-01-25,2024-01-26,0.412,zones.csv,application/octet-stream,{SampleImages.Path}/results/zones-1a2b/zones.csv,

            """.ReplaceLineEndings("\n"),
            tool.Output);
    }

    [Theory]
    [InlineData("show")]
    [InlineData("download", "--to", "nowhere")]
    public async Task A_run_that_is_not_that_far_says_what_to_wait_for(string command, params string[] options)
    {
        var tool = new ToolRun(new(_ => SampleImages.NotYet));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync(["images", command, SampleRuns.RunId, .. options]));

        Assert.Contains("the run is not that far: it lists its images when its last stage, manifest, has ended (404)\n", tool.Error, StringComparison.Ordinal);
        Assert.Empty(tool.Output);
        Assert.False(Directory.Exists("nowhere"));
    }

    [Fact]
    public async Task Ctrl_C_while_a_run_of_images_is_on_its_way_says_that_there_may_be_one()
    {
        using var interruption = new CancellationTokenSource();
        var accepting = Accepting();
        var tool = new ToolRun(new(request =>
        {
            if (request.Path == "/api/v1/runs")
            {
                interruption.Cancel();
            }

            return accepting.Answer(request);
        })
        {
            LosesAnswers = true,
        });

        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, "images", "submit"));

        Assert.EndsWith("whether modis.pipeline was submitted is not known; `azureperf list` shows the run, if there is one\n", tool.Error, StringComparison.Ordinal);
    }

    private static StubApi Accepting(double seconds = 90) => SampleImages.Api(request => request switch
    {
        { Path: EstimatePath } => StubApi.Json(SampleImages.Estimate with { Seconds = seconds }),
        { Path: "/api/v1/runs", Method: "POST" } => StubApi.Json(SampleImages.Run(RunStatus.Accepted), HttpStatusCode.Accepted),
        _ => OfRun(request, RunStatus.Completed),
    });

    private static HttpResponseMessage? OfRun(StubApi.Request request, RunStatus status) => request.Path switch
    {
        $"/api/v1/runs/{SampleRuns.RunId}" => StubApi.Json(SampleImages.Run(status)),
        $"/api/v1/runs/{SampleRuns.RunId}/points" => StubApi.Json(SampleRuns.Points()),
        _ => null,
    };
}
