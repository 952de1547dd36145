using AzurePerf.Core.Runs;
using Microsoft.Playwright;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>A page that is read again while somebody uses it.</summary>
public sealed class RereadTests(PortalInBrowser portal)
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick", "name": "read again"}""";

    [Fact]
    public async Task The_end_of_a_run_is_said_once_to_who_hears_the_page_and_nothing_before_it()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Download);
        await run.BeginAsync();
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs/" + run.Id);
        await visit.Page.EvaluateAsync("""
            () => {
              window.saidSoFar = [];
              const said = document.getElementById("said");
              new MutationObserver(() => window.saidSoFar.push(said.textContent)).observe(said, { childList: true });
            }
            """);

        await run.NoteAsync(1, "begun: 24 points");
        await Assertions.Expect(visit.Page.Locator("#main")).ToContainTextAsync("begun: 24 points");
        await run.EndAsync(RunStatus.Completed, "");
        await Assertions.Expect(visit.Page.Locator("[data-live=results]")).ToContainTextAsync("No point was measured.");

        Assert.Equal(["read again: completed – AzurePerf"], await visit.Page.EvaluateAsync<string[]>("() => window.saidSoFar"));
    }

    [Fact]
    public async Task What_had_the_focus_when_a_run_ended_shows_its_end_once_the_focus_leaves()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Download);
        await run.BeginAsync();
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs/" + run.Id);
        await visit.Page.Locator("#events-heading").ClickAsync();

        await run.EndAsync(RunStatus.Completed, "");
        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("completed");
        await Assertions.Expect(visit.Page.Locator("[data-live=results]")).ToContainTextAsync("No point has been measured yet.");
        await visit.Page.RouteAsync("**/runs/*", route => route.AbortAsync()); // nothing is read again for it
        await visit.Page.EvaluateAsync("() => document.activeElement.blur()");

        await Assertions.Expect(visit.Page.Locator("[data-live=results]")).ToContainTextAsync("No point was measured.");
        await Assertions.Expect(visit.Page.Locator("#events[open]")).ToHaveCountAsync(1);
    }

    [Fact]
    public async Task Text_stays_selected_while_its_page_is_read_and_then_gives_way_to_the_end()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Download);
        await run.BeginAsync();
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs/" + run.Id);
        await visit.Page.EvaluateAsync("() => getSelection().selectAllChildren(document.querySelector('.title code'))");

        await run.EndAsync(RunStatus.Completed, "");
        await Assertions.Expect(visit.Page.Locator("[data-live=results]")).ToContainTextAsync("No point was measured.");
        Assert.Equal(run.Id, await visit.Page.EvaluateAsync<string>("() => String(getSelection())"));
        await visit.Page.EvaluateAsync("() => getSelection().removeAllRanges()");

        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("completed");
    }

    [Fact]
    public async Task A_selection_that_is_left_alone_gives_way_after_20_s_also_while_somebody_types()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Download);
        await run.BeginAsync();
        await using var visit = await portal.OpenAsync();
        await visit.Page.Clock.InstallAsync();
        await visit.GoAsync("/runs/" + run.Id);
        await visit.Page.EvaluateAsync("() => getSelection().selectAllChildren(document.querySelector('.title code'))");
        await run.EndAsync(RunStatus.Completed, "");
        await Assertions.Expect(visit.Page.Locator("[data-live=results]")).ToContainTextAsync("No point was measured.");

        await visit.Page.Clock.FastForwardAsync(15_000);
        await visit.Page.EvaluateAsync("() => document.querySelector('main').dispatchEvent(new Event('selectionchange', { bubbles: true }))"); // as fields do
        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("running");
        await visit.Page.Clock.FastForwardAsync(7_000);

        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("completed");
    }

    [Theory]
    [InlineData("pointercancel")]
    [InlineData("dragend")]
    public async Task What_is_pressed_is_let_go_also_by_what_takes_the_end_of_the_press(string taker)
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Download);
        await run.BeginAsync();
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs/" + run.Id);
        await visit.Page.Locator("h1").DispatchEventAsync("pointerdown");

        await run.EndAsync(RunStatus.Completed, "");
        await Assertions.Expect(visit.Page.Locator("[data-live=results]")).ToContainTextAsync("No point was measured.");
        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("running");
        await visit.Page.Locator("h1").DispatchEventAsync(taker);

        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("completed");
    }

    [Fact]
    public async Task What_is_pressed_when_a_run_ends_stays_until_the_pointer_lets_it_go()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Download);
        await run.BeginAsync();
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs/" + run.Id);
        await visit.Page.Locator("h1").HoverAsync();
        await visit.Page.Mouse.DownAsync();

        await run.EndAsync(RunStatus.Completed, "");
        await Assertions.Expect(visit.Page.Locator("[data-live=results]")).ToContainTextAsync("No point was measured.");
        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("running");
        await visit.Page.Mouse.UpAsync();

        await Assertions.Expect(visit.Page.Locator(".title .status")).ToHaveTextAsync("completed");
    }

    [Fact]
    public async Task A_list_stays_scrolled_while_it_grows()
    {
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, Download);
        await run.BeginAsync();
        for (var sequence = 1; sequence <= 60; sequence++)
        {
            await run.NoteAsync(sequence, "something has happened");
        }

        await using var visit = await portal.OpenAsync();
        await visit.GoAsync("/runs/" + run.Id);
        await visit.Page.Locator("#events-heading").ClickAsync();
        await visit.Page.EvaluateAsync("() => { document.activeElement.blur(); document.querySelector('.events').scrollTop = 300; }");
        await run.NoteAsync(61, "the last thing");

        await Assertions.Expect(visit.Page.Locator(".events")).ToContainTextAsync("the last thing");
        Assert.Equal(300, await visit.Page.EvaluateAsync<int>("() => document.querySelector('.events').scrollTop"));
        await run.EndAsync(RunStatus.Cancelled, "cancelled by a user");
    }

    [Fact]
    public async Task A_comparison_with_a_wrong_id_is_shown_when_its_runs_have_ended()
    {
        const string Six = """{"experiment": "blob.download", "preset": "quick", "repetitions": 6}""";
        var (first, second) = (await PlantedRun.PlantAsync(portal.Control.Rows, Six), await PlantedRun.PlantAsync(portal.Control.Rows, Six));
        foreach (var run in new[] { first, second })
        {
            await run.BeginAsync();
            await run.MeasureAsync(_ => 50);
        }

        await first.EndAsync(RunStatus.Completed, "");
        await using var visit = await portal.OpenAsync();
        Assert.Equal(400, await visit.GoAsync($"/compare?runs={first.Id},{second.Id},wrong"));
        await Assertions.Expect(visit.Page.Locator(".notice")).ToContainTextAsync("Still measured.");

        await second.EndAsync(RunStatus.Completed, "");

        await Assertions.Expect(visit.Page.Locator("h1")).ToContainTextAsync("against");
        await Assertions.Expect(visit.Page.Locator(".faults")).ToContainTextAsync("there is no run with the id wrong");
    }
}
