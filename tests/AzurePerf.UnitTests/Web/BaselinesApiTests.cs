using System.Net;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class BaselinesApiTests : IAsyncDisposable
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick", "repetitions": 6}""";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_last_run_that_was_marked_is_the_baseline_of_its_experiment_and_target()
    {
        var first = await EndedAsync(60);
        var second = await EndedAsync(30);
        Assert.Equal(HttpStatusCode.OK, (await MarkAsync(first.Id)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await MarkAsync(second.Id)).StatusCode);

        var baseline = Assert.Single((await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/baselines"))).GetProperty("baselines").EnumerateArray());

        Assert.Equal(
            ("default", "blob.download", second.Id, "local"),
            (baseline.GetProperty("target").GetString()!, baseline.GetProperty("experiment").GetString()!, baseline.GetProperty("runId").GetString()!, baseline.GetProperty("markedBy").GetString()!));
    }

    [Fact]
    public async Task A_baseline_comes_with_how_the_newest_runs_stand_to_it_and_a_row_that_cannot_be_read_hides_no_other()
    {
        var baseline = await EndedAsync(60);
        var candidate = await EndedAsync(30);
        await MarkAsync(baseline.Id);
        await _web.Control.Rows.PutAsync(ControlNames.BaselinesTable, new("west", "queue.add") { ["v"] = 1, ["run"] = 5 }, Cancelled);

        var list = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/baselines"));

        var recent = Assert.Single(list.GetProperty("baselines").EnumerateArray()).GetProperty("recent").EnumerateArray().ToArray();
        Assert.Equal([baseline.Id, candidate.Id], recent.Select(standing => standing.GetProperty("runId").GetString()));
        Assert.Equal("noCredibleChange", recent[1].GetProperty("verdict").GetString());
        Assert.Contains("run", Assert.Single(list.GetProperty("unreadable").EnumerateArray()).GetString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("/api/v1/runs/{0}/summary", 200)]
    [InlineData("/api/v1/runs/{0}/export?format=md", 200)]
    [InlineData("/api/v1/compare?candidate={0}", 422)]
    [InlineData("/runs/{0}", 200)]
    [InlineData("/runs/{0}/baseline", 200)]
    [InlineData("/compare?runs={0}", 200)]
    public async Task A_baseline_whose_row_cannot_be_read_counts_as_none(string address, int status)
    {
        var run = await EndedAsync(30);
        await SpoilAsync();

        var answer = await _web.GetAsync(address.Replace("{0}", run.Id, StringComparison.Ordinal));

        Assert.Equal(status, (int)answer.StatusCode);
    }

    [Fact]
    public async Task An_administrator_replaces_or_removes_a_baseline_whose_row_cannot_be_read()
    {
        var run = await EndedAsync(30);
        await SpoilAsync();
        Assert.Equal(HttpStatusCode.OK, (await MarkAsync(run.Id)).StatusCode);

        await SpoilAsync();
        Assert.Equal(HttpStatusCode.NoContent, (await _web.Client.DeleteAsync($"/api/v1/runs/{run.Id}/baseline", Cancelled)).StatusCode);
        await SpoilAsync();
        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}/baseline");
        Assert.Contains("Nobody can read which run it is: row default/blob.download: run is a Int32", page.Text, StringComparison.Ordinal);
        await page.PressAsync("Remove as baseline");

        Assert.Null(await _web.Control.Rows.FindAsync(ControlNames.BaselinesTable, "default", "blob.download", Cancelled));
    }

    [Fact]
    public async Task Results_of_a_baseline_that_cannot_be_read_are_gone_for_the_others()
    {
        var (baseline, run) = (await EndedAsync(60), await EndedAsync(30));
        await MarkAsync(baseline.Id);
        await _web.Control.Rows.PutAsync(ControlNames.RunsTable, new(baseline.Id, RunRows.HeaderKey) { ["v"] = 99 }, Cancelled);

        Assert.Contains("results are gone", (await Page.OpenAsync(_web, "/runs/" + run.Id)).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_candidate_alone_is_held_against_the_baseline()
    {
        var baseline = await EndedAsync(60);
        var candidate = await EndedAsync(30);
        await RunSubmissionApiTests.ProblemAsync(
            await _web.GetAsync("/api/v1/compare?candidate=" + candidate.Id), HttpStatusCode.UnprocessableEntity, "/problems/nothing-to-compare");
        await MarkAsync(baseline.Id);

        var comparison = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/compare?candidate=" + candidate.Id));

        Assert.Equal(baseline.Id, comparison.GetProperty("baseline").GetProperty("id").GetString());
    }

    [Fact]
    public async Task Only_the_baseline_itself_can_be_taken_away()
    {
        var baseline = await EndedAsync(60);
        var other = await EndedAsync(30);
        await MarkAsync(baseline.Id);

        Assert.Equal(HttpStatusCode.NotFound, (await _web.Client.DeleteAsync($"/api/v1/runs/{other.Id}/baseline", Cancelled)).StatusCode);
        Assert.Equal(HttpStatusCode.NoContent, (await _web.Client.DeleteAsync($"/api/v1/runs/{baseline.Id}/baseline", Cancelled)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await _web.Client.DeleteAsync($"/api/v1/runs/{baseline.Id}/baseline", Cancelled)).StatusCode);
    }

    [Fact]
    public async Task A_run_that_has_not_completed_is_no_baseline()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await RunSubmissionApiTests.ProblemAsync(await MarkAsync(run.Id), HttpStatusCode.Conflict, "/problems/run-not-ended");

        await run.MoveAsync(RunStatus.Failed, 1);
        await RunSubmissionApiTests.ProblemAsync(await MarkAsync(run.Id), HttpStatusCode.Conflict, "/problems/run-not-ended");
    }

    [Fact]
    public async Task A_run_of_which_nothing_succeeded_takes_no_other_s_place()
    {
        var good = await EndedAsync(60);
        Assert.Equal(HttpStatusCode.OK, (await MarkAsync(good.Id)).StatusCode);
        var bad = await EndedAsync(30, RunStatus.CompletedWithErrors, result => result.With(operations => operations with { Outcomes = new() { [OperationOutcome.Throttled] = operations.Operations } }));

        var problem = await RunSubmissionApiTests.ProblemAsync(await MarkAsync(bad.Id), HttpStatusCode.UnprocessableEntity, "/problems/nothing-to-compare");

        Assert.Equal("no operation succeeded with 2 of its configurations", problem.GetProperty("detail").GetString());
        Assert.Contains(good.Id, await _web.Client.GetStringAsync("/api/v1/baselines", Cancelled), StringComparison.Ordinal);
        Assert.DoesNotContain(bad.Id, await _web.Client.GetStringAsync("/api/v1/baselines", Cancelled), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_with_fewer_repetitions_than_a_comparison_needs_is_no_baseline()
    {
        var run = await EndedAsync(60, request: Download.Replace("6", "5", StringComparison.Ordinal));

        var problem = await RunSubmissionApiTests.ProblemAsync(await MarkAsync(run.Id), HttpStatusCode.UnprocessableEntity, "/problems/nothing-to-compare");

        Assert.Equal("a comparison needs 6 repetitions that count, and no configuration of this run has more than 5", problem.GetProperty("detail").GetString());
    }

    [Fact]
    public async Task Targets_are_listed_by_name_and_kind_and_by_nothing_else() => Assert.Equal(
        """{"targets":[{"name":"default","kind":"account"},{"name":"west","kind":"account"},{"name":"local","kind":"machine"},{"name":"peer","kind":"peer"}]}""",
        await _web.Client.GetStringAsync("/api/v1/targets", Cancelled));

    private Task SpoilAsync() =>
        _web.Control.Rows.PutAsync(ControlNames.BaselinesTable, new("default", "blob.download") { ["v"] = 1, ["run"] = 5 }, Cancelled);

    private Task<HttpResponseMessage> MarkAsync(string id) => _web.Client.PutAsync($"/api/v1/runs/{id}/baseline", null, Cancelled);

    private async Task<SeededRun> EndedAsync(
        int minutesAgo, RunStatus status = RunStatus.Completed, Func<PointResult, PointResult>? change = null, string request = Download)
    {
        var run = await SeededRun.SubmitAsync(_web, request, minutesAgo);
        await run.MoveAsync(status, 12);
        await run.SumUpAsync([.. run.Measured(_ => (change ?? (summary => summary))(SeededRun.Summary(1, 10, 1 << 20, 20)))]);
        return run;
    }
}
