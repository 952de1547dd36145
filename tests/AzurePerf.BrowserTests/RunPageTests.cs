using AzurePerf.Core.Runs;
using AzurePerf.Web.Samples;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>The page of a run as a reader sees it: of each experiment of the sample data, and in each state.</summary>
public sealed class RunPageTests(PortalInBrowser portal)
{
    public static TheoryData<string, string> Pages
    {
        get
        {
            var pages = new TheoryData<string, string> { { "run-workers", "/runs/" + PageTests.RunsOf("blob.download").Last() } };
            foreach (var experiment in ExampleRuns.All.Select(sample => sample.Run.Spec.Experiment).Distinct())
            {
                pages.Add("run-" + experiment, "/runs/" + PageTests.RunsOf(experiment).First());
            }

            return pages;
        }
    }

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
    [InlineData(RunStatus.Failed, "the dataset could not be written: 403 AuthorizationPermissionMismatch at https://example.blob.core.windows.net/azureperf-1f2e3d4c5b6a/blob-0001?comp=block (request 7f4c2d1e-301e-0054-1a2b-3c4d5e6f7a8b)")]
    [InlineData(RunStatus.Cancelled, "cancelled by a user")]
    [InlineData(RunStatus.Running, "")]
    [InlineData(RunStatus.Cancelling, "")]
    public async Task A_run_is_whole_however_it_stands(RunStatus status, string reason)
    {
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
