using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class RunListPageTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Without_runs_the_page_says_what_to_do()
    {
        var page = await Page.OpenAsync(_web, "/");

        Assert.Contains("Nothing has been measured yet", page.Text, StringComparison.Ordinal);
        Assert.NotNull(page.Element(".empty a[href='/submit']"));
        Assert.Null(page.Document.QuerySelector("noscript"));
    }

    [Fact]
    public async Task Runs_in_progress_come_before_newer_ones_that_have_ended()
    {
        var running = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "long one"}""", minutesAgo: 90);
        await running.MoveAsync(RunStatus.Running, 1);
        var ended = await SeededRun.SubmitAsync(_web, """{"experiment": "table.insert", "preset": "reduced", "target": "west"}""", minutesAgo: 5);
        await ended.MoveAsync(RunStatus.Failed, 1, "it broke");

        var page = await Page.OpenAsync(_web, "/");

        Assert.Equal(
            [
                "queue.add long one running quick default 2026-03-14 07:56:53 UTC 1 h 30 min",
                "table.insert failed it broke reduced west 2026-03-14 09:21:53 UTC 1 min 15 s",
            ],
            page.Texts("tbody tr"));
        Assert.Equal(["2026-03-14T07:56:53Z", "2026-03-14T09:21:53Z"], page.Document.QuerySelectorAll("tbody time").Select(time => time.GetAttribute("datetime")));
        Assert.Equal(["/runs/" + running.Id, "/runs/" + ended.Id], page.Document.QuerySelectorAll("tbody a").Select(link => link.GetAttribute("href")));
        Assert.NotNull(page.Document.QuerySelector("noscript"));
    }

    [Theory]
    [InlineData("/")]
    [InlineData("/submit?experiment=blob.download")]
    [InlineData("/schedules")]
    [InlineData("/experiments")]
    [InlineData("/experiments/blob.download")]
    [InlineData("/outcomes")]
    [InlineData("/problems")]
    public async Task Every_page_has_landmarks_one_heading_and_nothing_from_elsewhere(string address)
    {
        var page = await Page.OpenAsync(_web, address);

        Assert.Single(page.Document.QuerySelectorAll("main"));
        Assert.Single(page.Document.QuerySelectorAll("h1"));
        Assert.Equal("#main", page.Element("body > a").GetAttribute("href"));
        Assert.NotNull(page.Element("nav[aria-label]"));
        Assert.Equal("en", page.Document.DocumentElement.GetAttribute("lang"));
        Assert.All(page.Document.QuerySelectorAll("table"), table => Assert.NotNull(table.QuerySelector("caption")));
        var resources = page.Document.QuerySelectorAll("[src], link").Select(resource => resource.GetAttribute("src") ?? resource.GetAttribute("href"));
        Assert.All(resources, resource => Assert.StartsWith("/assets/", resource, StringComparison.Ordinal));
        var ids = page.Document.QuerySelectorAll("[id]").Select(element => element.Id).ToArray();
        Assert.Equal(ids.Distinct(), ids);
    }

    [Theory]
    [InlineData("/assets/site.css", "text/css")]
    [InlineData("/assets/live.js", "text/javascript")]
    [InlineData("/assets/icon.svg", "image/svg+xml")]
    public async Task Style_sheet_script_and_icon_are_inside_the_program(string address, string type)
    {
        var response = await _web.GetAsync(address);

        Assert.Equal(type, response.Content.Headers.ContentType?.MediaType);
        Assert.NotEmpty(await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Every_experiment_has_a_page_with_its_parameters_and_presets()
    {
        foreach (var definition in ExperimentCatalogue.All)
        {
            var page = await Page.OpenAsync(_web, "/experiments/" + definition.Id);

            Assert.Equal([definition.Title], page.Texts("h1"));
            Assert.Equal(definition.Parameters.Select(parameter => parameter.Name), page.Element("table").QuerySelectorAll("tbody th").Select(name => name.TextContent));
            Assert.NotNull(page.Element($"a[href='/submit?experiment={definition.Id}&preset=paper']"));
        }
    }
}
