using System.Net;
using System.Text.Json;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ComparisonApiTests : IAsyncDisposable
{
    private const string Nobody = "aaaaaaaaaaaaaaaaaaaa";
    private const string Request = """{"experiment": "queue.add", "preset": "quick", "seed": 1, "repetitions": 10, "parameters": {"clients": [1, 4]}}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_candidate_is_judged_against_the_baseline()
    {
        var baseline = await MeasureAsync(10, 1);
        var candidate = await MeasureAsync(5, 0.7);

        var comparison = await JsonAsync($"?baseline={baseline}&candidate={candidate}");
        var exchanged = await JsonAsync($"?baseline={candidate}&candidate={baseline}");

        Assert.Equal(["regressed", "regressed"], Verdicts(comparison));
        Assert.Equal(["improved", "improved"], Verdicts(exchanged));
        Assert.Equal(("opsPerSecond", 0.05), (comparison.GetProperty("metric").GetString(), comparison.GetProperty("margin").GetDouble()));
        Assert.Equal("emulator", comparison.GetProperty("points")[0].GetProperty("baseline").GetProperty("scale").GetString());
        Assert.Equal((baseline, candidate), (IdOf("baseline"), IdOf("candidate")));

        string? IdOf(string side) => comparison.GetProperty(side).GetProperty("id").GetString();
    }

    [Fact]
    public async Task Metric_and_margin_are_those_that_were_asked_for()
    {
        var address = $"?baseline={await MeasureAsync(10, 1)}&candidate={await MeasureAsync(5, 0.9)}";

        Assert.Equal(["regressed", "regressed"], Verdicts(await JsonAsync(address + "&metric=mean")));
        Assert.Equal(["noCredibleChange", "noCredibleChange"], Verdicts(await JsonAsync(address + "&metric=mean&margin=0.2")));
    }

    [Fact]
    public async Task What_may_differ_is_said_in_the_query()
    {
        var baseline = await MeasureAsync(10, 1);
        var candidate = await MeasureAsync(5, 1, build: "other");

        var forbidden = await JsonAsync($"?baseline={baseline}&candidate={candidate}");
        Assert.Equal(["notComparable", "notComparable"], Verdicts(forbidden));
        Assert.Equal("otherBuild", Assert.Single(forbidden.GetProperty("points")[0].GetProperty("obstacles").EnumerateArray()).GetString());
        Assert.Equal(["noCredibleChange", "noCredibleChange"], Verdicts(await JsonAsync($"?baseline={baseline}&candidate={candidate}&across=build,sdk")));
    }

    [Theory]
    [InlineData("-Infinity")]
    [InlineData("-0.1")]
    [InlineData("Infinity")]
    [InlineData("NaN")]
    public async Task A_margin_that_is_no_share_is_refused(string margin)
    {
        var problem = await ProblemAsync($"?baseline={Nobody}&candidate=bbbbbbbbbbbbbbbbbbbb&margin={margin}", HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.Equal("must be a share from 0 to 1, such as 0.05", problem.GetProperty("errors").GetProperty("margin")[0].GetString());
    }

    [Fact]
    public async Task Everything_that_is_wrong_with_a_query_is_said_at_once()
    {
        var problem = await ProblemAsync($"?baseline={Nobody}&candidate={Nobody}&metric=speed&margin=5%25&across=colour", HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.Equal(["across", "candidate", "margin", "metric"], problem.GetProperty("errors").EnumerateObject().Select(error => error.Name).Order());
    }

    [Theory]
    [InlineData("", "baseline", "candidate")]
    [InlineData("?baseline=" + Nobody, "candidate")]
    public async Task Both_runs_are_required(string query, params string[] missing)
    {
        var problem = await ProblemAsync(query, HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.Equal(missing, problem.GetProperty("errors").EnumerateObject().Select(error => error.Name).Order());
    }

    [Fact]
    public async Task A_run_that_is_not_there_is_named_with_its_role()
    {
        var problem = await ProblemAsync($"?baseline={await MeasureAsync(10, 1)}&candidate={Nobody}", HttpStatusCode.NotFound, "/problems/not-found");

        Assert.Equal($"there is no run with the id {Nobody}, which is to be the candidate", problem.GetProperty("detail").GetString());
        await ProblemAsync($"?baseline=..%2Fsecret&candidate={Nobody}", HttpStatusCode.NotFound, "/problems/not-found");
    }

    [Fact]
    public async Task A_candidate_of_several_parts_is_held_against_the_marked_baseline_and_an_unknown_one_is_not_found()
    {
        var marked = await MeasureAsync(20, 1);
        Assert.Equal(HttpStatusCode.OK, (await _web.Client.PutAsync($"/api/v1/runs/{marked}/baseline", null, TestContext.Current.CancellationToken)).StatusCode);
        var parts = $"{await MeasureAsync(10, 0.7)}.{await MeasureAsync(5, 0.7)}";

        var comparison = await JsonAsync("?candidate=" + parts);

        Assert.Equal((marked, parts), (comparison.GetProperty("baseline").GetProperty("id").GetString(), comparison.GetProperty("candidate").GetProperty("id").GetString()));
        Assert.Equal("must be another run than baseline, and have no part in common with it",
            (await ProblemAsync($"?candidate={marked}.{parts}", HttpStatusCode.BadRequest, "/problems/invalid-request"))
                .GetProperty("errors").GetProperty("candidate")[0].GetString());
        var problem = await ProblemAsync("?candidate=" + Nobody, HttpStatusCode.NotFound, "/problems/not-found");
        Assert.Equal($"there is no run with the id {Nobody}, which is to be the candidate", problem.GetProperty("detail").GetString());
    }

    [Fact]
    public async Task A_run_that_has_not_ended_is_not_compared()
    {
        var running = await SeededRun.SubmitAsync(_web, Request, 1);
        await running.MoveAsync(RunStatus.Running, 3);

        var problem = await ProblemAsync($"?baseline={running.Id}&candidate={await MeasureAsync(10, 1)}", HttpStatusCode.Conflict, "/problems/run-not-ended");

        Assert.Equal($"the baseline {running.Id} is running: what it measured so far is a part of it", problem.GetProperty("detail").GetString());
    }

    [Fact]
    public async Task Runs_without_anything_in_common_are_refused_with_what_they_are()
    {
        var adds = await MeasureAsync(10, 1);
        var peeks = await MeasureAsync(10, 1, Request.Replace("queue.add", "queue.peek", StringComparison.Ordinal));
        var others = await MeasureAsync(10, 1, Request.Replace("[1, 4]", "[2, 8]", StringComparison.Ordinal));

        Assert.Equal("the baseline is a run of queue.add, the candidate one of queue.peek", await DetailAsync(adds, peeks));
        Assert.Equal("no configuration was measured by both runs: clients is 1, 4 in the baseline and 2, 8 in the candidate", await DetailAsync(adds, others));

        async Task<string?> DetailAsync(string baseline, string candidate) =>
            (await ProblemAsync($"?baseline={baseline}&candidate={candidate}", HttpStatusCode.UnprocessableEntity, "/problems/nothing-to-compare")).GetProperty("detail").GetString();
    }

    private static IReadOnlyList<string?> Verdicts(JsonElement comparison) => [.. comparison.GetProperty("points").EnumerateArray().Select(point => point.GetProperty("verdict").GetString())];

    private async Task<string> MeasureAsync(int minutesAgo, double factor, string request = Request, string build = "b1")
    {
        var run = await SeededRun.SubmitAsync(_web, request, minutesAgo);
        await run.MoveAsync(RunStatus.Completed, 20);
        await run.PublishAsync(run.Measured(planned =>
            SeededRun.Summary(SeededRun.Level(planned, "clients"), ComparedPoints.Hundred[planned.Repetition - 1] * factor, 512, 400)).Select(point => point with { Build = build }));
        return run.Id;
    }

    private async Task<JsonElement> JsonAsync(string query)
    {
        var response = await _web.GetAsync("/api/v1/compare" + query);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        return await WebUnderTest.JsonOf(response);
    }

    private async Task<JsonElement> ProblemAsync(string query, HttpStatusCode status, string type) =>
        await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync("/api/v1/compare" + query), status, type);
}
