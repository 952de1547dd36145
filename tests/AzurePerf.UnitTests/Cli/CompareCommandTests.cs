using System.Net;
using System.Text.Json;
using AzurePerf.Cli.Comparisons;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.UnitTests.Golden;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class CompareCommandTests
{
    private const string Baseline = "baselineaaaaaaaaaaaa";
    private const string Candidate = "candidateaaaaaaaaaaa";
    private static readonly double[] Hundred = ComparedPoints.Hundred;
    private static readonly double[] Noisy = [70, 130, 85, 118, 95, 104, 78, 125, 91, 110];

    private static readonly ComparisonResponse Mixed = ComparedRuns.Compare(
        ComparedRuns.Of((1, Hundred), (2, Hundred), (4, Hundred), (8, Hundred), (16, Hundred[..3]), (32, Hundred), (64, Hundred)).Failing(2, 1),
        ComparedRuns.Of((1, Hundred.Times(1.3)), (2, Hundred.Times(1.001)), (4, Hundred.Times(0.7)), (8, Noisy), (16, Hundred), (32, Hundred.Times(2)))
            .Failing(2, 1).Failing(32, 400)
            .With(1, point => point.Repetition <= 2 ? point.Result! with { Flags = [PointFlag.GeneratorBound] } : point.Result!),
        new() { OnPurpose = ComparisonAspects.Read("sdk,build")! });

    [Theory]
    [InlineData("table", "cli-compare.txt")]
    [InlineData("csv", "cli-compare-csv.txt")]
    public async Task A_comparison_is_printed_as_agreed(string format, string file)
    {
        var tool = new ToolRun(Answering(Mixed));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("compare", Baseline, Candidate, "--output", format));

        GoldenFile.Check(file, tool.Output);
        Assert.True(format == "csv" || tool.Output.Split('\n').All(line => line.Length <= 100));
        Assert.Empty(tool.Error);
    }

    [Theory]
    [InlineData("html", "html")]
    [InlineData("markdown", "md")]
    [InlineData("md", "md")]
    public async Task A_document_is_what_the_portal_makes_of_the_comparison(string typed, string asked)
    {
        var api = new StubApi(request => request.Path.Contains("/export", StringComparison.Ordinal) ? StubApi.Text("the document", contentType: "text/plain")
            : StubApi.Json(Mixed));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Missed, await tool.RunAsync("compare", Baseline, Candidate, "--metric", "opsPerSecond", "--format", typed, "--fail-on", "regression"));

        Assert.StartsWith("the document\n", tool.Output, StringComparison.Ordinal);
        Assert.Contains($"/api/v1/compare/export?format={asked}&runs={Baseline},{Candidate}&metric=opsPerSecond", api.Requests.Select(request => request.Path));
    }

    [Fact]
    public async Task Noise_floors_have_a_column_where_there_are_any()
    {
        double[] twelve = [.. Hundred, 98.6, 101.4];
        var comparison = ComparedRuns.Compare(
            ComparedRuns.Of((1, twelve), (4, Noisy), (8, [.. twelve, 130, 72, 124, 80])), ComparedRuns.Of((1, twelve.Times(1.3)), (4, Noisy), (8, Hundred)));
        var tool = new ToolRun(Answering(comparison));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("compare", Baseline, Candidate));

        GoldenFile.Check("cli-compare-noise.txt", tool.Output);
        Assert.All(tool.Output.Split('\n'), line => Assert.InRange(line.Length, 0, 100));
    }

    [Fact]
    public async Task One_run_is_held_against_the_marked_baseline()
    {
        var api = Answering(Mixed);

        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("compare", Candidate, "--marked"));

        Assert.Equal("/api/v1/compare?candidate=" + Candidate, Assert.Single(api.Requests).Path);
    }

    [Fact]
    public async Task Json_is_the_document_of_the_API_as_it_is()
    {
        var tool = new ToolRun(Answering(Mixed));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("compare", Baseline, Candidate, "-o", "json"));

        Assert.Equal(JsonSerializer.Serialize(Mixed, ApiJson.Options), tool.Output.TrimEnd());
    }

    [Fact]
    public async Task What_was_asked_for_is_sent()
    {
        var api = Answering(Mixed);

        await new ToolRun(api).RunAsync("compare", Baseline, Candidate, "--metric", "p95", "--margin", "10%", "--across", "sdk,build");

        Assert.Equal($"/api/v1/compare?baseline={Baseline}&candidate={Candidate}&metric=p95&margin=0.1&across=sdk%2Cbuild", Assert.Single(api.Requests).Path);
    }

    [Fact]
    public async Task Without_options_the_server_chooses()
    {
        var api = Answering(Mixed);

        await new ToolRun(api).RunAsync("compare", Baseline, Candidate);

        Assert.Equal($"/api/v1/compare?baseline={Baseline}&candidate={Candidate}", Assert.Single(api.Requests).Path);
    }

    [Fact]
    public async Task A_regression_ends_with_3_only_when_that_is_asked_for()
    {
        Assert.Equal(ExitCode.Missed, await new ToolRun(Answering(Mixed)).RunAsync("compare", Baseline, Candidate, "--fail-on", "regression"));
        Assert.Equal(ExitCode.Ok, await new ToolRun(Answering(Mixed)).RunAsync("compare", Baseline, Candidate));
    }

    [Fact]
    public async Task An_improvement_does_not_fail()
    {
        var fine = ComparedRuns.Compare(ComparedRuns.Of((1, Hundred), (8, Hundred)), ComparedRuns.Of((1, Hundred.Times(1.3)), (8, Hundred.Times(1.001))));

        Assert.Equal(ExitCode.Ok, await new ToolRun(Answering(fine)).RunAsync("compare", Baseline, Candidate, "--fail-on", "regression"));
    }

    [Fact]
    public async Task An_undecided_point_does_not_pass_for_one_without_a_regression_unless_that_is_allowed()
    {
        var undecided = ComparedRuns.Compare(ComparedRuns.Of((1, Hundred), (8, Hundred)), ComparedRuns.Of((1, Hundred), (8, Noisy)));
        var tool = new ToolRun(Answering(undecided));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("compare", Baseline, Candidate, "--fail-on", "regression"));

        Assert.StartsWith("azureperf: 1 of 2 points is undecided: a regression there is neither shown nor excluded.", tool.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Ok, await new ToolRun(Answering(undecided)).RunAsync("compare", Baseline, Candidate, "--fail-on", "regression", "--allow-undecided"));
    }

    [Fact]
    public async Task A_candidate_that_left_out_what_may_have_been_worse_does_not_pass_for_one_without_a_regression()
    {
        var run = ComparedRuns.Of((1, [.. Hundred, .. Hundred]));
        var tool = new ToolRun(Answering(ComparedRuns.Compare(
            run, run.With(point => point.Repetition > 8 ? point : point with { Status = PointStatus.Failed, Result = null }))));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("compare", Baseline, Candidate, "--fail-on", "regression"));

        Assert.Contains("8 of 20 repetitions of the candidate do not count and may have been worse", tool.Output.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Contains("At 1 of them repetitions of the candidate do not count that may have been worse.", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_could_not_be_compared_never_passes_however_much_is_allowed()
    {
        var broken = ComparedRuns.Compare(ComparedRuns.Of((1, Hundred), (64, Hundred)), ComparedRuns.Of((1, Hundred)));

        Assert.Equal(ExitCode.Failure, await new ToolRun(Answering(broken)).RunAsync("compare", Baseline, Candidate, "--fail-on", "regression", "--allow-undecided"));
        Assert.Equal(ExitCode.Usage, await new ToolRun(Answering(broken)).RunAsync("compare", Baseline, Candidate, "--allow-undecided"));
    }

    [Fact]
    public async Task A_comparison_of_nothing_does_not_pass_for_one_that_found_nothing()
    {
        var nothing = ComparedRuns.Compare(ComparedRuns.Of((1, Hundred[..3])), ComparedRuns.Of((1, Hundred)));
        var tool = new ToolRun(Answering(nothing));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("compare", Baseline, Candidate, "--fail-on", "regression"));

        Assert.Contains("fewer than 6 repetitions (3 against 10)", tool.Output, StringComparison.Ordinal);
        Assert.Equal("azureperf: 1 of 1 points of the baseline could not be compared, so nothing is known about a regression there\n", tool.Error);
    }

    [Fact]
    public async Task A_point_that_only_the_baseline_has_does_not_pass_for_one_without_a_regression()
    {
        var broken = ComparedRuns.Compare(ComparedRuns.Of((1, Hundred), (64, Hundred)), ComparedRuns.Of((1, Hundred)));
        var tool = new ToolRun(Answering(broken));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("compare", Baseline, Candidate, "--fail-on", "regression"));

        Assert.Equal("azureperf: 1 of 2 points of the baseline could not be compared, so nothing is known about a regression there\n", tool.Error);
    }

    [Fact]
    public async Task Failures_do_not_pass_for_an_improvement()
    {
        var failing = ComparedRuns.Compare(ComparedRuns.Of((1, Hundred)), ComparedRuns.Of((1, Hundred.Times(1.3))).Failing(1, 14));

        Assert.Equal(ExitCode.Failure, await new ToolRun(Answering(failing)).RunAsync("compare", Baseline, Candidate, "--fail-on", "regression"));
    }

    [Fact]
    public async Task Runs_without_a_region_are_told_so_in_one_line()
    {
        var (baseline, candidate) = (Untagged(ComparedRuns.Of((1, Hundred))), Untagged(ComparedRuns.Of((1, Hundred))));
        var tool = new ToolRun(Answering(ComparedRuns.Compare(baseline, candidate)));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("compare", Baseline, Candidate));

        Assert.Contains("neither run has the tag region: whether both measured in the same one is not known\n", tool.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("region", await PrintedAsync(Mixed), StringComparison.Ordinal);
        Assert.DoesNotContain("region", await PrintedAsync(ComparedRuns.Compare(OfEmulator(baseline), OfEmulator(candidate))), StringComparison.Ordinal);

        static MeasuredRun Untagged(MeasuredRun run) => run with { Spec = run.Spec with { Tags = [] } };
        static MeasuredRun OfEmulator(MeasuredRun run) => run.With(point => point with { Emulator = true });
        static async Task<string> PrintedAsync(ComparisonResponse comparison)
        {
            var tool = new ToolRun(Answering(comparison));
            await tool.RunAsync("compare", Baseline, Candidate);
            return tool.Output;
        }
    }

    [Fact]
    public async Task A_refusal_ends_with_1_and_the_server_s_sentence()
    {
        var api = new StubApi(_ => StubApi.Problem(
            HttpStatusCode.Conflict, """{"title":"The run has not ended","detail":"the candidate is running: what it measured so far is a part of it"}"""));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("compare", Baseline, Candidate));

        Assert.Equal("azureperf: the runs cannot be compared: The run has not ended: the candidate is running: what it measured so far is a part of it (409)\n", tool.Error);
    }

    [Theory]
    [InlineData("table", "cli-noise-floor.txt")]
    [InlineData("csv", "cli-noise-floor-csv.txt")]
    public async Task A_noise_floor_is_measured_by_runs_that_take_turns(string format, string file)
    {
        var api = Measuring(RunStatus.Completed);
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("compare", "--noise-floor", "west", "--experiment", "table.insert", "--repetitions", "9", "--output", format));

        var submitted = api.Requests.Where(request => request.Method == "POST").ToArray();
        Assert.Equal(4, submitted.Select(request => request.IdempotencyKey).Distinct().Count());
        Assert.Equal(
            ["A", "B", "A", "B"], submitted.Select(request => JsonDocument.Parse(request.Body).RootElement.GetProperty("tags").GetProperty("noiseFloor").GetString()));
        Assert.Equal(
            """{"experiment":"table.insert","preset":"quick","target":"west","name":"noise floor, side A","repetitions":5,"tags":{"noiseFloor":"A"}}""", submitted[0].Body);
        GoldenFile.Check(file, tool.Output);
        Assert.True(format == "csv" || tool.Output.Split('\n').All(line => line.Length <= 100));
    }

    /// <summary>Where prices differ by region, a limit of cost asks for it.</summary>
    [Fact]
    public async Task The_runs_of_a_noise_floor_have_the_tags_that_are_given()
    {
        var api = Measuring(RunStatus.Completed);

        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("compare", "--noise-floor", "west", "--experiment", "table.insert", "--tag", "region=eastus"));

        Assert.All(api.Requests.Where(request => request.Method == "POST"), request => Assert.Contains("\"tags\":{\"region\":\"eastus\",\"noiseFloor\":", request.Body, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Without_one_of_its_runs_there_is_no_noise_floor()
    {
        var tool = new ToolRun(Measuring(RunStatus.Failed));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("compare", "--noise-floor", "west", "--experiment", "table.insert"));

        Assert.Empty(tool.Output);
        Assert.Contains("without it there is no noise floor", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_interrupts_a_noise_floor_is_told_that_there_is_none_and_of_the_run_that_goes_on()
    {
        using var interruption = new CancellationTokenSource();
        var tool = new ToolRun(Measuring(RunStatus.Running, interruption.Cancel));

        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, "compare", "--noise-floor", "west", "--experiment", "table.insert"));

        Assert.EndsWith(
            $"there is no noise floor: 0 of its 4 runs are measured, and no more are submitted; run {IdOf(1)} goes on for nothing, `azureperf cancel {IdOf(1)}` stops it\n",
            tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Who_interrupts_a_noise_floor_while_a_run_is_on_its_way_is_told_that_it_may_be_there()
    {
        using var interruption = new CancellationTokenSource();
        var tool = new ToolRun(new(Measuring(RunStatus.Running, interruption.Cancel).Answer) { LosesAnswers = true });

        Assert.Equal(ExitCode.Interrupted, await tool.RunAsync(interruption.Token, "compare", "--noise-floor", "west", "--experiment", "table.insert"));

        Assert.EndsWith(
            "whether table.insert was submitted is not known; `azureperf list` shows the run, if there is one\n"
                + "there is no noise floor: 0 of its 4 runs are measured, and no more are submitted\n",
            tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_noise_floor_of_which_a_later_run_is_refused_says_what_was_measured_for_nothing()
    {
        var measuring = Measuring(RunStatus.Completed);
        var submitted = 0;
        var tool = new ToolRun(new(request => request.Method == "POST" && ++submitted == 3
            ? StubApi.Problem(HttpStatusCode.Forbidden, """{"title":"The day has no room for it","status":403}""")
            : measuring.Answer(request))
        {
            Estimate = SampleRuns.Estimate(TimeSpan.FromSeconds(45)),
        });

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("compare", "--noise-floor", "west", "--experiment", "table.insert"));

        Assert.Contains("there is no noise floor: 2 of its 4 runs are measured, and no more are submitted\n", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_noise_floor_does_not_say_of_each_run_that_it_cannot_be_compared()
    {
        var estimate = SampleRuns.Estimate(TimeSpan.FromSeconds(45));
        var tool = new ToolRun(Measuring(RunStatus.Completed, estimate: estimate with { Notes = [ComparisonText.OfRun(estimate.Spec.Repetitions)!, "another note"] }));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("compare", "--noise-floor", "west", "--experiment", "table.insert"));

        Assert.Contains("another note\n", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("cannot be compared", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(20, "n", ExitCode.Failure, 0)]
    [InlineData(20, "y", ExitCode.Ok, 4)]
    [InlineData(20, "", ExitCode.Ok, 4, "--yes")]
    [InlineData(15, "", ExitCode.Ok, 4)]
    public async Task A_noise_floor_says_what_its_four_runs_come_to_and_asks_before_more_than_an_hour(
        int minutes, string answer, int code, int submitted, params string[] options)
    {
        var api = Measuring(RunStatus.Completed, estimate: SampleRuns.Estimate(TimeSpan.FromMinutes(minutes)));
        var tool = new ToolRun(api) { Person = true, Input = answer + "\n" };

        Assert.Equal(code, await tool.RunAsync(["compare", "--noise-floor", "west", "--experiment", "table.insert", .. options]));

        Assert.Equal(submitted, api.Requests.Count(request => request.Method == "POST"));
        Assert.Equal("/api/v1/estimates", Assert.Single(api.Estimates).Path);
        Assert.StartsWith("4 runs, each: blob.download (quick) on default: 4 points, 240 operations, ", tool.Error, StringComparison.Ordinal);
        Assert.Equal(answer.Length > 0, tool.Error.Contains("together they may take 1 h 20 min: submit them? [y/N] ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("5%", 0.05)]
    [InlineData("2.5 %", 0.025)]
    [InlineData("0.05", 0.05)]
    [InlineData("0", 0.0)]
    [InlineData("100%", 1.0)]
    [InlineData("5", null)]
    [InlineData("-5%", null)]
    [InlineData("101%", null)]
    [InlineData("five", null)]
    [InlineData("", null)]
    public void A_margin_is_a_share_or_per_cent(string text, double? share) => Assert.Equal(share, MarginOption.Read(text));

    private static StubApi Answering(ComparisonResponse comparison) => new(_ => StubApi.Json(comparison));

    /// <summary>Runs of five repetitions each, submitted and ended at once; the fifth value of the hundred begins the second one's.</summary>
    private static StubApi Measuring(RunStatus end, Action? submitted = null, EstimateResponse? estimate = null)
    {
        var runs = 0;
        return new(request =>
        {
            if (request.Method == "POST")
            {
                runs++;
                submitted?.Invoke();
            }

            double[] values = [.. Hundred.Skip(5 * ((runs + 1) % 2)).Take(5).Select(value => value * (1 + (0.001 * runs)))];
            var measured = ComparedRuns.Of((1, values), (4, values.Times(3)));
            return request.Path.EndsWith("/points", StringComparison.Ordinal)
                ? StubApi.Json(RunReport.Of(Shipped.ExperimentOf(measured.Spec), measured.Spec, IdOf(runs), end, emulator: false, measured.Points))
                : StubApi.Json(SampleRuns.Run("table.insert", "{}", end) with { Id = IdOf(runs), Spec = measured.Spec });
        })
        {
            Estimate = estimate ?? SampleRuns.Estimate(TimeSpan.FromSeconds(45)),
        };
    }

    private static string IdOf(int run) => new((char)('a' + run), 20);
}
