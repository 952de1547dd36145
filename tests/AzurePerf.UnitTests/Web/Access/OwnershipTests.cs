using System.Net;
using System.Text.Json;
using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Baselines;
using AzurePerf.Testing.Storage;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Web.Access;

public sealed class OwnershipTests : IAsyncDisposable
{
    private const string Nightly = """{"name": "nightly", "cron": "0 2 * * *", "run": {"experiment": "queue.add", "preset": "quick"}}""";
    private readonly KeyedWeb _keyed = KeyedWeb.Shared();

    public ValueTask DisposeAsync() => _keyed.DisposeAsync();

    [Fact]
    public async Task A_run_belongs_to_whoever_submitted_it()
    {
        var (key, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var run = await _keyed.SubmitAsync(key);

        var read = await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs/" + run, key));
        Assert.Equal("ci", read.GetProperty("owner").GetString());
    }

    [Fact]
    public async Task Submitters_cancel_their_own_runs_and_administrators_any()
    {
        var (own, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await _keyed.NewKeyAsync("other", AccessScope.Submit);
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        var (first, second) = (await _keyed.SubmitAsync(own), await _keyed.SubmitAsync(own));

        await RunSubmissionApiTests.ProblemAsync(await CancelAsync(first, other), HttpStatusCode.Forbidden, "/problems/not-owner");
        Assert.Equal(HttpStatusCode.Accepted, (await CancelAsync(first, own)).StatusCode);
        Assert.Equal(HttpStatusCode.Accepted, (await CancelAsync(second, admin)).StatusCode);
        Assert.Equal(HttpStatusCode.NotFound, (await CancelAsync("aaaaaaaaaaaaaaaaaaaa", other)).StatusCode);
    }

    [Fact]
    public async Task Whoever_submits_may_run_again_what_somebody_else_ran_and_owns_the_new_run_alone()
    {
        var (own, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await _keyed.NewKeyAsync("other", AccessScope.Submit);
        var run = await _keyed.SubmitAsync(own);

        var again = await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Post, $"/api/v1/runs/{run}/rerun", other, "{}"));

        Assert.Equal("other", again.GetProperty("owner").GetString());
        foreach (var (method, address) in new[] { ("POST", "retry"), ("PATCH", "notes"), ("PUT", "baseline"), ("DELETE", "baseline") })
        {
            await RunSubmissionApiTests.ProblemAsync(await _keyed.SendAsync(new(method), $"/api/v1/runs/{run}/{address}", other, "{}"), HttpStatusCode.Forbidden, "/problems/not-owner");
        }
    }

    [Fact]
    public async Task A_baseline_is_replaced_or_removed_by_whoever_chose_it_and_by_administrators()
    {
        var (own, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await _keyed.NewKeyAsync("other", AccessScope.Submit);
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        var (first, second, theirs) = (await CompletedAsync("ci", 30), await CompletedAsync("ci", 20), await CompletedAsync("other", 10));

        Assert.Equal(HttpStatusCode.OK, (await MarkAsync(first, own)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await MarkAsync(second, own)).StatusCode);
        var refused = await RunSubmissionApiTests.ProblemAsync(await MarkAsync(theirs, other), HttpStatusCode.Forbidden, "/problems/not-owner");
        Assert.Equal(HttpStatusCode.OK, (await MarkAsync(theirs, admin)).StatusCode);
        var kept = await _keyed.SendAsync(HttpMethod.Delete, $"/api/v1/runs/{theirs}/baseline", other);
        await RunSubmissionApiTests.ProblemAsync(kept, HttpStatusCode.Forbidden, "/problems/not-owner");
        await RunSubmissionApiTests.ProblemAsync(await MarkAsync(first, own), HttpStatusCode.Forbidden, "/problems/not-owner");

        Assert.Equal($"run {second} is the baseline, chosen by ci: only ci or an administrator removes it or puts another in its place", refused.GetProperty("detail").GetString());
        var baseline = Assert.Single((await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, "/api/v1/baselines", own))).GetProperty("baselines").EnumerateArray());
        Assert.Equal(theirs, baseline.GetProperty("runId").GetString());
    }

