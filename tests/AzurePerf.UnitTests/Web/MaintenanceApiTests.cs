using System.Net;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class MaintenanceApiTests : IAsyncDisposable
{
    private const string Clean = "/api/v1/maintenance/clean";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Without_a_body_the_default_target_is_cleaned()
    {
        var response = await _web.Client.PostAsync(new Uri(Clean, UriKind.Relative), null, TestContext.Current.CancellationToken);

        var run = await WebUnderTest.JsonOf(response);
        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
        Assert.Equal("/api/v1/runs/" + run.GetProperty("id").GetString(), response.Headers.Location!.OriginalString);
        var spec = run.GetProperty("spec");
        Assert.Equal((MaintenanceRun.Experiment, "default"), (spec.GetProperty("experiment").GetString(), spec.GetProperty("target").GetString()));
        Assert.Single(_web.Control.RunRequests.Texts);
    }

    [Fact]
    public async Task A_body_names_another_target()
    {
        var run = await WebUnderTest.JsonOf(await _web.PostJsonAsync(Clean, """{"target": "west"}"""));

        Assert.Equal("west", run.GetProperty("spec").GetProperty("target").GetString());
    }

    [Theory]
    [InlineData("""{"target": "east"}""", "target")]
    [InlineData("""{"target": 1}""", "")]
    [InlineData("""{"targets": ["west"]}""", "")]
    [InlineData("[]", "")]
    [InlineData("{", "")]
    public async Task A_request_that_is_not_valid_is_refused_and_nothing_is_stored(string body, string field)
    {
        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.PostJsonAsync(Clean, body), HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.True(problem.GetProperty("errors").TryGetProperty(field, out _));
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task A_request_that_is_repeated_under_its_key_is_answered_with_its_run_also_when_its_target_is_gone()
    {
        var first = await WebUnderTest.JsonOf(await _web.PostJsonAsync(Clean, """{"target": "west"}""", "key"));
        await using var withoutWest = new WebUnderTest(null, _web.Control, ("Targets:Names:1", "east"));

        var again = await WebUnderTest.JsonOf(await withoutWest.PostJsonAsync(Clean, """{"target": "west"}""", "key"));

        Assert.Equal(first.GetProperty("id").GetString(), again.GetProperty("id").GetString());
        Assert.Equal(HttpStatusCode.BadRequest, (await withoutWest.PostJsonAsync(Clean, """{"target": "west"}""", "another")).StatusCode);
    }

    [Fact]
    public async Task A_run_request_cannot_ask_for_it()
    {
        var response = await _web.PostJsonAsync("/api/v1/runs", $$"""{"experiment": "{{MaintenanceRun.Experiment}}"}""");

        await RunSubmissionApiTests.ProblemAsync(response, HttpStatusCode.BadRequest, "/problems/invalid-run");
    }

    [Fact]
    public async Task Its_run_has_a_page()
    {
        var run = await WebUnderTest.JsonOf(await _web.PostJsonAsync(Clean, "{}"));

        var page = await Page.OpenAsync(_web, "/runs/" + run.GetProperty("id").GetString());

        Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
        Assert.Contains(MaintenanceRun.Experiment, page.Text, StringComparison.Ordinal);
    }
}
