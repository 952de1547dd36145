using System.Net;
using System.Text;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class NotesApiTests : IAsyncDisposable
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick", "tags": {"region": "westeurope"}}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Theory]
    [InlineData("")]
    [InlineData("W/")]
    [InlineData("*")]
    public async Task Notes_that_the_caller_has_already_are_not_sent_again(string weak)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        var before = await _web.GetAsync($"/api/v1/runs/{run.Id}/notes");
        using var request = new HttpRequestMessage(HttpMethod.Get, $"/api/v1/runs/{run.Id}/notes") { Headers = { { "If-None-Match", weak == "*" ? weak : weak + before.Headers.ETag! } } };

        var again = await _web.Client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.NotModified, again.StatusCode);
        Assert.Equal(before.Headers.ETag, again.Headers.ETag);
    }

    [Fact]
    public async Task A_note_says_who_wrote_it_and_when()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        var before = await _web.GetAsync($"/api/v1/runs/{run.Id}/notes");

        var after = await PatchAsync(run.Id, """{"text": "the region was\r\nthrottled"}""", before.Headers.ETag!.ToString());

        Assert.Equal(HttpStatusCode.OK, after.StatusCode);
        Assert.NotEqual(before.Headers.ETag, after.Headers.ETag);
        var shown = (await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs/" + run.Id))).GetProperty("notes")[0];
        Assert.Equal(
            ("local", WebUnderTest.Now, "the region was\nthrottled"),
            (shown.GetProperty("by").GetString(), shown.GetProperty("at").GetDateTimeOffset(), shown.GetProperty("text").GetString()));
    }

    [Fact]
    public async Task Tags_changed_after_the_fact_are_those_of_the_run_and_of_the_list()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4);

        await PatchAsync(run.Id, """{"tags": {"region": null, "verdict": "good"}}""", "*");

        var shown = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs/" + run.Id));
        Assert.Equal("""{"verdict":"good"}""", shown.GetProperty("tags").GetRawText());
        Assert.Equal("""{"region":"westeurope"}""", shown.GetProperty("spec").GetProperty("tags").GetRawText());
        Assert.Equal(1, (await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs?tag=verdict=good"))).GetProperty("runs").GetArrayLength());
        Assert.Equal(0, (await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs?tag=region"))).GetProperty("runs").GetArrayLength());
    }

    [Fact]
    public async Task The_end_of_a_run_keeps_the_labels_that_were_changed_meanwhile()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await PatchAsync(run.Id, """{"tags": {"verdict": "good"}}""", "*");
        var store = new RunStore(_web.Control.Rows);

        var ended = (await store.TryReplaceAsync(
            (await store.FindAsync(run.Id, TestContext.Current.CancellationToken))! with { Status = RunStatus.Completed }, TestContext.Current.CancellationToken))!;
        await store.PutIndexAsync(ended, TestContext.Current.CancellationToken);

        Assert.Equal(1, (await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs?tag=verdict=good&state=completed"))).GetProperty("runs").GetArrayLength());
    }

    [Fact]
    public async Task A_change_of_what_somebody_changed_since_is_refused()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        var etag = (await _web.GetAsync($"/api/v1/runs/{run.Id}/notes")).Headers.ETag!.ToString();
        await PatchAsync(run.Id, """{"text": "first"}""", etag);

        await RunSubmissionApiTests.ProblemAsync(await PatchAsync(run.Id, """{"text": "second"}""", etag), HttpStatusCode.PreconditionFailed, "/problems/stale");

        Assert.Equal(1, (await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/notes"))).GetProperty("notes").GetArrayLength());
    }

    [Fact]
    public async Task A_change_of_what_nobody_read_is_refused()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);

        await RunSubmissionApiTests.ProblemAsync(await PatchAsync(run.Id, """{"text": "first"}""", null), HttpStatusCode.PreconditionRequired, "/problems/condition-required");
    }

    [Theory]
    [InlineData("\"notes-1\"")]
    [InlineData("W/\"notes-0\"")]
    [InlineData("\"something\"")]
    [InlineData("\"notes-0\", \"notes-1\"")]
    public async Task Only_the_etag_of_the_notes_counts(string etag)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);

        await RunSubmissionApiTests.ProblemAsync(await PatchAsync(run.Id, """{"text": "first"}""", etag), HttpStatusCode.PreconditionFailed, "/problems/stale");
    }

    [Theory]
    [InlineData("""{}""", "")]
    [InlineData("""{"text": ""}""", "text")]
    [InlineData("""{"text": 1}""", "text")]
    [InlineData("""{"text": "\u0007"}""", "text")]
    [InlineData("""{"tags": {"": "x"}}""", "tags")]
    [InlineData("""{"tags": {"a": 1}}""", "tags.a")]
    [InlineData("""{"tags": []}""", "tags")]
    [InlineData("""{"owner": "me"}""", "owner")]
    [InlineData("""[]""", "")]
    [InlineData("""{""", "")]
    public async Task A_change_that_makes_no_sense_is_refused(string body, string path)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);

        var problem = await RunSubmissionApiTests.ProblemAsync(await PatchAsync(run.Id, body, "*"), HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.True(problem.GetProperty("errors").TryGetProperty(path, out _));
    }

    [Fact]
    public async Task A_run_has_as_many_labels_as_it_may_have_at_its_submission()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        var tags = string.Join(", ", Enumerable.Range(0, SpecLimits.Tags).Select(number => $"\"t{number}\": \"x\""));

        await RunSubmissionApiTests.ProblemAsync(await PatchAsync(run.Id, "{\"tags\": {" + tags + "}}", "*"), HttpStatusCode.BadRequest, "/problems/invalid-request");
        Assert.Equal(HttpStatusCode.OK, (await PatchAsync(run.Id, "{\"tags\": {" + tags + ", \"region\": null}}", "*")).StatusCode);
    }

    [Fact]
    public async Task Writers_that_meet_leave_nothing_out()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);

        await Task.WhenAll(Enumerable.Range(0, 20).Select(number => PatchAsync(run.Id, $$"""{"text": "note {{number}}"}""", "*")));

        Assert.Equal(20, (await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/notes"))).GetProperty("notes").EnumerateArray()
            .Select(note => note.GetProperty("text").GetString()).Distinct().Count());
    }

    [Fact]
    public async Task Nothing_is_noted_about_a_run_that_does_not_exist() =>
        await RunSubmissionApiTests.ProblemAsync(await PatchAsync("aaaaaaaaaaaaaaaaaaaa", """{"text": "x"}""", "*"), HttpStatusCode.NotFound, "/problems/not-found");

    private async Task<HttpResponseMessage> PatchAsync(string id, string body, string? ifMatch)
    {
        using var request = new HttpRequestMessage(HttpMethod.Patch, $"/api/v1/runs/{id}/notes") { Content = new StringContent(body, Encoding.UTF8, "application/json") };
        if (ifMatch is not null)
        {
            request.Headers.TryAddWithoutValidation("If-Match", ifMatch);
        }

        return await _web.Client.SendAsync(request, TestContext.Current.CancellationToken);
    }
}
