using System.Globalization;
using System.Net;
using AngleSharp.Html.Dom;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Schedules;
using AzurePerf.Storage;
using AzurePerf.Storage.Schedules;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Schedules;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class SchedulePageTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private ScheduleStore Schedules => new(_web.Control.Rows);

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Without_schedules_the_page_says_what_to_do()
    {
        var page = await Page.OpenAsync(_web, "/schedules");

        Assert.Contains("azureperf schedule add", page.Element(".empty").TextContent, StringComparison.Ordinal);
        Assert.Equal(["Schedules"], page.Texts("nav a[aria-current]"));
    }

    [Fact]
    public async Task Who_has_as_many_schedules_as_there_may_be_is_told_so_and_what_was_filled_in_stays()
    {
        foreach (var number in Enumerable.Range(1, ScheduleLimits.MostOfOne))
        {
            var id = IdText.Hash("schedule", number.ToString(CultureInfo.InvariantCulture));
            await AddAsync(schedule => schedule with { Id = id, Name = "", Owner = "local" });
        }

        var page = await Page.OfAsync(_web, await (await Page.OpenAsync(_web, "/schedules/new")).PressAsync("Add schedule", ("cron", "0 3 * * *"), ("run.experiment", "queue.add")));

        Assert.Equal("You have 100 schedules, as many as there may be; nothing was stored: remove one that nobody needs", Assert.Single(page.Texts(".faults")));
        Assert.Equal("0 3 * * *", page.Element("[name=cron]").GetAttribute("value"));
    }

    [Fact]
    public async Task A_schedule_shows_its_next_start_its_last_run_and_what_it_missed_and_skipped()
    {
        await AddAsync(schedule => schedule with
        {
            LastRunId = "abcdefghij234567klmn",
            LastRunAt = WebUnderTest.Now.AddDays(-1),
            Missed = 3,
            MissedTimes = [WebUnderTest.Now.AddDays(-2)],
            Skipped = 1,
            SkippedAt = WebUnderTest.Now.AddHours(-1),
            SkipReason = "its previous run has not ended",
        });

        var page = await Page.OpenAsync(_web, "/schedules");

        Assert.Equal(
            [
                "nightly blob.download on default trend, as JSON",
                "2026-03-15 01:00:00 UTC 0 2 * * * Europe/Berlin, there 2026-03-15 02:00 +01:00",
                "3 last 2026-03-12 09:26:53 UTC",
                "1",
                "2026-03-13 09:26:53 UTC skipped 2026-03-14 08:26:53 UTC because its previous run has not ended",
                "Run now Pause Remove Yes, remove it",
            ],
            page.Texts("tbody tr > *"));
        Assert.Equal("/runs/abcdefghij234567klmn", page.Element("tbody td a[href^='/runs/']").GetAttribute("href"));
        Assert.Equal(SampleSchedules.Id, page.Element("tbody tr").Id);
    }

    [Fact]
    public async Task A_run_by_hand_beyond_a_limit_is_refused_with_the_limit_and_no_run_is_shown()
    {
        await using var web = new WebUnderTest(null, null, ("Limits:OperationsPerRun", "1"));
        Assert.True(await new ScheduleStore(web.Control.Rows).TryAddAsync(SampleSchedules.Of("0 2 * * *", WebUnderTest.Now, "Europe/Berlin"), Cancelled));

        var answer = await Page.OfAsync(web, await (await Page.OpenAsync(web, "/schedules")).PressAsync("Run now"));

        Assert.Equal(HttpStatusCode.UnprocessableEntity, answer.Response.StatusCode);
        Assert.Contains("Limits:OperationsPerRun", answer.Element(".faults").TextContent, StringComparison.Ordinal);
        Assert.Equal(0, web.Control.Rows.Count(ControlNames.RunsTable));
    }

    [Fact]
    public async Task A_row_that_makes_no_sense_is_named_and_the_others_are_shown()
    {
        await AddAsync();
        await _web.Control.Rows.PutAsync(ControlNames.SchedulesTable, new("schedulecccccccccccc", "schedule") { ["v"] = 9 }, Cancelled);

        var page = await Page.OpenAsync(_web, "/schedules");

        Assert.Contains("row schedulecccccccccccc/schedule: v is 9", page.Element(".notice").TextContent, StringComparison.Ordinal);
        Assert.Single(page.Texts("tbody tr"));
    }

    [Fact]
    public async Task The_button_starts_a_run_once_however_often_it_is_pressed()
    {
        await AddAsync();
        var page = await Page.OpenAsync(_web, "/schedules");

        var first = await PressAsync(page, "Run now");
        var second = await PressAsync(page, "Run now");

        Assert.Equal(HttpStatusCode.Redirect, first.StatusCode);
        Assert.Equal(first.Headers.Location, second.Headers.Location);
        var run = await Page.OpenAsync(_web, first.Headers.Location!.OriginalString);
        Assert.NotNull(run.Element($"dd a[href='/schedules#{SampleSchedules.Id}']"));
        Assert.Contains("by hand", run.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_fired_says_for_when()
    {
        await AddAsync();
        var submission = new AzurePerf.Storage.Runs.RunSubmission(
            new(_web.Control.Rows), Allowances.Unlimited(new(_web.Control.Rows)), _web.Control.RunRequests, new AzurePerf.Core.Ids.SeededIdSource(1), WebUnderTest.Clock);
        var firing = new Firing(SampleSchedules.Id, SampleSchedules.At("2026-03-14 01:00"));
        var submitted = await submission.SubmitAsync(Runs.SampleSpecs.Downloads(), "tester", firing.Id, "", firing.Link, Cancelled);

        var page = await Page.OpenAsync(_web, "/runs/" + submitted.Run.RunId);

        Assert.Contains($"{SampleSchedules.Id} for 2026-03-14 01:00:00 UTC", string.Join(' ', page.Texts("dd")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Buttons_pause_resume_and_remove()
    {
        await AddAsync();

        await PressAsync(await Page.OpenAsync(_web, "/schedules"), "Pause");
        var paused = await Page.OpenAsync(_web, "/schedules");
        Assert.StartsWith("paused", paused.Texts("tbody td")[0], StringComparison.Ordinal);

        await PressAsync(paused, "Resume");
        Assert.True((await Schedules.FindAsync(SampleSchedules.Id, Cancelled))!.Enabled);

        await PressAsync(await Page.OpenAsync(_web, "/schedules"), "Yes, remove it");
        Assert.Null(await Schedules.FindAsync(SampleSchedules.Id, Cancelled));
        Assert.Equal(HttpStatusCode.NotFound, (await PressAsync(paused, "Yes, remove it")).StatusCode);
    }

    [Fact]
    public async Task A_request_that_is_not_valid_any_more_is_explained_on_the_page()
    {
        await AddAsync(schedule => schedule with { Request = """{"experiment":"blob.teleport"}""" });

        var page = await Page.OfAsync(_web, await PressAsync(await Page.OpenAsync(_web, "/schedules"), "Run now"));

        Assert.Equal(HttpStatusCode.BadRequest, page.Response.StatusCode);
        Assert.Contains("run.experiment is not in the catalogue", page.Element(".faults").TextContent, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_schedule_is_added_by_the_form_once_however_often_it_is_sent()
    {
        var page = await Page.OpenAsync(_web, "/schedules/new");
        (string, string)[] typed = [("name", "nightly"), ("cron", "0 3 * * *"), ("zone", "Europe/Berlin"), ("run.experiment", "queue.add")];

        var first = await page.PressAsync("Add schedule", typed);
        var second = await page.PressAsync("Add schedule", typed);

        Assert.Equal((HttpStatusCode.Redirect, first.Headers.Location), (first.StatusCode, second.Headers.Location));
        var stored = (await Schedules.ListAsync(Cancelled).ToArrayAsync(Cancelled)).Select(entry => entry.Schedule).ToArray();
        var schedule = Assert.Single(stored)!;
        Assert.Equal(("nightly", "0 3 * * *", "Europe/Berlin", "queue.add", true), (schedule.Name, schedule.Cron, schedule.Zone, schedule.Experiment, schedule.Enabled));
        Assert.Equal("""{"experiment":"queue.add","preset":"reduced","target":"default"}""", schedule.Request);
        Assert.Equal("/schedules#" + schedule.Id, first.Headers.Location!.OriginalString);
    }

    [Fact]
    public async Task A_form_changed_after_it_was_sent_adds_another_schedule_once_however_often_it_is_sent()
    {
        var page = await Page.OpenAsync(_web, "/schedules/new");

        var first = await page.PressAsync("Add schedule", ("cron", "0 3 * * *"), ("run.experiment", "queue.add"));
        var second = await page.PressAsync("Add schedule", ("cron", "0 4 * * *"), ("run.experiment", "queue.add"));
        var third = await page.PressAsync("Add schedule", ("cron", "0 4 * * *"), ("run.experiment", "queue.add"));

        Assert.NotEqual(first.Headers.Location, second.Headers.Location);
        Assert.Equal((HttpStatusCode.Redirect, second.Headers.Location), (third.StatusCode, third.Headers.Location));
        Assert.Equal(2, await Schedules.ListAsync(Cancelled).CountAsync(Cancelled));
    }

    [Fact]
    public async Task What_is_wrong_with_a_new_schedule_stands_beside_its_field_and_nothing_is_stored()
    {
        var page = await Page.OpenAsync(_web, "/schedules/new");

        var answer = await Page.OfAsync(_web, await page.PressAsync("Add schedule", ("cron", "every night"), ("zone", "Berlin <b>"), ("jitterSeconds", "soon")));

        Assert.Equal(HttpStatusCode.BadRequest, answer.Response.StatusCode);
        Assert.Equal(3, answer.Texts(".faults li").Count);
        Assert.NotEmpty(answer.Texts("#field-cron-fault li"));
        Assert.StartsWith("is not a time zone of the server", Assert.Single(answer.Texts("#field-zone-fault li")), StringComparison.Ordinal);
        Assert.Equal("every night", answer.Element("#field-cron").GetAttribute("value"));
        Assert.Equal("Berlin <b>", answer.Element("#field-zone").GetAttribute("value"));
        Assert.Empty(await Schedules.ListAsync(Cancelled).ToArrayAsync(Cancelled));
    }

    [Fact]
    public async Task A_name_that_another_schedule_has_is_refused_beside_its_field()
    {
        await (await Page.OpenAsync(_web, "/schedules/new")).PressAsync("Add schedule", ("name", "nightly"), ("run.experiment", "queue.add"));

        var answer = await Page.OfAsync(_web, await (await Page.OpenAsync(_web, "/schedules/new")).PressAsync("Add schedule", ("name", "nightly"), ("run.experiment", "queue.peek")));

        Assert.Equal(HttpStatusCode.Conflict, answer.Response.StatusCode);
        Assert.StartsWith("is the name of another schedule", Assert.Single(answer.Texts("#field-name-fault li")), StringComparison.Ordinal);
        Assert.Single(await Schedules.ListAsync(Cancelled).ToArrayAsync(Cancelled));
    }

    [Theory]
    [InlineData("""{"experiment": "queue.add", "repetitions": 0}""", "repetitions must be")]
    [InlineData("no JSON at all", "must be a JSON object")]
    [InlineData("""{"experiment": "queue.add", "name": "\ud83d"}""", "must be a JSON object")]
    public async Task A_whole_request_is_checked_like_any_other(string request, string fault)
    {
        var answer = await Page.OfAsync(_web, await (await Page.OpenAsync(_web, "/schedules/new")).PressAsync("Add schedule", ("run", request)));

        Assert.StartsWith(fault, Assert.Single(answer.Texts("#field-run-fault li")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_experiment_that_measures_no_account_needs_no_target()
    {
        Assert.Equal(HttpStatusCode.Redirect, (await (await Page.OpenAsync(_web, "/schedules/new")).PressAsync("Add schedule", ("run.experiment", "compute.dgemm"))).StatusCode);
    }

    private async Task AddAsync(Func<Schedule, Schedule>? change = null)
    {
        var schedule = SampleSchedules.Of("0 2 * * *", WebUnderTest.Now, "Europe/Berlin");
        Assert.True(await Schedules.TryAddAsync(change is null ? schedule : change(schedule), Cancelled));
    }

    /// <summary>Sends the form of a button as a browser without scripts sends it.</summary>
    private async Task<HttpResponseMessage> PressAsync(Page page, string button)
    {
        var form = page.Document.QuerySelectorAll("form").Cast<IHtmlFormElement>().Single(candidate => candidate.TextContent.Trim() == button);
        using var content = new FormUrlEncodedContent(form.Elements.OfType<IHtmlInputElement>().Select(input => KeyValuePair.Create(input.Name!, input.Value)));
        return await _web.Client.PostAsync(new Uri(form.GetAttribute("action")!, UriKind.Relative), content, Cancelled);
    }
}
