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
                { "catalogue", "/submit" },
                { "submit", "/submit?experiment=blob.download&preset=reduced" },
                { "compare-choose", "/compare" },
                { "compare", "/compare?runs=" + string.Join(",", RunsOf("blob.download").Take(3)) },
                { "trends", "/trends" },
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
                { "keys", "/keys" },
                { "shares", "/shares" },
                { "share-new", "/shares/new?address=" + Uri.EscapeDataString("/compare?runs=" + string.Join(",", RunsOf("blob.download").Take(2))) },
                { "programs", "/programs" },
                { "audit", "/audit" },
                { "api", "/api" },
                { "problems", "/problems" },
                { "scale", "/workers/scale" },
                { "rerun", $"/runs/{RunsOf("queue.add").First()}/rerun" },
                { "notes", $"/runs/{RunsOf("queue.add").First()}/notes" },
                { "baseline", $"/runs/{RunsOf("queue.add").First()}/baseline" },
                { Missing, "/runs/aaaaaaaaaaaaaaaaaaaa" },
            };

            return Night.IsOn ? [.. pages, .. Likes] : pages;
        }
    }

    /// <summary>Each is another one of those above with other content.</summary>
    private static TheoryData<string, string> Likes => new()
    {
        { "runs-none", "/runs?text=nothing-has-this-name" },
        { "compare-across", "/compare?across=parameters&runs=" + string.Join(",", RunsOf("blob.download").Take(3)) },
        { "trend", "/trends?run=" + RunsOf("queue.add").First() },
        { "retry", $"/runs/{RunsOf("queue.add").First()}/retry" },
        { "submit-from", "/submit?from=" + RunsOf("blob.download").First() },
    };

    [Theory]
    [MemberData(nameof(Pages))]
    public async Task Each_page_is_whole_by_day_by_night_and_on_a_phone(string name, string address)
    {
        await using var visit = await portal.OpenAsync();
        Assert.Equal(StatusOf(name), await visit.GoAsync(address));
        await visit.LookAsync(name);
    }

    private static int StatusOf(string name) => name switch { Missing => 404, "compare-warnings" => 400, _ => 200 };

    /// <summary>The sample runs of an experiment, those that more workers shared last.</summary>
    internal static IEnumerable<string> RunsOf(string experiment) => ExampleRuns.All
        .Where(sample => sample.Run.Spec.Experiment == experiment)
        .OrderBy(sample => sample.Run.Spec.Workers)
        .Select(sample => sample.Id);
}
