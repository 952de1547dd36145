using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Web.Samples;
using Microsoft.Playwright;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>The page of a run as a reader sees it: of each experiment of the sample data, and in each state.</summary>
public sealed class RunPageTests(PortalInBrowser portal)
{
    /// <summary>That of more workers, and one of storage; in the night of each experiment.</summary>
    public static TheoryData<string, string> Pages
    {
        get
        {
            var pages = new TheoryData<string, string> { { "run-workers", "/runs/" + PageTests.RunsOf("blob.download").Last() } };
            foreach (var experiment in ExampleRuns.All.Select(sample => sample.Run.Spec.Experiment).Distinct().Where(experiment => Night.IsOn || experiment == "queue.add"))
            {
                pages.Add("run-" + experiment, "/runs/" + PageTests.RunsOf(experiment).First());
            }

            return pages;
        }
    }

    public static TheoryData<(RunStatus Status, string Reason)> States => Night.Cases(
        [
            (RunStatus.Failed, "the dataset could not be written: 403 AuthorizationPermissionMismatch at https://example.blob.core.windows.net/azureperf-1f2e3d4c5b6a/blob-0001?comp=block (request 7f4c2d1e-301e-0054-1a2b-3c4d5e6f7a8b)"),
            (RunStatus.Running, ""),
        ],
        (RunStatus.Cancelled, "cancelled by a user"),
        (RunStatus.Cancelling, ""));

    /// <summary>Of what stands before the diagnostics, at 1,366 pixels of width.</summary>
    private const int MostPixels = 2_500;

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task The_page_of_a_run_is_whole_by_day_by_night_and_on_a_phone(string name, string address)
    {
        await using var visit = await portal.OpenAsync();
        Assert.Equal(200, await visit.GoAsync(address));
        await visit.LookAsync(name);
        await visit.Page.SetViewportSizeAsync(1_366, 900);
        await visit.Page.WaitForFunctionAsync(
            "most => document.getElementById('diagnostics-heading').getBoundingClientRect().top + scrollY <= most", MostPixels, new() { Timeout = 10_000 });
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task A_printed_run_takes_at_most_three_sheets_and_says_where_it_is_from_and_when(string name, string address)
    {
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync(address);
        await visit.Page.WaitForFunctionAsync("() => Number(document.getElementById('charts').dataset.drawn) > 0");
        await visit.Page.EmulateMediaAsync(new() { Media = Media.Print });
        var origin = await visit.Page.Locator(".printed").InnerTextAsync();

        Assert.Matches(@"^Made \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC from http://127\.0\.0\.1:\d+" + address + "$", origin);
        Assert.InRange(await visit.PrintAsync(name), 1, 3);
    }

    [Fact]
    public async Task The_card_of_a_result_begins_with_the_name_of_its_first_number()
    {
        await using var visit = await portal.OpenAsync(Look.Phone);
        await visit.GoAsync("/runs/" + PageTests.RunsOf("blob.download").First());

        var label = await visit.Page.Locator("section[aria-labelledby=results-heading] tbody th").First.EvaluateAsync<string>("cell => getComputedStyle(cell, '::before').content");

        Assert.Contains("clients", label, StringComparison.Ordinal);
        Assert.Equal(0, await visit.Page.Locator("[data-label^=',']").CountAsync());
    }

    [Fact]
    public async Task A_run_is_printed_dark_on_light_also_for_whoever_chose_dark_colours()
    {
        await using var visit = await portal.OpenAsync();
        await visit.Page.Context.AddCookiesAsync([new() { Name = "azureperf-theme", Value = "dark", Url = portal.Address.AbsoluteUri }]);
        await visit.GoAsync("/runs/" + PageTests.RunsOf("queue.add").First());
        const string Ink = "() => getComputedStyle(document.body).color";
        Assert.Equal("rgb(228, 233, 240)", await visit.Page.EvaluateAsync<string>(Ink));

        await visit.Page.EmulateMediaAsync(new() { Media = Media.Print });

        Assert.Equal("rgb(27, 36, 48)", await visit.Page.EvaluateAsync<string>(Ink));
    }

    [Fact]
    public async Task A_run_that_waits_and_one_with_criteria_are_whole()
    {
        var waiting = await PlantedRun.PlantAsync(portal.Control.Rows, """{"experiment": "tcp.rtt", "preset": "quick", "target": "peer", "name": "waits", "failIf": ["p95>50ms"]}""");
        var now = TimeProvider.System.GetUtcNow();
        await waiting.WaitAsync(
            new(RunWaitCause.Workers, now.AddMinutes(-3)) { GivesUpAt = now.AddMinutes(27), Missing = [new(WorkerPool.Measure, 2, 1)] }, "waits for 2 measure workers: 1 alive");
        var judged = await PlantedRun.PlantAsync(portal.Control.Rows, """{"experiment": "blob.download", "preset": "quick", "name": "judged", "repetitions": 12, "parameters": {"blobBytes": 1048576}, "failIf": ["p95>50ms", "errors>1%"]}""");
        await judged.BeginAsync();
        await judged.MeasureAsync(planned => 50);
        await judged.EndAsync(RunStatus.Completed, "");

        foreach (var (name, run) in new[] { ("run-waiting", waiting), ("run-criteria", judged) })
        {
            await using var visit = await portal.OpenAsync();
            Assert.Equal(200, await visit.GoAsync("/runs/" + run.Id));
            await visit.LookAsync(name);
        }

        await waiting.EndAsync(RunStatus.Cancelled, "");
    }

    [Theory]
    [MemberData(nameof(States))]
    public async Task A_run_is_whole_however_it_stands((RunStatus Status, string Reason) stands)
    {
        var (status, reason) = stands;
        var run = await PlantedRun.PlantAsync(portal.Control.Rows, """{"experiment": "queue.add", "preset": "quick", "name": "how it stands", "tags": {"region": "westeurope", "nightly": ""} }""");
        await run.BeginAsync();
        await run.PublishFailureAsync(1, reason.Length > 0 ? reason : "the queue is being deleted");
        await run.NoteAsync(1, "begun: 4 points");
        await run.NoteAsync("The region was throttled while this ran.");
        await run.EndAsync(status, reason);
        await using var visit = await portal.OpenAsync();

        Assert.Equal(200, await visit.GoAsync("/runs/" + run.Id));

        await visit.LookAsync("run-" + status.ToString().ToLowerInvariant());
        await run.EndAsync(RunStatus.Failed, reason);
    }
}
