using AzurePerf.Core.Runs;
using AzurePerf.Web.Samples;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>Every page as a reader sees it: in both colours, on a phone, with nothing in the way of a screen reader, and a picture of each.</summary>
public sealed class PageTests(PortalInBrowser portal)
{
    private const string Missing = "not-found";

    public static TheoryData<string, string> Pages
    {
        get
        {
            var pages = new TheoryData<string, string>
            {
                { "home", "/" },
                { "runs", "/runs" },
                { "runs-none", "/runs?text=nothing-has-this-name" },
                { "catalogue", "/submit" },
                { "submit", "/submit?experiment=blob.download&preset=reduced" },
                { "compare-choose", "/compare" },
                { "compare", "/compare?runs=" + string.Join(",", RunsOf("blob.download").Take(3)) },
                { "compare-across", "/compare?across=parameters&runs=" + string.Join(",", RunsOf("blob.download").Take(3)) },
                { "trends", "/trends" },
                { "trend", "/trends?run=" + RunsOf("queue.add").First() },
                { "schedules", "/schedules" },
                { "schedule-new", "/schedules/new" },
                { "views", "/views" },
                { "view-new", "/views/new?address=" + Uri.EscapeDataString("/runs?state=failed&tag=nightly") + "&name=Runs%3A%20failed" },
                { "experiments", "/experiments" },
                { "experiment", "/experiments/tcp.rtt" },
                { "workers", "/workers" },
                { "outcomes", "/outcomes" },
                { "trend-changes", "/trends?schedule=" + PlantedHistory.ScheduleId },
                { "compare-warnings", "/compare?runs=" + string.Join(",", RunsOf("blob.download").Take(1).Concat(RunsOf("queue.add").Take(1))) },
                { "audit", "/audit" },
                { "api", "/api" },
                { "problems", "/problems" },
                { "scale", "/workers/scale" },
                { "rerun", $"/runs/{RunsOf("queue.add").First()}/rerun" },
                { "retry", $"/runs/{RunsOf("queue.add").First()}/retry" },
                { "notes", $"/runs/{RunsOf("queue.add").First()}/notes" },
                { "baseline", $"/runs/{RunsOf("queue.add").First()}/baseline" },
                { "submit-from", "/submit?from=" + RunsOf("blob.download").First() },
                { "run-workers", "/runs/" + RunsOf("blob.download").Last() },
                { Missing, "/runs/aaaaaaaaaaaaaaaaaaaa" },
            };
            foreach (var experiment in ExampleRuns.All.Select(sample => sample.Run.Spec.Experiment).Distinct())
            {
                pages.Add("run-" + experiment, "/runs/" + RunsOf(experiment).First());
            }

            return pages;
        }
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Each_page_is_whole_by_day_by_night_and_on_a_phone(string name, string address)
    {
        await using var visit = await portal.OpenAsync();
        Assert.Equal(StatusOf(name), await visit.GoAsync(address));
        await visit.LookAsync(name);
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

    private static int StatusOf(string name) => name switch { Missing => 404, "compare-warnings" => 400, _ => 200 };

    /// <summary>The sample runs of an experiment, those that more workers shared last.</summary>
    internal static IEnumerable<string> RunsOf(string experiment) => ExampleRuns.All
        .Where(sample => sample.Run.Spec.Experiment == experiment)
        .OrderBy(sample => sample.Run.Spec.Workers)
        .Select(sample => sample.Id);
}
