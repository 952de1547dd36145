using System.Net;
using System.Text;
using System.Text.Json;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ResubmissionApiTests : IAsyncDisposable
{
    private const string Custom = """{"experiment": "blob.download", "name": "first", "seed": 7, "repetitions": 2, "parameters": {"clients": [1, 4], "blobBytes": 1024}, "tags": {"region": "westeurope", "team": "a"}}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_request_of_a_run_gives_it_again()
    {
        var run = await SeededRun.SubmitAsync(_web, Custom);

        var request = await _web.GetAsync($"/api/v1/runs/{run.Id}/request");
        var read = new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(1)).Read(await request.Content.ReadAsByteArrayAsync(TestContext.Current.CancellationToken)).Spec!;

        Assert.Equal(run.Run.Spec.Parameters.ToJsonString(), read.Parameters.ToJsonString());
        Assert.Equal((7, 2, "first"), (read.Seed, read.Repetitions, read.Name));
    }

    [Fact]
    public async Task A_clone_is_the_request_with_changes_and_names_its_origin()
    {
        var run = await SeededRun.SubmitAsync(_web, Custom);

        var clone = await AcceptedAsync(await _web.PostJsonAsync(
            $"/api/v1/runs/{run.Id}/clone", """{"name": "second", "parameters": {"clients": [8]}, "tags": {"team": null, "night": "1"}, "seed": null}"""));

        Assert.Equal("second", clone.Spec.Name);
        Assert.Equal("[8]", clone.Spec.Parameters["clients"]!.ToJsonString());
        Assert.Equal("[1024]", clone.Spec.Parameters["blobBytes"]!.ToJsonString());
        Assert.Equal(["night", "region"], clone.Spec.Tags.Keys);
        Assert.Equal(2, clone.Spec.Repetitions);
        Assert.Equal(new RunOrigin(RunOriginKind.Clone, run.Id), clone.Origin);
    }

    [Theory]
    [InlineData("""{"tags": {"draft": null}}""")]
    [InlineData("""{"parameters": {"clients": null}}""")]
    public async Task What_the_run_has_not_can_be_taken_from_its_clone(string changes)
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "blob.download", "preset": "quick"}""");

        var clone = await AcceptedAsync(await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/clone", changes));

        Assert.Equal(("quick", 0), (clone.Spec.Scale, clone.Spec.Tags.Count));
    }

    [Theory]
    [InlineData("""{"onlyPoints": [2]}""", HttpStatusCode.BadRequest)]
    [InlineData("{", HttpStatusCode.BadRequest)]
    [InlineData("""{"a": 1, "a": 2}""", HttpStatusCode.BadRequest)]
    [InlineData("""{"\ud800": 1}""", HttpStatusCode.BadRequest)]
    [InlineData("{}", HttpStatusCode.Accepted)]
    public async Task A_retry_takes_no_body_that_says_anything(string body, HttpStatusCode status)
    {
        var run = await EndedAsync();

        Assert.Equal(status, (await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/retry", body)).StatusCode);
    }

    [Fact]
    public async Task Changes_that_come_over_HTTP_2_without_a_length_are_made()
    {
        var run = await SeededRun.SubmitAsync(_web, Custom);
        using var request = new HttpRequestMessage(HttpMethod.Post, $"/api/v1/runs/{run.Id}/clone")
        {
            Version = HttpVersion.Version20,
            Content = new StreamedContent("""{"name": "second"}"""),
        };
        Assert.Null(request.Content.Headers.ContentLength);

        var clone = await AcceptedAsync(await _web.Client.SendAsync(request, TestContext.Current.CancellationToken));

        Assert.Equal("second", clone.Spec.Name);
    }

    [Theory]
    [InlineData("clone", """{"parameters": {"clients": [1, 4, 8]}}""", 6)]
    [InlineData("rerun", null, 4)]
    public async Task What_a_new_run_would_come_to_is_told_without_storing_it(string how, string? body, int points)
    {
        var run = await SeededRun.SubmitAsync(_web, Custom);
        var before = _web.Stored;

        using var response = body is null
            ? await _web.Client.PostAsync($"/api/v1/runs/{run.Id}/{how}/estimate", null, TestContext.Current.CancellationToken)
            : await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/{how}/estimate", body);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(points, (await WebUnderTest.JsonOf(response)).GetProperty("estimate").GetProperty("points").GetInt32());
        Assert.Equal(before, _web.Stored);
    }

    [Theory]
    [InlineData("clone", """{"parameters": {"clients": [0]}}""", HttpStatusCode.BadRequest, "/problems/invalid-run")]
    [InlineData("retry", "", HttpStatusCode.Conflict, "/problems/run-not-ended")]
    public async Task What_would_be_refused_is_refused_when_it_is_estimated_too(string how, string body, HttpStatusCode status, string problem)
    {
        var run = await SeededRun.SubmitAsync(_web, Custom);

        using var response = body.Length == 0
            ? await _web.Client.PostAsync($"/api/v1/runs/{run.Id}/{how}/estimate", null, TestContext.Current.CancellationToken)
            : await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/{how}/estimate", body);

        Assert.Equal((status, problem), (response.StatusCode, (await WebUnderTest.JsonOf(response)).GetProperty("type").GetString()));
    }

    [Theory]
    [InlineData(null, true)]
    [InlineData("""{"seed": "same"}""", true)]
    [InlineData("""{"seed": "new"}""", false)]
    public async Task A_rerun_is_the_same_run_with_the_same_or_another_seed(string? body, bool sameSeed)
    {
        var run = await SeededRun.SubmitAsync(_web, Custom, order: PointOrder.Shuffled);

        var rerun = await AcceptedAsync(body is null
            ? await _web.Client.PostAsync($"/api/v1/runs/{run.Id}/rerun", null, TestContext.Current.CancellationToken)
            : await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/rerun", body));

        Assert.Equal(sameSeed, rerun.Spec.Seed == 7);
        Assert.Equal(JsonSerializer.Serialize(run.Run.Spec with { Seed = rerun.Spec.Seed }), JsonSerializer.Serialize(rerun.Spec));
        Assert.Equal(RunOriginKind.Rerun, rerun.Origin!.Kind);
    }

    [Fact]
    public async Task A_retry_measures_what_has_no_result_and_nothing_else()
    {
        var run = await EndedAsync();

        var retry = await AcceptedAsync(await _web.Client.PostAsync($"/api/v1/runs/{run.Id}/retry", null, TestContext.Current.CancellationToken));

        // Point 2 failed, 4 was never published.
        Assert.Equal([2, 4], retry.Spec.Only);
        Assert.Equal("custom", retry.Spec.Scale);
        Assert.Equal(new RunOrigin(RunOriginKind.Retry, run.Id), retry.Origin);
    }

    [Fact]
    public async Task A_retry_of_a_retry_names_the_points_of_the_whole_run()
    {
        var run = await EndedAsync();
        var retry = await AcceptedAsync(await _web.Client.PostAsync($"/api/v1/runs/{run.Id}/retry", null, TestContext.Current.CancellationToken));
        var store = new RunStore(_web.Control.Rows);
        await store.TryReplaceAsync(retry with { Status = RunStatus.Completed, Points = 2 }, TestContext.Current.CancellationToken);
        await new PointStore(_web.Control.Rows).TryPublishAsync(retry.RunId, run.Measured(_ => SeededRun.Summary(1, 10, 1, 20)).First(), TestContext.Current.CancellationToken);

        var again = await AcceptedAsync(await _web.Client.PostAsync($"/api/v1/runs/{retry.RunId}/retry", null, TestContext.Current.CancellationToken));

        Assert.Equal([4], again.Spec.Only);
    }

    [Fact]
    public async Task A_retry_that_is_rerun_with_a_new_seed_measures_the_same_points_in_another_order()
    {
        // So many that a new seed has the same order once in two million times.
        var run = await SeededRun.SubmitAsync(_web, Custom.Replace("[1, 4]", "[1, 2, 4, 8]", StringComparison.Ordinal).Replace("\"repetitions\": 2", "\"repetitions\": 6", StringComparison.Ordinal), order: PointOrder.Shuffled);
        await run.MoveAsync(RunStatus.Cancelled, 5);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 10, 1, 20)).Take(5));
        var retry = await AcceptedAsync(await PostAsync(run.Id, "retry"));

        var rerun = await AcceptedAsync(await _web.PostJsonAsync($"/api/v1/runs/{retry.RunId}/rerun", """{"seed": "new"}"""));
        var again = await AcceptedAsync(await PostAsync(retry.RunId, "rerun"));

        Assert.NotEqual(retry.Spec.Seed, rerun.Spec.Seed);
        Assert.Equal(19, PointsOf(retry).Length);
        Assert.Equal(PointsOf(retry).Order(), PointsOf(rerun).Order());
        Assert.NotEqual(PointsOf(retry), PointsOf(rerun));
        Assert.Equal(PointsOf(retry), PointsOf(again));

        static string[] PointsOf(RunState run) =>
            [.. RunPlanner.Plan(Shipped.Experiments.Find("blob.download")!, run.Spec).Points.Select(point => $"{point.Repetition} {point.Levels.ToJsonString()}")];
    }

    [Theory]
    [InlineData("rerun", "{}", "quick")]
    [InlineData("clone", """{"name": "again"}""", "custom")]
    [InlineData("retry", "{}", "custom")]
    public async Task A_run_of_a_preset_that_has_changed_since_is_made_again_with_what_it_measured(string how, string body, string scale)
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "blob.download", "preset": "quick"}""", change: Older);
        await run.MoveAsync(RunStatus.Cancelled, 0);

        var request = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/request"));
        var again = await AcceptedAsync(await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/{how}", body));

        Assert.False(request.TryGetProperty("preset", out _));
        Assert.Equal("[2,3]", again.Spec.Parameters["clients"]!.ToJsonString());
        Assert.Equal(run.Run.Spec.Parameters.ToJsonString(), again.Spec.Parameters.ToJsonString());
        Assert.Equal(scale, again.Spec.Scale);
    }

    [Theory]
    [InlineData("""{"preset": "reduced"}""")]
    [InlineData("""{"preset": "reduced", "parameters": {"blobBytes": 1024}}""")]
    public async Task A_clone_with_another_preset_has_its_parameters_also_of_a_run_whose_preset_has_changed_since(string changes)
    {
        var reduced = Shipped.Experiments.Find("blob.download")!.FindPreset("reduced")!.Parameters;
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "blob.download", "preset": "quick"}""", change: Older);

        var clone = await AcceptedAsync(await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/clone", changes));

        Assert.Equal(reduced["clients"]!.ToJsonString(), clone.Spec.Parameters["clients"]!.ToJsonString());
        Assert.Equal(changes.Contains("1024", StringComparison.Ordinal), clone.Spec.Parameters["blobBytes"]!.ToJsonString() == "[1024]");
    }

    [Fact]
    public async Task A_run_of_before_a_parameter_came_is_still_one_of_its_preset_where_that_leaves_the_parameter_as_it_is()
    {
        var definition = Shipped.Experiments.Find("blob.download")!;
        var later = definition.Parameters.First(parameter => !definition.FindPreset("quick")!.Parameters.ContainsKey(parameter.Name)).Name;
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "blob.download", "preset": "quick"}""", change: spec =>
        {
            var parameters = spec.Parameters.DeepClone().AsObject();
            Assert.True(parameters.Remove(later));
            return spec with { Parameters = parameters };
        });

        var request = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{run.Id}/request"));

        Assert.Equal("quick", request.GetProperty("preset").GetString());
        Assert.False(request.TryGetProperty("parameters", out _));
    }

    [Theory]
    [InlineData("rerun", "{}")]
    [InlineData("clone", """{"tags": {"night": "1"}}""")]
    [InlineData("retry", "{}")]
    public async Task A_run_made_again_keeps_a_tag_that_new_runs_may_not_have(string how, string body)
    {
        var run = await SeededRun.SubmitAsync(_web, Custom, change: spec => spec with { Tags = new(spec.Tags) { ["a=b"] = "c" } });
        await run.MoveAsync(RunStatus.Cancelled, 0);

        var again = await AcceptedAsync(await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/{how}", body));

        Assert.Equal("c", again.Spec.Tags["a=b"]);
        await RunSubmissionApiTests.ProblemAsync(
            await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/clone", """{"tags": {"x=y": ""}}"""), HttpStatusCode.BadRequest, "/problems/invalid-run");
    }

    [Fact]
    public async Task A_run_that_goes_on_is_not_retried()
    {
        var run = await SeededRun.SubmitAsync(_web, Custom);

        await RunSubmissionApiTests.ProblemAsync(await PostAsync(run.Id, "retry"), HttpStatusCode.Conflict, "/problems/run-not-ended");
    }

    [Fact]
    public async Task A_run_that_has_every_result_is_not_retried()
    {
        var run = await SeededRun.SubmitAsync(_web, Custom);
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 10, 1, 20)));

        await RunSubmissionApiTests.ProblemAsync(await PostAsync(run.Id, "retry"), HttpStatusCode.Conflict, "/problems/nothing-to-retry");
    }

    [Theory]
    [InlineData("clone", """{"parameters": {"clients": [0]}}""", "/problems/invalid-run")]
    [InlineData("clone", """{"speed": 1}""", "/problems/invalid-run")]
    [InlineData("clone", """{"name": "\ud800"}""", "/problems/invalid-run")]
    [InlineData("clone", """[]""", "/problems/invalid-run")]
    [InlineData("clone", """{""", "/problems/invalid-run")]
    [InlineData("rerun", """{"seed": 7}""", "/problems/invalid-run")]
    [InlineData("rerun", """{"name": "x"}""", "/problems/invalid-run")]
    public async Task Changes_that_make_no_run_are_refused_and_nothing_is_stored(string verb, string body, string problem)
    {
        var run = await SeededRun.SubmitAsync(_web, Custom);
        var stored = _web.Stored;

        await RunSubmissionApiTests.ProblemAsync(await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/{verb}", body), HttpStatusCode.BadRequest, problem);

        Assert.Equal(stored, _web.Stored);
    }

    [Fact]
    public async Task The_same_key_makes_one_clone_and_another_body_under_it_is_refused()
    {
        var run = await SeededRun.SubmitAsync(_web, Custom);
        var first = await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/clone", """{"seed": 1}""", "key");
        var again = await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/clone", """{"seed": 1}""", "key");

        Assert.Equal(first.Headers.Location, again.Headers.Location);
        await RunSubmissionApiTests.ProblemAsync(
            await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/clone", """{"seed": 2}""", "key"), HttpStatusCode.UnprocessableEntity, "/problems/idempotency-key-reused");
        await RunSubmissionApiTests.ProblemAsync(
            await _web.PostJsonAsync($"/api/v1/runs/{run.Id}/rerun", """{"seed": "new"}""", "key"), HttpStatusCode.UnprocessableEntity, "/problems/idempotency-key-reused");
    }

    [Theory]
    [InlineData("", """{"experiment": "blob.download", "preset": "quick", "target": "west"}""")]
    [InlineData("/ID/clone", """{"target": "west"}""")]
    [InlineData("/ID/rerun", "{}")]
    [InlineData("/ID/retry", "{}")]
    public async Task What_was_valid_when_it_was_sent_first_is_answered_with_its_run_when_it_is_repeated_under_its_key(string what, string body)
    {
        var run = await SeededRun.SubmitAsync(_web, Custom.Replace("{\"exp", "{\"target\": \"west\", \"exp", StringComparison.Ordinal));
        await run.MoveAsync(RunStatus.Cancelled, 3);
        var address = "/api/v1/runs" + what.Replace("ID", run.Id, StringComparison.Ordinal);
        var first = await AcceptedAsync(await _web.PostJsonAsync(address, body, "key"));
        await using var withoutWest = new WebUnderTest(null, _web.Control, ("Targets:Names:1", "east"));

        var again = await AcceptedAsync(await withoutWest.PostJsonAsync(address, body, "key"));

        Assert.Equal(first.RunId, again.RunId);
        Assert.Equal(HttpStatusCode.BadRequest, (await withoutWest.PostJsonAsync(address, body, "another")).StatusCode);
        Assert.Equal(HttpStatusCode.BadRequest, (await withoutWest.PostJsonAsync(address, body + " ", "key")).StatusCode);
    }

    [Theory]
    [InlineData("clone")]
    [InlineData("rerun")]
    [InlineData("retry")]
    public async Task There_is_nothing_to_repeat_of_a_run_that_does_not_exist(string verb) =>
        await RunSubmissionApiTests.ProblemAsync(await PostAsync("aaaaaaaaaaaaaaaaaaaa", verb), HttpStatusCode.NotFound, "/problems/not-found");

    private Task<HttpResponseMessage> PostAsync(string id, string verb) => _web.Client.PostAsync($"/api/v1/runs/{id}/{verb}", null, TestContext.Current.CancellationToken);

    private async Task<SeededRun> EndedAsync()
    {
        var run = await SeededRun.SubmitAsync(_web, Custom, order: PointOrder.Shuffled);
        await run.MoveAsync(RunStatus.Cancelled, 3);
        var points = run.Measured(_ => SeededRun.Summary(1, 10, 1, 20)).ToArray();
        await run.PublishAsync(points[0], points[1] with { Status = PointStatus.Failed, Error = "too slow" }, points[2]);
        return run;
    }

    /// <summary>A run of before its preset changed.</summary>
    private static RunSpec Older(RunSpec spec)
    {
        var parameters = spec.Parameters.DeepClone().AsObject();
        parameters["clients"] = new System.Text.Json.Nodes.JsonArray(2, 3);
        return spec with { Parameters = parameters };
    }

    private async Task<RunState> AcceptedAsync(HttpResponseMessage response)
    {
        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
        var id = (await WebUnderTest.JsonOf(response)).GetProperty("id").GetString()!;
        Assert.Equal("/api/v1/runs/" + id, response.Headers.Location!.OriginalString);
        return (await new RunStore(_web.Control.Rows).FindAsync(id, TestContext.Current.CancellationToken))!;
    }

    /// <summary>JSON of a length that nobody knows before it is sent.</summary>
    private sealed class StreamedContent : HttpContent
    {
        private readonly byte[] _json;

        public StreamedContent(string json)
        {
            _json = Encoding.UTF8.GetBytes(json);
            Headers.ContentType = new("application/json");
        }

        protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) => stream.WriteAsync(_json).AsTask();

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}
