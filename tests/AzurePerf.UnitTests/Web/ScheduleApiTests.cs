using System.Globalization;
using System.Net;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Schedules;
using AzurePerf.Storage;
using AzurePerf.Storage.Schedules;
using AzurePerf.UnitTests.Schedules;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class ScheduleApiTests : IAsyncDisposable
{
    private const string Address = "/api/v1/schedules";
    private const string Nightly = """{"name": "nightly", "cron": "30 2 * * *", "zone": "Europe/Berlin", "run": {"experiment": "blob.download", "preset": "quick", "target": "west"}}""";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private ScheduleStore Schedules => new(_web.Control.Rows);

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task A_valid_schedule_is_stored_and_answered_with_its_address_and_next_starts()
    {
        var response = await _web.PostJsonAsync(Address, Nightly);

        var schedule = await WebUnderTest.JsonOf(response);
        var id = schedule.GetProperty("id").GetString()!;
        Assert.Equal(HttpStatusCode.Created, response.StatusCode);
        Assert.True(IdText.IsValid(id));
        Assert.Equal(Address + "/" + id, response.Headers.Location!.OriginalString);
        Assert.Equal(("skip", true, "west"), (schedule.GetProperty("overlap").GetString(), schedule.GetProperty("enabled").GetBoolean(), schedule.GetProperty("target").GetString()));
        // 2026-03-29 skips 02:30.
        Assert.Equal(
            ["2026-03-15 01:30", "2026-03-16 01:30", "2026-03-17 01:30"],
            schedule.GetProperty("next").EnumerateArray().Select(start => SampleSchedules.Text(start.GetDateTimeOffset())));
        Assert.Equal(WebUnderTest.Now, (await Schedules.FindAsync(id, Cancelled))!.ConsideredUpTo);
        Assert.Empty(_web.Control.RunRequests.Texts);
    }

    [Theory]
    [InlineData("""{"cron": "30 25 * * *", "run": {"experiment": "blob.download"}}""", "cron", "has '25' as its hour: ")]
    [InlineData("""{"cron": "30 2 * * *", "zone": "Mars/Olympus", "run": {"experiment": "blob.download"}}""", "zone", "is not a time zone of the server: ")]
    [InlineData("""{"cron": "30 2 * * *", "run": {"experiment": "blob.download", "target": "east"}}""", "run.target", "is unknown; configured targets: ")]
    [InlineData("{", "", "is not valid JSON: ")]
    public async Task A_schedule_that_is_not_valid_is_refused_with_the_field_named_and_nothing_is_stored(string body, string field, string message)
    {
        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.PostJsonAsync(Address, body), HttpStatusCode.BadRequest, "/problems/invalid-schedule");

        Assert.StartsWith(message, problem.GetProperty("errors").GetProperty(field)[0].GetString(), StringComparison.Ordinal);
        Assert.Equal(0, _web.Stored);
    }

    [Theory]
    [InlineData("local", ScheduleLimits.MostOfOne, "you have 100 schedules; nothing was stored")]
    [InlineData("another", ScheduleLimits.Most, "there are 1,000 schedules; nothing was stored")]
    public async Task More_schedules_than_there_may_be_are_refused(string owner, int stored, string detail)
    {
        foreach (var number in Enumerable.Range(1, stored))
        {
            var id = IdText.Hash("schedule", number.ToString(CultureInfo.InvariantCulture));
            await Schedules.TryAddAsync(SampleSchedules.Of("0 2 * * *", WebUnderTest.Now, id: id) with { Name = "", Owner = owner }, Cancelled);
        }

        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.PostJsonAsync(Address, Nightly), HttpStatusCode.Conflict, "/problems/too-many-schedules");

        Assert.Equal(detail, problem.GetProperty("detail").GetString());
        Assert.Equal(stored, _web.Control.Rows.Count(ControlNames.SchedulesTable));
    }

    [Fact]
    public async Task A_name_that_another_schedule_has_is_refused_and_the_other_one_named()
    {
        var first = (await WebUnderTest.JsonOf(await _web.PostJsonAsync(Address, Nightly))).GetProperty("id").GetString();

        var problem = await RunSubmissionApiTests.ProblemAsync(
            await _web.PostJsonAsync(Address, Nightly.Replace("30 2", "30 3", StringComparison.Ordinal)), HttpStatusCode.Conflict, "/problems/schedule-name-taken");

        Assert.Equal($"schedule {first} is called 'nightly'; nothing was stored", problem.GetProperty("detail").GetString());
        Assert.Equal(1, await Schedules.ListAsync(Cancelled).CountAsync(Cancelled));
    }

    [Fact]
    public async Task The_name_of_a_schedule_that_was_removed_is_free_and_none_is_needed()
    {
        var first = (await WebUnderTest.JsonOf(await _web.PostJsonAsync(Address, Nightly))).GetProperty("id").GetString();
        await _web.Client.DeleteAsync($"{Address}/{first}", Cancelled);
        var nameless = Nightly.Replace("\"name\": \"nightly\", ", "", StringComparison.Ordinal);

        HttpStatusCode[] answers =
        [
            (await _web.PostJsonAsync(Address, Nightly)).StatusCode,
            (await _web.PostJsonAsync(Address, nameless)).StatusCode,
            (await _web.PostJsonAsync(Address, nameless)).StatusCode,
        ];

        Assert.All(answers, status => Assert.Equal(HttpStatusCode.Created, status));
    }

    [Fact]
    public async Task The_same_key_and_body_give_the_same_schedule_and_another_body_is_refused()
    {
        var first = await WebUnderTest.JsonOf(await _web.PostJsonAsync(Address, Nightly, "key"));

        var second = await WebUnderTest.JsonOf(await _web.PostJsonAsync(Address, Nightly, "key"));
        Assert.Equal(first.GetProperty("id").GetString(), second.GetProperty("id").GetString());
        await RunSubmissionApiTests.ProblemAsync(
            await _web.PostJsonAsync(Address, Nightly.Replace("30 2", "30 3", StringComparison.Ordinal), "key"), HttpStatusCode.UnprocessableEntity, "/problems/idempotency-key-reused");
        Assert.Equal(1, await Schedules.ListAsync(Cancelled).CountAsync(Cancelled));
    }

    [Fact]
    public async Task The_same_key_and_body_give_the_same_schedule_also_when_its_target_is_gone()
    {
        var first = await WebUnderTest.JsonOf(await _web.PostJsonAsync(Address, Nightly, "key"));
        await using var withoutWest = new WebUnderTest(null, _web.Control, ("Targets:Names:1", "east"));

        var again = await withoutWest.PostJsonAsync(Address, Nightly, "key");

        Assert.Equal(HttpStatusCode.Created, again.StatusCode);
        Assert.Equal(first.GetProperty("id").GetString(), (await WebUnderTest.JsonOf(again)).GetProperty("id").GetString());
        Assert.Equal(HttpStatusCode.BadRequest, (await withoutWest.PostJsonAsync(Address, Nightly, "another")).StatusCode);
        Assert.Equal(HttpStatusCode.BadRequest, (await withoutWest.PostJsonAsync(Address, Nightly + " ", "key")).StatusCode);
    }

    [Fact]
    public async Task Run_now_starts_a_run_that_links_to_its_schedule_and_is_its_last_run()
    {
        var id = await AddAsync();

        var response = await PostAsync(id, "run-now");

        var run = await WebUnderTest.JsonOf(response);
        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
        Assert.Equal("/api/v1/runs/" + run.GetProperty("id").GetString(), response.Headers.Location!.OriginalString);
        Assert.Equal(id, run.GetProperty("schedule").GetProperty("scheduleId").GetString());
        Assert.Equal("nightly", run.GetProperty("spec").GetProperty("name").GetString());
        Assert.Equal(System.Text.Json.JsonValueKind.Null, run.GetProperty("schedule").GetProperty("nominalAt").ValueKind);
        Assert.Equal((run.GetProperty("id").GetString(), WebUnderTest.Now), ((await Schedules.FindAsync(id, Cancelled))!.LastRunId, (await Schedules.FindAsync(id, Cancelled))!.LastRunAt));
        Assert.Single(_web.Control.RunRequests.Texts);
    }

    [Fact]
    public async Task Run_now_twice_under_one_key_starts_one_run()
    {
        var id = await AddAsync();

        await _web.PostJsonAsync($"{Address}/{id}/run-now", "{}", "key");
        await _web.PostJsonAsync($"{Address}/{id}/run-now", "{}", "key");

        Assert.Equal(1, _web.Control.Rows.Count(ControlNames.RunsTable));
    }

    [Fact]
    public async Task Run_now_is_answered_with_its_run_under_the_same_key_also_when_the_request_of_the_schedule_is_valid_no_more()
    {
        var id = await AddAsync();
        var first = await WebUnderTest.JsonOf(await _web.PostJsonAsync($"{Address}/{id}/run-now", "{}", "key"));
        await using var without = new WebUnderTest(null, _web.Control, ("Targets:Names:1", "east"));

        var again = await WebUnderTest.JsonOf(await without.PostJsonAsync($"{Address}/{id}/run-now", "{}", "key"));

        Assert.Equal(first.GetProperty("id").GetString(), again.GetProperty("id").GetString());
        Assert.Equal(HttpStatusCode.BadRequest, (await without.PostJsonAsync($"{Address}/{id}/run-now", "{}", "another")).StatusCode);
    }

    [Fact]
    public async Task Run_now_of_another_schedule_under_the_same_key_is_refused_although_both_ask_for_the_same()
    {
        var one = await AddAsync();
        var other = (await WebUnderTest.JsonOf(await _web.PostJsonAsync(Address, Nightly.Replace("nightly", "again", StringComparison.Ordinal)))).GetProperty("id").GetString();

        Assert.Equal(HttpStatusCode.Accepted, (await _web.PostJsonAsync($"{Address}/{one}/run-now", "{}", "key")).StatusCode);

        await RunSubmissionApiTests.ProblemAsync(
            await _web.PostJsonAsync($"{Address}/{other}/run-now", "{}", "key"), HttpStatusCode.UnprocessableEntity, "/problems/idempotency-key-reused");
        Assert.Equal("", (await Schedules.FindAsync(other!, Cancelled))!.LastRunId ?? "");
    }

    [Fact]
    public async Task Run_now_of_a_schedule_whose_request_is_not_valid_any_more_says_why()
    {
        await Schedules.TryAddAsync(SampleSchedules.Of("* * * * *", WebUnderTest.Now) with { Request = """{"experiment":"blob.teleport"}""" }, Cancelled);

        var problem = await RunSubmissionApiTests.ProblemAsync(await PostAsync(SampleSchedules.Id, "run-now"), HttpStatusCode.BadRequest, "/problems/invalid-schedule");

        Assert.True(problem.GetProperty("errors").TryGetProperty("run.experiment", out _));
        Assert.Equal(0, _web.Control.Rows.Count(ControlNames.RunsTable));
    }

    [Fact]
    public async Task A_schedule_can_be_paused_and_resumed()
    {
        var id = await AddAsync();

        var paused = await WebUnderTest.JsonOf(await PostAsync(id, "pause"));
        Assert.Equal((false, 0), (paused.GetProperty("enabled").GetBoolean(), paused.GetProperty("next").GetArrayLength()));

        var resumed = await WebUnderTest.JsonOf(await PostAsync(id, "resume"));
        Assert.Equal((true, 3), (resumed.GetProperty("enabled").GetBoolean(), resumed.GetProperty("next").GetArrayLength()));
    }

    [Fact]
    public async Task A_removed_schedule_is_gone_and_its_runs_stay()
    {
        var id = await AddAsync();
        await PostAsync(id, "run-now");

        var response = await _web.Client.DeleteAsync(new Uri($"{Address}/{id}", UriKind.Relative), Cancelled);

        Assert.Equal(HttpStatusCode.NoContent, response.StatusCode);
        Assert.Equal((0, 1), (_web.Control.Rows.Count(ControlNames.SchedulesTable), _web.Control.Rows.Count(ControlNames.RunsTable)));
    }

    [Theory]
    [InlineData("POST", "/run-now")]
    [InlineData("POST", "/pause")]
    [InlineData("POST", "/resume")]
    [InlineData("DELETE", "")]
    public async Task What_is_not_there_is_not_found(string method, string action)
    {
        foreach (var id in new[] { SampleSchedules.Id, "nothing" })
        {
            using var request = new HttpRequestMessage(new(method), $"{Address}/{id}{action}");
            await RunSubmissionApiTests.ProblemAsync(await _web.Client.SendAsync(request, Cancelled), HttpStatusCode.NotFound, "/problems/not-found");
        }
    }

    private async Task<string> AddAsync() => (await WebUnderTest.JsonOf(await _web.PostJsonAsync(Address, Nightly))).GetProperty("id").GetString()!;

    private Task<HttpResponseMessage> PostAsync(string id, string action) =>
        _web.Client.PostAsync(new Uri($"{Address}/{id}/{action}", UriKind.Relative), null, Cancelled);
}
