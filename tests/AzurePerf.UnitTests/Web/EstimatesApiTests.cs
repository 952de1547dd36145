using System.Net;
using AzurePerf.Core.Limits;
using AzurePerf.Storage;
using AzurePerf.Testing.Storage;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class EstimatesApiTests
{
    private const string Adds = """{ "experiment": "queue.add", "repetitions": 2, "parameters": { "clients": 4, "operationsPerClient": 50, "warmUpOperations": 0, "queueLength": 0 }, "tags": { "region": "eastus" } }""";

    [Fact]
    public async Task An_estimate_says_what_a_run_comes_to_and_stores_nothing()
    {
        await using var web = new WebUnderTest();

        using var response = await web.PostJsonAsync("/api/v1/estimates", Adds);

        var answer = await WebUnderTest.JsonOf(response);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal((2, 400), (answer.GetProperty("estimate").GetProperty("points").GetInt32(), answer.GetProperty("estimate").GetProperty("operations").GetInt64()));
        Assert.Equal(400 * 0.004 / 10_000, answer.GetProperty("cost").GetProperty("amount").GetDouble(), 12);
        Assert.Equal(0, answer.GetProperty("exceeded").GetArrayLength());
        Assert.Equal(0, web.Stored);
    }

    [Theory]
    [InlineData(5, "this run cannot be compared: fewer than 6 repetitions")]
    [InlineData(6, null)]
    public async Task An_estimate_says_when_a_run_can_call_nothing_in_a_comparison(int repetitions, string? note)
    {
        await using var web = new WebUnderTest();

        using var response = await web.PostJsonAsync("/api/v1/estimates", Adds.Replace("\"repetitions\": 2", $"\"repetitions\": {repetitions}", StringComparison.Ordinal));

        Assert.Equal(note is null ? [] : [note], (await WebUnderTest.JsonOf(response)).GetProperty("notes").EnumerateArray().Select(one => one.GetString()));
    }

    [Fact]
    public async Task A_bad_request_is_refused_as_it_would_be_when_submitted()
    {
        await using var web = new WebUnderTest();

        using var response = await web.PostJsonAsync("/api/v1/estimates", """{ "experiment": "queue.add", "parameters": { "clients": 0 } }""");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.EndsWith("/invalid-run", (await WebUnderTest.JsonOf(response)).GetProperty("type").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_over_a_limit_is_refused_with_the_limit_s_name_and_its_estimate_says_so_before()
    {
        await using var web = new WebUnderTest(services => services.AddSingleton(new LimitOptions { OperationsPerRun = 399 }));

        using var estimate = await web.PostJsonAsync("/api/v1/estimates", Adds);
        using var submission = await web.PostJsonAsync("/api/v1/runs", Adds);

        Assert.Equal("Limits:OperationsPerRun", (await WebUnderTest.JsonOf(estimate)).GetProperty("exceeded")[0].GetProperty("path").GetString());
        Assert.Equal(HttpStatusCode.UnprocessableEntity, submission.StatusCode);
        var problem = await WebUnderTest.JsonOf(submission);
        Assert.EndsWith("/over-limit", problem.GetProperty("type").GetString(), StringComparison.Ordinal);
        Assert.Contains("400 operations, and the operator allows 399 operations", problem.GetProperty("detail").GetString(), StringComparison.Ordinal);
        Assert.Equal(0, web.Stored);
    }

    [Fact]
    public async Task One_run_more_than_may_be_open_is_answered_429_with_the_number_and_when_to_ask_again()
    {
        await using var web = new WebUnderTest(services => services.AddSingleton(new LimitOptions { OpenRunsPerOwner = 1 }));
        using var first = await web.PostJsonAsync("/api/v1/runs", Adds);

        using var second = await web.PostJsonAsync("/api/v1/runs", Adds);

        Assert.Equal((HttpStatusCode.Accepted, HttpStatusCode.TooManyRequests), (first.StatusCode, second.StatusCode));
        Assert.Equal(TimeSpan.FromMinutes(1), second.Headers.RetryAfter?.Delta);
        var problem = await WebUnderTest.JsonOf(second);
        Assert.EndsWith("/too-many-runs", problem.GetProperty("type").GetString(), StringComparison.Ordinal);
        Assert.Contains("1 of your runs have not ended, and the operator allows each owner 1 at once", problem.GetProperty("detail").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_request_over_a_quota_is_refused_with_one_sentence_and_its_estimate_shows_the_quotas_before()
    {
        const string Images = """{ "experiment": "modis.pipeline", "parameters": { "area": "h18v04 h19v04", "days": 2 } }""";
        await using var web = new WebUnderTest(services => services.AddSingleton(new LimitOptions { OpenTasksPerOwner = 27, CoreHoursPerOwnerAndMonth = 20 }));
        using var first = await web.PostJsonAsync("/api/v1/runs", Images);
        var stored = web.Stored;

        using var estimate = await web.PostJsonAsync("/api/v1/images/estimate", Images);
        using var second = await web.PostJsonAsync("/api/v1/runs", Images);

        Assert.Equal((HttpStatusCode.Accepted, HttpStatusCode.UnprocessableEntity), (first.StatusCode, second.StatusCode));
        var problem = await WebUnderTest.JsonOf(second);
        Assert.EndsWith("/over-limit", problem.GetProperty("type").GetString(), StringComparison.Ordinal);
        Assert.Equal(
            "14 of the 27 tasks that you may have are under way, and this request asks for about 14; there is room again when some of your runs have ended",
            problem.GetProperty("detail").GetString());
        Assert.Equal(stored, web.Stored);
        var answer = await WebUnderTest.JsonOf(estimate);
        Assert.Equal("Limits:OpenTasksPerOwner", Assert.Single(answer.GetProperty("exceeded").EnumerateArray().Select(one => one.GetProperty("path").GetString())));
        Assert.Equal(
            ["CoreHoursPerOwnerAndMonth", "OpenTasksPerOwner 14 14 27"],
            answer.GetProperty("quotas").EnumerateArray().Select(one => one.GetProperty("quota").GetString() is "OpenTasksPerOwner"
                ? $"OpenTasksPerOwner {one.GetProperty("used")} {one.GetProperty("asked")} {one.GetProperty("allowed")}"
                : one.GetProperty("quota").GetString()));
    }

    [Fact]
    public async Task An_estimate_of_images_with_quotas_reads_the_times_of_the_last_days_once()
    {
        const string Images = """{ "experiment": "modis.pipeline", "parameters": { "area": "h18v04", "days": 2 } }""";
        var control = new InMemoryControlPlane(WebUnderTest.Clock);
        var rows = new RequestCountingRows(control.Rows, ControlNames.ExecutionsTable);
        await using var web = new WebUnderTest(
            services => services.AddSingleton(FailingRows.With(control.AsControlPlane(), rows))
                .AddSingleton(new LimitOptions { CoreHoursPerOwnerAndMonth = 20 }),
            control);

        using var estimate = await web.PostJsonAsync("/api/v1/images/estimate", Images);

        Assert.Equal(1, rows.Requests);
        Assert.Equal(1, (await WebUnderTest.JsonOf(estimate)).GetProperty("quotas").GetArrayLength());
    }
}
