using AzurePerf.Web.Samples;
using Microsoft.Playwright;
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
                { "compare", "/compare?runs=" + string.Join(",", RunsOf("blob.download")) },
                { "compare-across", "/compare?across=parameters&runs=" + string.Join(",", RunsOf("blob.download")) },
                { "trends", "/trends" },
                { "trend", "/trends?run=" + RunsOf("queue.add").First() },
                { "schedules", "/schedules" },
                { "experiments", "/experiments" },
                { "experiment", "/experiments/tcp.rtt" },
                { "workers", "/workers" },
                { "outcomes", "/outcomes" },
                { Missing, "/runs/aaaaaaaaaaaaaaaaaaaa" },
            };
            foreach (var experiment in SampleData.All.Select(sample => sample.Run.Spec.Experiment).Distinct())
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
        Assert.Equal(name == Missing ? 404 : 200, await visit.GoAsync(address));
        await visit.CheckAccessAsync();
        await visit.ShootAsync(name + "-day");
        await visit.Page.EmulateMediaAsync(new() { ColorScheme = ColorScheme.Dark });
        await visit.CheckAccessAsync();
        await visit.ShootAsync(name + "-night");
        await visit.Page.SetViewportSizeAsync(Look.Phone.Width, 900);
        await visit.CheckWidthAsync();
        await visit.ShootAsync(name + "-phone");
    }

    internal static IEnumerable<string> RunsOf(string experiment) => SampleData.All.Where(sample => sample.Run.Spec.Experiment == experiment).Select(sample => sample.Id);
}
