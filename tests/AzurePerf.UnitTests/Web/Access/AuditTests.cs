using System.Net;
using System.Text.Json;
using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Scaling;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class AuditTests : IAsyncDisposable
{
    private readonly KeyedWeb _keyed = new();

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Fact]
    public async Task Whatever_is_changed_or_refused_is_written_down_with_its_author()
    {
        var (admin, adminId) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        var (key, id) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (reader, readerId) = await _keyed.NewKeyAsync("reader", AccessScope.Read);
        var run = await _keyed.SubmitAsync(key);
        await _keyed.SendAsync(HttpMethod.Post, $"/api/v1/runs/{run}/cancel", reader);
        using var browser = await Browser.SignInAsync(_keyed, key);
        await browser.PostAsync("/runs/" + run, $"/runs/{run}?handler=Cancel");
        await _keyed.SendAsync(HttpMethod.Delete, "/api/v1/keys/" + readerId, admin);

        string[] expected =
        [
            $"ci {id} POST /api/v1/runs {run} done",
            $"reader {readerId} POST /api/v1/runs/{{id}}/cancel {run} refused",
            $"ci {id} sign in {id} done",
            $"ci {id} POST /runs/{{id}}?handler=Cancel {run} done",
            $"ann {adminId} DELETE /api/v1/keys/{{id}} {readerId} done",
        ];
        var entries = await EntriesAsync("/api/v1/audit", admin);
        Assert.Equal(expected.Order(StringComparer.Ordinal), entries.Select(Words).Order(StringComparer.Ordinal));
        Assert.Contains(entries, entry => entry.GetProperty("text").GetString() == $"was not allowed to cancel run {run}");
        Assert.Contains(entries, entry => entry.GetProperty("text").GetString() == $"revoked key {readerId}");
    }

    [Fact]
    public async Task A_removal_by_a_page_that_is_refused_is_written_down_with_what_it_was_about()
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        var (key, id) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var made = await _keyed.SendAsync(HttpMethod.Post, "/api/v1/views", admin, """{"name": "nightly", "address": "/runs"}""");
        var view = made.Headers.Location!.OriginalString.Split('/')[^1];
        using var browser = await Browser.SignInAsync(_keyed, key);

        var refused = await browser.PostAsync("/submit", $"/views?handler=Remove&id={view}");

        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
        Assert.Contains($"ci {id} POST /views?handler=Remove {view} refused", (await EntriesAsync("/api/v1/audit", admin)).Select(Words));
    }

    [Fact]
    public async Task Cancelling_what_has_ended_changes_nothing_and_is_not_written_down()
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        var run = await SeededRun.SubmitAsync(_keyed.Web, """{"experiment": "queue.add", "preset": "quick"}""");
        await run.MoveAsync(RunStatus.Completed, 2);
        using var browser = await Browser.SignInAsync(_keyed, admin);

        var answer = await browser.PostAsync("/submit", $"/runs/{run.Id}?handler=Cancel");

        Assert.Equal((HttpStatusCode.Redirect, "/runs/" + run.Id), (answer.StatusCode, answer.Headers.Location?.OriginalString));
        Assert.Equal(RunStatus.Completed, (await new RunStore(_keyed.Web.Control.Rows).FindAsync(run.Id, TestContext.Current.CancellationToken))!.Status);
        Assert.DoesNotContain(await EntriesAsync("/api/v1/audit", admin), entry => entry.GetProperty("subject").GetString() == run.Id);
    }

    [Fact]
    public async Task Limits_of_a_pool_are_changed_by_administrators_and_written_down_with_the_pool()
    {
        await using var keyed = new KeyedWeb(new WebUnderTest(services => services.AddSingleton(new ScalingOptions { LocalPools = ["bag"] }), null, ("Access:Mode", "keys")));
        var (admin, _) = await keyed.NewKeyAsync("ann", AccessScope.Admin);
        var (key, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);

        var refused = await keyed.SendAsync(HttpMethod.Put, "/api/v1/workers/bag/scale", key, """{"min": 0, "max": 4}""");
        var rows = keyed.Web.Control.Rows.Count(ControlNames.PoolsTable);
        var done = await keyed.SendAsync(HttpMethod.Put, "/api/v1/workers/bag/scale", admin, """{"min": 0, "max": 4}""");
        using var browser = await Browser.SignInAsync(keyed, admin);
        var page = await browser.PostAsync("/workers/scale", "/workers/scale", ("pool", "bag"), ("min", "1"), ("max", "4"));
        using var stranger = await Browser.SignInAsync(keyed, key);

        Assert.Equal((HttpStatusCode.Forbidden, 0, HttpStatusCode.OK, HttpStatusCode.OK), (refused.StatusCode, rows, done.StatusCode, page.StatusCode));
        Assert.Equal(HttpStatusCode.Forbidden, (await stranger.GetAsync("/workers/scale")).StatusCode);
        var entries = (await WebUnderTest.JsonOf(await keyed.SendAsync(HttpMethod.Get, "/api/v1/audit", admin))).GetProperty("entries").EnumerateArray()
            .Select(entry => string.Join(' ', new[] { "who", "subject", "outcome" }.Select(name => entry.GetProperty(name).GetString())));
        Assert.Equal(["ann bag done", "ann bag done", "ci bag refused"], entries.Where(entry => entry.Contains(" bag ", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task What_is_only_looked_at_or_wrong_leaves_no_entry()
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs", admin);
        await _keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", admin, "{}");
        await _keyed.SendAsync(HttpMethod.Post, "/api/v1/nothing", admin, "{}");
        Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Post, "/api/v1/estimates", admin, """{"experiment": "queue.add", "preset": "quick"}""")).StatusCode);
        using var browser = await Browser.SignInAsync(_keyed, admin);
        var isChecked = await browser.PostAsync("/submit?experiment=queue.add", "/submit", ("experiment", "queue.add"), ("preset", "quick"), ("target", "default"), ("check", "true"));
        Assert.Equal(HttpStatusCode.OK, isChecked.StatusCode);
        await _keyed.SendAsync(HttpMethod.Post, "/api/v1/runs", "nonsense", "{}");

        Assert.Equal("sign in", Assert.Single(await EntriesAsync("/api/v1/audit", admin)).GetProperty("action").GetString());
    }

    [Fact]
    public async Task The_audit_is_read_page_by_page_here_and_by_people()
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        var runs = new List<string>();
        for (var number = 0; number < 5; number++)
        {
            runs.Add(await _keyed.SubmitAsync(admin));
        }

        var subjects = new List<string>();
        for (var address = "/api/v1/audit?limit=2"; address.Length > 0;)
        {
            var page = await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, address, admin));
            subjects.AddRange(page.GetProperty("entries").EnumerateArray().Select(entry => entry.GetProperty("subject").GetString()!));
            address = page.GetProperty("next").GetString() is { } next ? "/api/v1/audit?limit=2&before=" + next : "";
        }

        Assert.Equal(runs.Order(StringComparer.Ordinal), subjects.Order(StringComparer.Ordinal));
        using var browser = await Browser.SignInAsync(_keyed, admin);
        var shown = await Page.OfAsync(_keyed.Web, await browser.GetAsync("/audit"));
        Assert.Equal(6, shown.Texts("tbody tr").Count);
        Assert.Contains(shown.Texts("tbody tr"), row => row.Contains(runs[0], StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("/api/v1/audit?limit=0", "limit")]
    [InlineData("/api/v1/audit?before=x", "before")]
    public async Task A_page_that_cannot_be_is_refused_with_its_path(string address, string path)
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);

        var problem = await RunSubmissionApiTests.ProblemAsync(await _keyed.SendAsync(HttpMethod.Get, address, admin), HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.True(problem.GetProperty("errors").TryGetProperty(path, out _));
    }

    [Fact]
    public async Task In_local_mode_it_is_kept_too()
    {
        await using var local = new WebUnderTest();
        await local.PostJsonAsync("/api/v1/runs", """{"experiment": "queue.add", "preset": "quick"}""");

        var audit = await WebUnderTest.JsonOf(await local.GetAsync("/api/v1/audit"));

        Assert.Equal("local", audit.GetProperty("entries")[0].GetProperty("who").GetString());
    }

    [Fact]
    public async Task A_change_whose_caller_hangs_up_after_the_write_is_written_down()
    {
        using var hangUp = new CancellationTokenSource();
        await using var keyed = new KeyedWeb(new WebUnderTest(
            services => services.AddSingleton(provider => new RunCancellation(provider.GetRequiredService<RunStore>(), PutQueue.HangingUp(hangUp))), null, ("Access:Mode", "keys")));
        var (key, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        var run = await keyed.SubmitAsync(key);

        var server = (TestServer)keyed.Web.Services.GetRequiredService<IServer>();
        var context = await server.SendAsync(context =>
        {
            context.Request.Method = "POST";
            context.Request.Scheme = "https";
            context.Request.Host = new("localhost");
            context.Request.Path = $"/api/v1/runs/{run}/cancel";
            context.Request.Headers.Authorization = "Bearer " + key;
            context.RequestAborted = hangUp.Token;
        }, TestContext.Current.CancellationToken);

        Assert.Equal(StatusCodes.Status499ClientClosedRequest, context.Response.StatusCode);
        Assert.Equal("cancelling", (await WebUnderTest.JsonOf(await keyed.SendAsync(HttpMethod.Get, "/api/v1/runs/" + run, key))).GetProperty("state").GetString());
        var (admin, _) = await keyed.NewKeyAsync("ann", AccessScope.Admin);
        var entries = (await WebUnderTest.JsonOf(await keyed.SendAsync(HttpMethod.Get, "/api/v1/audit", admin))).GetProperty("entries").EnumerateArray().ToList();
        var entry = Assert.Single(entries, entry => entry.GetProperty("action").GetString()!.EndsWith("/cancel", StringComparison.Ordinal));
        Assert.Equal(("ci", run, "failed"), (entry.GetProperty("who").GetString(), entry.GetProperty("subject").GetString(), entry.GetProperty("outcome").GetString()));
    }

    private async Task<IReadOnlyList<JsonElement>> EntriesAsync(string address, string key) =>
        [.. (await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, address, key))).GetProperty("entries").EnumerateArray()];

    private static string Words(JsonElement entry) => string.Join(' ',
        new[] { "who", "keyId", "action", "subject", "outcome" }.Select(name => entry.GetProperty(name).GetString()));
}
