using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Views;
using AzurePerf.Web.Samples;
using Microsoft.Playwright;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>What people come for, from the first click to the last.</summary>
public sealed class JourneyTests(PortalInBrowser portal)
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick", "name": "a watched run"}""";

    private static string Named(string name) => Download.Replace("a watched run", name, StringComparison.Ordinal);

    [Fact]
    public async Task Somebody_new_loads_samples_and_is_told_what_they_are()
    {
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs?owner=" + OwnersWithoutKey.Sample);

        await Assertions.Expect(visit.Page.Locator("tbody tr .tag-sample")).ToHaveCountAsync(ExampleRuns.All.Count);
        await visit.GoAsync("/runs/" + ExampleRuns.All[0].Id);
        await Assertions.Expect(visit.Page.Locator("#cautions summary")).ToContainTextAsync("sample data");
    }

    [Fact]
    public async Task A_run_is_found_in_the_catalogue_corrected_and_submitted()
    {
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/submit");
        await visit.Page.GetByLabel("Search the catalogue").FillAsync("queue peek");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Search" }).ClickAsync();
        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "Queue peek, preset quick" }).ClickAsync();
        await visit.Page.Locator("#field-parameters-clients").FillAsync("0");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Submit run" }).ClickAsync();

        await Assertions.Expect(visit.Page.Locator(".faults")).ToContainTextAsync("must be a whole number from 1 to 192");
        await visit.ShootAsync("submit-fault-day");
        await visit.CheckAccessAsync();

        await visit.Page.Locator("#field-parameters-clients").FillAsync("2");
        await visit.Page.Locator("#field-name").FillAsync("found and corrected");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Validate" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator(".estimate")).ToContainTextAsync("2 points");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Submit run" }).ClickAsync();

        await Assertions.Expect(visit.Page).ToHaveTitleAsync("found and corrected: accepted – AzurePerf");
        await visit.ShootAsync("run-accepted-day");
    }

    [Fact]
    public async Task A_watched_run_shows_what_is_new_by_itself_until_it_has_ended()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Download);
        await run.BeginAsync();
        await run.WorkAsync(30, 120);
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs/" + run.Id);
        await Assertions.Expect(visit.Page.Locator(".live")).ToContainTextAsync("10.0");
        await visit.CheckAccessAsync();
        await visit.ShootAsync("run-live-day");

        await run.NoteAsync(1, "something has just happened");
        await Assertions.Expect(visit.Page.Locator(".events")).ToContainTextAsync("something has just happened");
        await run.EndAsync(RunStatus.Completed, "");
        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("completed");
        await Assertions.Expect(visit.Page.Locator(".links").GetByRole(AriaRole.Link, new() { Name = "Compare", Exact = true })).ToBeVisibleAsync();
        await Assertions.Expect(visit.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel run" })).ToHaveCountAsync(0);
        // Nothing asks any more: what changes now nobody shows.
        await run.NoteAsync(2, "after the end");
        Assert.Equal("completed", await visit.Page.Locator(".title .status").InnerTextAsync());
    }

    [Fact]
    public async Task A_run_is_cancelled_by_its_button()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Download);
        await run.BeginAsync();
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs/" + run.Id);

        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel run" }).ClickAsync();

        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("cancelling");
        await run.EndAsync(RunStatus.Cancelled, "cancelled by a user");
    }

    [Fact]
    public async Task A_run_is_stopped_from_the_list_after_one_more_question()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Named("stopped from the list"));
        await run.BeginAsync();
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs?text=stopped+from+the+list");

        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel blob.download, stopped from the list" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("h1")).ToHaveTextAsync("Cancel 1 run?");
        await Assertions.Expect(visit.Page.Locator("tbody")).ToContainTextAsync("will be cancelled");
        await visit.LookAsync("stop");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel 1 run" }).ClickAsync();

        await Assertions.Expect(visit.Page.Locator("h1")).ToHaveTextAsync("1 run is being cancelled");
        await visit.GoAsync("/runs/" + run.Id);
        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("cancelling");
        await run.EndAsync(RunStatus.Cancelled, "cancelled by a user");
    }

    [Fact]
    public async Task Without_scripts_ticked_runs_are_stopped_together_and_what_has_ended_is_named()
    {
        var first = await PlantedRun.PlantAsync(portal.Control.Rows, Named("ticked without scripts, one"));
        var second = await PlantedRun.PlantAsync(portal.Control.Rows, Named("ticked without scripts, two"));
        var ended = await PlantedRun.PlantAsync(portal.Control.Rows, Named("ticked without scripts, three"));
        await ended.EndAsync(RunStatus.Failed, "it broke");
        await using var visit = await portal.OpenAsync(Look.WithoutScripts);
        await visit.GoAsync("/runs?text=ticked+without+scripts");
        foreach (var box in await visit.Page.GetByRole(AriaRole.Checkbox).AllAsync())
        {
            await box.CheckAsync();
        }

        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel selected" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("h1")).ToHaveTextAsync("Cancel 2 runs?");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Cancel 2 runs" }).ClickAsync();

        await Assertions.Expect(visit.Page.Locator("h1")).ToHaveTextAsync("2 runs are being cancelled");
        await visit.GoAsync("/runs?text=ticked+without+scripts");
        await Assertions.Expect(visit.Page.Locator(".status-cancelling")).ToHaveCountAsync(2);
        await first.EndAsync(RunStatus.Cancelled, "cancelled by a user");
        await second.EndAsync(RunStatus.Cancelled, "cancelled by a user");
    }

    [Fact]
    public async Task Ticks_and_the_focus_stay_where_they_are_while_the_list_is_read_again()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Named("kept ticks, old"));
        await run.BeginAsync();
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs?text=kept+ticks");
        var box = visit.Page.GetByRole(AriaRole.Checkbox, new() { Name = "Tick blob.download, kept ticks, old" });
        await box.FocusAsync();
        await visit.Page.Keyboard.PressAsync("Space");

        var other = await PlantedRun.PlantAsync(portal.Control.Rows, Named("kept ticks, new"));
        await Assertions.Expect(visit.Page.Locator("tbody tr")).ToHaveCountAsync(2);

        await Assertions.Expect(box).ToBeCheckedAsync();
        await Assertions.Expect(box).ToBeFocusedAsync();
        await Assertions.Expect(visit.Page.GetByRole(AriaRole.Checkbox, new() { Name = "Tick blob.download, kept ticks, new" })).Not.ToBeCheckedAsync();
        await visit.CheckAccessAsync();
        await visit.ShootAsync("runs-ticked-day");
        await run.EndAsync(RunStatus.Cancelled, "cancelled by a user");
        await other.EndAsync(RunStatus.Cancelled, "cancelled by a user");
    }

    [Fact]
    public async Task Ticked_runs_are_compared_with_the_oldest_of_them()
    {
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs?experiment=blob.download&state=completed");
        foreach (var id in PageTests.RunsOf("blob.download").Take(3))
        {
            await visit.Page.Locator("#tick-" + id).CheckAsync();
        }

        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Compare selected" }).ClickAsync();

        await Assertions.Expect(visit.Page.Locator("h1")).ToContainTextAsync("against");
        await Assertions.Expect(visit.Page.GetByText("The oldest of the runs is the baseline")).ToBeVisibleAsync();
        await Assertions.Expect(visit.Page.Locator(".caution code").First).ToHaveTextAsync("azureperf compare --noise-floor");
    }

    [Fact]
    public async Task The_estimate_and_the_request_follow_the_form_while_it_is_filled_in()
    {
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/submit?experiment=queue.add&preset=quick");
        await Assertions.Expect(visit.Page.Locator(".estimate")).ToContainTextAsync("4 points");

        await visit.Page.Locator("#field-repetitions").FillAsync("9");
        await Assertions.Expect(visit.Page.Locator(".estimate")).ToContainTextAsync("18 points");
        await visit.Page.Locator("#request summary").ClickAsync();
        await Assertions.Expect(visit.Page.Locator("pre.json")).ToContainTextAsync("\"repetitions\": 9");
        await visit.Page.Locator("#field-repetitions").FillAsync("none");
        await Assertions.Expect(visit.Page.Locator("[data-checked=estimate]")).ToContainTextAsync("one field is not valid yet");
        await Assertions.Expect(visit.Page.Locator("#field-repetitions-fault")).ToContainTextAsync("must be a whole number");
        await Assertions.Expect(visit.Page.Locator("#field-repetitions")).ToHaveAttributeAsync("aria-invalid", "true");
        await visit.Page.Locator("#field-repetitions").FillAsync("2");
        await Assertions.Expect(visit.Page.Locator(".estimate")).ToContainTextAsync("4 points");
        await Assertions.Expect(visit.Page.Locator("#field-repetitions-fault li")).ToHaveCountAsync(0);
        await Assertions.Expect(visit.Page.Locator("[aria-invalid]")).ToHaveCountAsync(0);
        await visit.CheckAccessAsync();
    }

    [Fact]
    public async Task A_form_too_long_for_an_address_does_not_keep_an_older_estimate()
    {
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/submit?experiment=queue.add&preset=quick");
        await visit.Page.Locator("#advanced > summary").ClickAsync();

        await visit.Page.Locator("#field-tags").FillAsync(string.Join('\n', Enumerable.Range(1, 6).Select(number => $"tag{number}={new string('щ', 256)}")));
        await Assertions.Expect(visit.Page.Locator("[data-checked=estimate]")).ToHaveTextAsync("Not up to date: press Validate.");
        await Assertions.Expect(visit.Page.Locator("#request")).ToHaveCountAsync(0);
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Validate" }).ClickAsync();

        await Assertions.Expect(visit.Page.Locator(".estimate")).ToContainTextAsync("4 points");
        await Assertions.Expect(visit.Page.Locator("#request")).ToHaveCountAsync(1);
    }

    [Fact]
    public async Task A_run_gets_a_note_is_kept_as_the_baseline_and_run_again()
    {
        await using var visit = await portal.OpenAsync();
        var id = PageTests.RunsOf("blob.download").Last();
        await visit.GoAsync("/runs/" + id);

        await visit.Page.GetByText("Add note or tag").ClickAsync();
        await visit.Page.GetByLabel("Note", new() { Exact = true }).FillAsync("the quietest of the three");
        await visit.Page.GetByLabel("Tag", new() { Exact = true }).FillAsync("verdict=good");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Add" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator(".note-text")).ToHaveTextAsync("the quietest of the three");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Set as baseline" }).ClickAsync();
        await Assertions.Expect(visit.Page.GetByText("this run is the baseline", new() { Exact = true })).ToBeVisibleAsync();
        await visit.CheckAccessAsync();
        await visit.ShootAsync("run-baseline-day");
        await visit.GoAsync("/compare?runs=" + PageTests.RunsOf("blob.download").First());
        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "blob.download on default" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("h1")).ToContainTextAsync("against");
        await visit.GoAsync("/runs/" + id);
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Remove as baseline" }).ClickAsync();
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Rerun", Exact = true }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator(".title")).ToContainTextAsync("once more");
    }

    [Fact]
    public async Task Runs_are_compared_and_a_difference_is_allowed_on_purpose()
    {
        await using var visit = await portal.OpenAsync();
        var ids = PageTests.RunsOf("blob.download").ToArray();
        await visit.GoAsync("/runs/" + ids[0]);
        await visit.Page.Locator(".links").GetByRole(AriaRole.Link, new() { Name = "Compare", Exact = true }).ClickAsync();
        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "blobs of 1 MiB, through a file" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator(".changes tbody").First).ToContainTextAsync("not comparable");

        await Assertions.Expect(visit.Page.Locator(".caution").First).ToContainTextAsync("the runs were measured one after the other");

        await visit.Page.GetByText("Change comparison", new() { Exact = true }).ClickAsync();
        await visit.Page.GetByLabel("parameters").CheckAsync();
        await visit.Page.GetByLabel("drift").CheckAsync();
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Compare" }).ClickAsync();

        await Assertions.Expect(visit.Page.Locator("tbody .verdict-notComparable")).ToHaveCountAsync(0);
        Assert.Contains("across=parameters", visit.Page.Url, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Results_are_taken_away_as_a_file()
    {
        await using var visit = await portal.OpenAsync();
        var id = PageTests.RunsOf("blob.download").First();
        await visit.GoAsync("/runs/" + id);

        var download = await visit.Page.RunAndWaitForDownloadAsync(() => visit.Page.Locator("a[href$='export?format=csv']").ClickAsync());

        var lines = await File.ReadAllLinesAsync(await download.PathAsync(), TestContext.Current.CancellationToken);
        Assert.Equal(1 + ExampleRuns.All.Single(sample => sample.Id == id).Points.Count, lines.Length);
    }

    [Fact]
    public async Task A_link_shows_somebody_else_the_same()
    {
        await using var mine = await portal.OpenAsync();
        await mine.GoAsync("/runs");
        await mine.Page.GetByLabel("Experiment").SelectOptionAsync("queue.add");
        await mine.Page.GetByRole(AriaRole.Button, new() { Name = "Filter" }).ClickAsync();
        await mine.Page.GetByRole(AriaRole.Link, new() { Name = "Duration" }).ClickAsync();
        var rows = await mine.Page.Locator("tbody tr").AllInnerTextsAsync();

        await using var theirs = await portal.OpenAsync();
        await theirs.GoAsync(mine.Page.Url);

        Assert.NotEmpty(rows);
        Assert.Equal(rows, await theirs.Page.Locator("tbody tr").AllInnerTextsAsync());
        Assert.Equal("ascending", await theirs.Page.Locator("th[aria-sort]").GetAttributeAsync("aria-sort"));
    }

    [Fact]
    public async Task Without_scripts_one_can_search_submit_read_sort_and_choose_colours()
    {
        await using var visit = await portal.OpenAsync(Look.WithoutScripts);
        await visit.GoAsync("/submit?q=table+insert");
        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "Table insert, preset quick" }).ClickAsync();
        await visit.Page.Locator("#field-name").FillAsync("without scripts");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Submit run" }).ClickAsync();
        Assert.Equal("without scripts", await visit.Page.Locator("h1").InnerTextAsync());
        Assert.EndsWith("UTC", await visit.Page.Locator(".title time").First.InnerTextAsync(), StringComparison.Ordinal);

        await visit.GoAsync("/schedules/new");
        await visit.Page.Locator("#field-name").FillAsync("added without scripts");
        await visit.Page.Locator("#field-cron").FillAsync("at night");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Add schedule" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("#field-cron-fault li")).ToHaveCountAsync(1);
        await visit.ShootAsync("schedule-fault-day");
        await visit.Page.Locator("#field-cron").FillAsync("0 2 * * *");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Add schedule" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("tbody")).ToContainTextAsync("added without scripts");

        await visit.GoAsync("/runs/" + PageTests.RunsOf("blob.download").First());
        await visit.Page.Locator("#points-heading").ClickAsync();
        await visit.Page.Locator(".results").First.GetByRole(AriaRole.Link, new() { Name = "Rate" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("#points[open]")).ToHaveCountAsync(1);
        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "dark", Exact = true }).ClickAsync();

        Assert.Contains("sort=bytesPerSecond", visit.Page.Url, StringComparison.Ordinal);
        Assert.Equal("dark", await visit.Page.Locator("html").GetAttributeAsync("data-theme"));
        await visit.ShootAsync("no-scripts-dark");
    }

    [Fact]
    public async Task Sorting_the_points_of_a_run_leads_back_to_the_points()
    {
        await using var visit = await portal.OpenAsync(Look.WithoutScripts);
        await visit.GoAsync($"/runs/{PageTests.RunsOf("blob.download").First()}?points=all#points");

        foreach (var _ in Enumerable.Range(0, 2))
        {
            await visit.Page.Locator(".results").First.GetByRole(AriaRole.Link, new() { Name = "Rate" }).ClickAsync();
            await Assertions.Expect(visit.Page.Locator("#points-heading")).ToBeInViewportAsync();
        }

        Assert.Contains("sort=bytesPerSecond&desc=true#points", visit.Page.Url, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_scripts_and_mouse_a_filtered_list_is_saved_opened_again_and_removed()
    {
        const string Name = "\"'--><img src=x onerror=alert(1)>";
        await using var visit = await portal.OpenAsync(Look.WithoutScripts);

        // Of its own: other tests plant and end runs at the same time, on the same server.
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, """{"experiment": "queue.add", "preset": "quick", "name": "listed in a view"}""");
        await run.EndAsync(RunStatus.Cancelled, "cancelled by a user");
        await visit.GoAsync("/runs?experiment=queue.add&text=listed+in+a+view");
        var rows = await visit.Page.Locator("tbody tr").AllInnerTextsAsync();
        Assert.Single(rows);
        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "Save this view" }).PressAsync("Enter");
        Assert.Equal("Runs: queue.add, listed in a view", await visit.Page.GetByLabel("Name").InputValueAsync());

        await visit.Page.GetByLabel("Name").FillAsync(" ");
        await visit.Page.GetByLabel("Name").PressAsync("Enter");
        await Assertions.Expect(visit.Page.Locator("#field-name-fault li")).ToHaveCountAsync(1);
        await visit.CheckWidthAsync();
        await visit.ShootAsync("view-fault-day");
        await visit.Page.GetByLabel("Name").FillAsync(Name);
        await visit.Page.GetByLabel("Name").PressAsync("Enter");
        Assert.EndsWith("/views#" + ViewName.IdOf(Name), visit.Page.Url, StringComparison.Ordinal);
        Assert.Equal(0, await visit.Page.Locator("main img").CountAsync());

        await visit.GoAsync("/");
        await visit.Page.Locator(".views").GetByRole(AriaRole.Link, new() { Name = Name }).PressAsync("Enter");
        Assert.EndsWith("/runs?experiment=queue.add&text=listed+in+a+view", visit.Page.Url, StringComparison.Ordinal);
        Assert.Equal(rows, await visit.Page.Locator("tbody tr").AllInnerTextsAsync());

        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "Saved views" }).PressAsync("Enter");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Remove " + Name }).PressAsync("Enter");
        await Assertions.Expect(visit.Page.GetByRole(AriaRole.Link, new() { Name = Name })).ToHaveCountAsync(0);
        Assert.EndsWith("/views", visit.Page.Url, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_button_copies_the_address_of_the_page_as_it_stands()
    {
        await using var visit = await portal.OpenAsync();
        await visit.Page.Context.GrantPermissionsAsync(["clipboard-read", "clipboard-write"]);
        await visit.GoAsync("/runs?experiment=queue.add&sort=duration");

        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Copy link to this page" }).ClickAsync();

        await Assertions.Expect(visit.Page.GetByRole(AriaRole.Button, new() { Name = "Link copied" })).ToBeVisibleAsync();
        Assert.Equal(visit.Page.Url, await visit.Page.EvaluateAsync<string>("() => navigator.clipboard.readText()"));
        Assert.EndsWith("/runs?experiment=queue.add&sort=duration", visit.Page.Url, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true, "Copied")]
    [InlineData(false, "Selected: press Ctrl-C")]
    public async Task Whether_something_was_copied_is_said_to_who_hears_the_page(bool allowed, string said)
    {
        await using var visit = await portal.OpenAsync();
        await visit.Page.AddInitScriptAsync($"navigator.clipboard.writeText = () => Promise.{(allowed ? "resolve" : "reject")}()");
        await visit.GoAsync("/runs/" + PageTests.RunsOf("queue.add").First());
        await visit.Page.GetByText("The same run again").ClickAsync();

        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Copy: curl" }).ClickAsync();

        await Assertions.Expect(visit.Page.Locator("#said")).ToHaveTextAsync(said);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_a_bar_is_read_by_stands_out_from_its_ground(bool dark)
    {
        const string Contrast = """
            element => {
              const light = (color) => color.match(/\d+/g).slice(0, 3).map((part) => part / 255)
                .reduce((sum, part, index) => sum + [0.2126, 0.7152, 0.0722][index] * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4), 0.05);
              const [line, ground] = [getComputedStyle(element).stroke, getComputedStyle(document.body).backgroundColor].map(light);
              return Math.max(line, ground) / Math.min(line, ground);
            }
            """;
        await using var visit = await portal.OpenAsync(Look.Desk with { Dark = dark });
        await visit.GoAsync("/compare?runs=" + string.Join(",", PageTests.RunsOf("blob.download").Take(3)));

        foreach (var part in new[] { "margin", "axis" })
        {
            Assert.InRange(await visit.Page.Locator(".ratio ." + part).First.EvaluateAsync<double>(Contrast), 3, 21);
        }

        await visit.GoAsync("/outcomes?days=30");
        Assert.InRange(await visit.Page.Locator(".share-bar .limit").First.EvaluateAsync<double>(Contrast), 3, 21);
    }

    [Fact]
    public async Task A_browser_that_lets_nothing_be_copied_is_answered_where_the_address_stands()
    {
        await using var visit = await portal.OpenAsync();
        await visit.Page.AddInitScriptAsync("navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))");
        await visit.GoAsync("/runs");

        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Copy link to this page" }).ClickAsync();

        await Assertions.Expect(visit.Page.GetByRole(AriaRole.Button, new() { Name = "Copy it from the address bar" })).ToBeVisibleAsync();
    }

    [Theory]
    [InlineData(1280)]
    [InlineData(1600)]
    public async Task What_is_done_with_a_page_and_the_colours_stand_on_one_line_at_its_foot(int width)
    {
        await using var visit = await portal.OpenAsync(Look.Desk with { Width = width });
        await visit.GoAsync("/runs");

        var tops = await visit.Page.EvaluateAsync<double[]>("() => [...document.querySelectorAll('footer .tools li, footer .themes li')].map((item) => { const box = item.getBoundingClientRect(); return Math.round((box.top + box.bottom) / 2); })");

        Assert.Equal(7, tops.Length);
        Assert.InRange(tops.Max() - tops.Min(), 0, 2);
    }

    [Fact]
    public async Task The_keyboard_alone_leads_from_the_first_page_to_a_submitted_run()
    {
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/");
        await visit.Page.Keyboard.PressAsync("Tab");
        Assert.Equal("Skip to the content", await visit.Page.EvaluateAsync<string>("() => document.activeElement.textContent"));
        await PressUntilAsync(visit, "New run");
        await visit.Page.Keyboard.PressAsync("Enter");
        await Assertions.Expect(visit.Page.GetByLabel("Search the catalogue")).ToBeVisibleAsync();
        await visit.Page.Keyboard.PressAsync("Tab");
        await PressUntilAsync(visit, "quick");
        await visit.Page.Keyboard.PressAsync("Enter");
        await Assertions.Expect(visit.Page.Locator("#form-heading")).ToBeVisibleAsync();
        await PressUntilAsync(visit, "Submit run");
        var outline = await visit.Page.EvaluateAsync<string>("() => getComputedStyle(document.activeElement).outlineStyle");
        await visit.Page.Keyboard.PressAsync("Enter");

        await Assertions.Expect(visit.Page.Locator(".title .status")).ToBeVisibleAsync();
        Assert.Equal("solid", outline);
    }

    [Fact]
    public async Task Times_are_the_reader_s_own_with_UTC_on_hover()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Download);
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs/" + run.Id);

        var time = visit.Page.Locator(".title time").First;
        var local = TimeZoneInfo.ConvertTime(run.Run.SubmittedAt, TimeZoneInfo.FindSystemTimeZoneById("Europe/Berlin"));
        await Assertions.Expect(time).ToContainTextAsync(local.ToString("HH:mm:ss", System.Globalization.CultureInfo.InvariantCulture));
        Assert.EndsWith("UTC", await time.GetAttributeAsync("title"), StringComparison.Ordinal);
        await run.EndAsync(RunStatus.Cancelled, "");
    }

    [Fact]
    public async Task Whatever_users_and_targets_write_stays_text()
    {
        const string Hostile = "\"'--><img src=x onerror=alert(1)><script>alert(2)</script>";
        var encoded = System.Text.Json.JsonEncodedText.Encode(Hostile).ToString();
        var tag = encoded.Replace('=', ':');
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, $$"""{"experiment": "queue.add", "preset": "quick", "name": "{{encoded}}", "tags": {"{{tag}}": "{{encoded}}"} }""");
        await run.BeginAsync();
        await run.PublishFailureAsync(1, Hostile);
        await run.NoteAsync(1, Hostile);
        await run.EndAsync(RunStatus.Failed, Hostile);
        await using var visit = await portal.OpenAsync();

        foreach (var address in new[]
        {
            "/", "/runs?text=" + Uri.EscapeDataString(Hostile), "/runs/" + run.Id, "/compare?runs=" + run.Id, "/trends?run=" + run.Id,
            "/submit?q=" + Uri.EscapeDataString(Hostile), "/compare?runs=" + Uri.EscapeDataString(Hostile), "/trends?run=" + Uri.EscapeDataString(Hostile),
        })
        {
            await visit.GoAsync(address);
            Assert.Equal(0, await visit.Page.Locator("main img, main script, main svg[onload]").CountAsync());
        }

        await visit.GoAsync("/runs/" + run.Id);
        Assert.Equal(Hostile, await visit.Page.Locator("h1").TextContentAsync());
        Assert.Contains(Hostile, await visit.Page.Locator(".tags").TextContentAsync(), StringComparison.Ordinal);
    }

    private static async Task PressUntilAsync(Visit visit, string text)
    {
        for (var presses = 0; presses < 120; presses++)
        {
            if (await visit.Page.EvaluateAsync<string>("() => (document.activeElement.textContent || '').trim()") == text)
            {
                return;
            }

            await visit.Page.Keyboard.PressAsync("Tab");
        }

        Assert.Fail($"the keyboard does not reach \"{text}\" on {visit.Page.Url}");
    }
}