    [Fact]
    public async Task A_baseline_that_another_chose_a_moment_before_is_not_replaced_by_one_who_may_not()
    {
        var control = new InMemoryControlPlane(WebUnderTest.Clock);
        var faster = new BaselineStore(control.Rows, NullLogger<BaselineStore>.Instance);
        var rows = new InterruptedRowStore(
            control.Rows,
            ControlNames.BaselinesTable,
            _ => faster.TryPutAsync(new("default", "blob.download", "faster", "other", WebUnderTest.Now), "", TestContext.Current.CancellationToken));
        await using var keyed = new KeyedWeb(new WebUnderTest(
            services => services.AddSingleton(new BaselineStore(rows, NullLogger<BaselineStore>.Instance)), control, ("Access:Mode", "keys")));
        var (own, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        var run = await CompletedAsync("ci", 30, keyed);

        var refused = await keyed.SendAsync(HttpMethod.Put, $"/api/v1/runs/{run}/baseline", own, "{}");

        await RunSubmissionApiTests.ProblemAsync(refused, HttpStatusCode.Forbidden, "/problems/not-owner");
        Assert.Equal("faster", (await faster.FindAsync(new("default", "blob.download", false), TestContext.Current.CancellationToken))!.RunId);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_baseline_that_another_chose_a_moment_before_is_not_removed_by_one_who_may_not(bool onPage)
    {
        var control = new InMemoryControlPlane(WebUnderTest.Clock);
        var faster = new BaselineStore(control.Rows, NullLogger<BaselineStore>.Instance);
        var subject = new BaselineSubject("default", "blob.download", false);
        var marked = "";
        var rows = new InterruptedRowStore(control.Rows, ControlNames.BaselinesTable, async _ => marked.Length > 0 && await faster.TryPutAsync(
            new(subject.Target, subject.Experiment, marked, "other", WebUnderTest.Now),
            (await faster.FindEntryAsync(subject, TestContext.Current.CancellationToken)).ETag,
            TestContext.Current.CancellationToken));
        await using var keyed = new KeyedWeb(new WebUnderTest(
            services => services.AddSingleton(new BaselineStore(rows, NullLogger<BaselineStore>.Instance)), control, ("Access:Mode", "keys")));
        var (own, _) = await keyed.NewKeyAsync("ci", AccessScope.Submit);
        var run = await CompletedAsync("ci", 30, keyed);
        Assert.Equal(HttpStatusCode.OK, (await keyed.SendAsync(HttpMethod.Put, $"/api/v1/runs/{run}/baseline", own, "{}")).StatusCode);
        marked = run;

        using var browser = await Browser.SignInAsync(keyed, own);
        var refused = onPage
            ? await browser.PostAsync($"/runs/{run}/baseline", $"/runs/{run}/baseline?handler=Remove")
            : await keyed.SendAsync(HttpMethod.Delete, $"/api/v1/runs/{run}/baseline", own);

        Assert.Equal(HttpStatusCode.Forbidden, refused.StatusCode);
        Assert.Contains("chosen by other", await refused.Content.ReadAsStringAsync(TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.Equal("other", (await faster.FindAsync(subject, TestContext.Current.CancellationToken))!.MarkedBy);
    }

    [Theory]
    [InlineData("PUT")]
    [InlineData("DELETE")]
    public async Task A_baseline_that_nobody_can_read_is_left_to_administrators(string method)
    {
        var (own, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var run = await CompletedAsync("ci", 30);
        await _keyed.Web.Control.Rows.PutAsync(ControlNames.BaselinesTable, new("default", "blob.download") { ["v"] = 1, ["run"] = run, ["by"] = 7 }, TestContext.Current.CancellationToken);

        var refused = await _keyed.SendAsync(new(method), $"/api/v1/runs/{run}/baseline", own, "{}");

        await RunSubmissionApiTests.ProblemAsync(refused, HttpStatusCode.Forbidden, "/problems/not-owner");
    }

    [Fact]
    public async Task A_key_that_replaces_another_owns_what_that_one_submitted()
    {
        var (admin, _) = await _keyed.NewKeyAsync("ann", AccessScope.Admin);
        var (old, id) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var run = await _keyed.SubmitAsync(old);
        var created = await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Post, "/api/v1/keys", admin, $$"""{"replaces": "{{id}}"}"""));

        Assert.Equal(HttpStatusCode.Accepted, (await CancelAsync(run, created.GetProperty("key").GetString()!)).StatusCode);
    }

    [Theory]
    [InlineData("DELETE", "")]
    [InlineData("POST", "/pause")]
    [InlineData("POST", "/resume")]
    [InlineData("POST", "/run-now")]
    public async Task Schedules_are_changed_by_their_owner_and_administrators(string method, string action)
    {
        var (own, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await _keyed.NewKeyAsync("other", AccessScope.Submit);
        var added = await _keyed.SendAsync(HttpMethod.Post, "/api/v1/schedules", own, Nightly);
        var address = added.Headers.Location!.OriginalString + action;

        await RunSubmissionApiTests.ProblemAsync(await _keyed.SendAsync(new(method), address, other), HttpStatusCode.Forbidden, "/problems/not-owner");
        Assert.True((await _keyed.SendAsync(new(method), address, own)).IsSuccessStatusCode);
    }

    [Fact]
    public async Task A_form_cannot_name_another_run_or_schedule_than_its_address()
    {
        var (own, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await _keyed.NewKeyAsync("other", AccessScope.Submit);
        var (ownRun, run) = (await _keyed.SubmitAsync(own), await _keyed.SubmitAsync(other));
        var ownSchedule = await ScheduleAsync(own);
        var schedule = await ScheduleAsync(other);
        using var browser = await Browser.SignInAsync(_keyed, own);

        await browser.PostAsync("/runs/" + ownRun, "/runs/" + ownRun + "?handler=Cancel", ("id", run));
        await browser.PostAsync("/schedules", "/schedules?handler=Remove&id=" + ownSchedule, ("id", schedule));
        await browser.PostAsync("/schedules", "/schedules?handler=Remove", ("id", schedule));

        Assert.Equal(("cancelling", "accepted"), (await StatusAsync(ownRun, own), await StatusAsync(run, own)));
        Assert.Equal(HttpStatusCode.NotFound, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/schedules/" + ownSchedule, own)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await _keyed.SendAsync(HttpMethod.Get, "/api/v1/schedules/" + schedule, own)).StatusCode);
    }

    [Theory]
    [InlineData("Remove", "&id={0}&id=x")]
    [InlineData("Remove", "&id=x&id={0}")]
    [InlineData("Remove", "&id={0}&ID={1}")]
    [InlineData("Remove", "&id={1}&id={0}")]
    [InlineData("Pause", "&id={0}&id={1}")]
    [InlineData("RunNow", "&id={0}&id=x")]
    [InlineData("Remove", "&id={0},x")]
    [InlineData("Remove", "")]
    public async Task An_address_that_names_no_schedule_or_two_changes_none(string handler, string query)
    {
        var (own, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await _keyed.NewKeyAsync("other", AccessScope.Submit);
        var (theirs, ours) = (await ScheduleAsync(other), await ScheduleAsync(own));
        using var browser = await Browser.SignInAsync(_keyed, own);

        var named = string.Format(System.Globalization.CultureInfo.InvariantCulture, query, theirs, ours);
        var response = await browser.PostAsync("/schedules", $"/schedules?handler={handler}{named}", ("id", theirs));

        Assert.Equal(HttpStatusCode.Forbidden, response.StatusCode);
        foreach (var schedule in new[] { theirs, ours })
        {
            var left = await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, "/api/v1/schedules/" + schedule, own));
            Assert.True(left.GetProperty("enabled").GetBoolean());
            Assert.Equal(JsonValueKind.Null, left.TryGetProperty("lastRunId", out var last) ? last.ValueKind : JsonValueKind.Null);
        }
    }

    [Theory]
    [InlineData("/runs/{0}?handler=Cancel", "cancelling")]
    [InlineData("/RUNS/{0}/?HANDLER=cancel", "cancelling")]
    public async Task The_buttons_of_a_page_obey_the_same_rule_however_their_address_is_written(string address, string done)
    {
        var (own, _) = await _keyed.NewKeyAsync("ci", AccessScope.Submit);
        var (other, _) = await _keyed.NewKeyAsync("other", AccessScope.Submit);
        var run = await _keyed.SubmitAsync(own);
        var cancel = string.Format(System.Globalization.CultureInfo.InvariantCulture, address, run);
        using var stranger = await Browser.SignInAsync(_keyed, other);
        using var owner = await Browser.SignInAsync(_keyed, own);

        Assert.Equal(HttpStatusCode.Forbidden, (await stranger.PostAsync("/runs/" + run, cancel)).StatusCode);
        Assert.Equal("accepted", await StatusAsync(run, own));
        Assert.Equal(HttpStatusCode.Redirect, (await owner.PostAsync("/runs/" + run, cancel)).StatusCode);
        Assert.Equal(done, await StatusAsync(run, own));
    }

    private Task<HttpResponseMessage> CancelAsync(string run, string key) => _keyed.SendAsync(HttpMethod.Post, $"/api/v1/runs/{run}/cancel", key);

    private async Task<string> ScheduleAsync(string key) =>
        (await _keyed.SendAsync(HttpMethod.Post, "/api/v1/schedules", key, Nightly.Replace("\"name\": \"nightly\", ", "", StringComparison.Ordinal))).Headers.Location!.OriginalString.Split('/')[^1];

    private async Task<string> StatusAsync(string run, string key) =>
        (await WebUnderTest.JsonOf(await _keyed.SendAsync(HttpMethod.Get, "/api/v1/runs/" + run, key))).GetProperty("state").GetString()!;

    private Task<HttpResponseMessage> MarkAsync(string run, string key) => _keyed.SendAsync(HttpMethod.Put, $"/api/v1/runs/{run}/baseline", key, "{}");

    private async Task<string> CompletedAsync(string owner, int minutesAgo, KeyedWeb? host = null)
    {
        var run = await SeededRun.SubmitAsync((host ?? _keyed).Web, """{"experiment": "blob.download", "preset": "quick", "repetitions": 6}""", minutesAgo, owner: owner);
        await run.MoveAsync(RunStatus.Completed, 12);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 10, 1, 20)));
        return run.Id;
    }
}
