using System.Net;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Testing.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web.Tasks;

public sealed class TaskPagesTests : IAsyncDisposable
{
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task The_first_line_says_how_the_tasks_of_the_stage_stand_and_each_row_leads_to_its_task()
    {
        var run = await ReprojectionAsync(RunStatus.Completed);

        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks?stage=reprojection");

        Assert.Equal("3 of 4 tasks of reprojection are done, 1 failed.", page.Texts(".lead").Single());
        Assert.Equal(["1 tile h18v04, 2024-01-25, of 2 granules", "2 tile h19v04, 2024-01-25, of 2 granules", "3 tile h18v04, 2024-01-26, of 2 granules", "4 tile h19v04, 2024-01-26, of 2 granules"], page.Texts("tbody th"));
        Assert.Equal("VM execution timeout killed after 41 s", page.Texts("tbody td.words")[1]);
        Assert.Equal(["1 failed", "3 done"], page.Texts("[aria-label='Tasks by state'] a"));
        Assert.Equal($"/runs/{run.Id}/tasks/reprojection/2", page.Element("tbody tr:nth-child(2) th a").GetAttribute("href"));
        Assert.Equal(HttpStatusCode.OK, (await _web.GetAsync(page.Element("a[href^='/api/']").GetAttribute("href")!)).StatusCode);
    }

    [Fact]
    public async Task While_a_stage_is_open_its_numbers_are_about_and_the_page_can_be_read_again()
    {
        var run = await ReprojectionAsync();

        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks");

        Assert.Equal("About 1 of 4 tasks of reprojection is done, 1 running, 2 waiting.", page.Texts(".lead").Single());
        Assert.Contains("Read again", page.Texts("#more a"));
    }

    [Fact]
    public async Task The_form_has_what_was_asked_for_and_empty_fields_ask_for_nothing()
    {
        var run = await ReprojectionAsync();

        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks?stage=reprojection&state=failed&outcome=&worker=");

        Assert.Equal(["reprojection", "failed", "any"], page.Texts("form.filters option[selected], #filter-outcome option:first-child"));
        Assert.Equal(["2 tile h19v04, 2024-01-25, of 2 granules"], page.Texts("tbody th"));
        Assert.Equal("No task of reprojection fits these filters.", (await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks?state=missed")).Texts(".empty p").Single());
    }

    [Fact]
    public async Task A_filter_that_makes_no_sense_is_said_in_one_sentence()
    {
        var run = await ReprojectionAsync();

        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks?state=dead");

        Assert.Equal(HttpStatusCode.BadRequest, page.Response.StatusCode);
        Assert.Equal("state must be one of waiting, running, done, failed, missed, cancelled, or several separated by commas.", page.Texts(".empty p")[0]);
    }

    [Fact]
    public async Task Further_pages_are_reached_by_links()
    {
        var run = await SeededTasks.AddAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, """{"experiment": "selftest.bag", "parameters": {"tasks": 120}}""");
        await run.AddStageAsync(new() { RunId = "", Id = StageId.Bag(0), Open = true, Total = 120, Created = 120, Dispatched = 120 }, ready => ready);

        var first = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks");
        var second = await Page.OpenAsync(_web, first.Element("a[rel=next]").GetAttribute("href")!);
        var third = await Page.OpenAsync(_web, second.Element("a[rel=next]").GetAttribute("href")!);

        Assert.Equal((50, 50, 20), (first.Texts("tbody tr").Count, second.Texts("tbody tr").Count, third.Texts("tbody tr").Count));
        Assert.Null(third.Document.QuerySelector("a[rel=next]"));
        Assert.Equal("101", third.Texts("tbody th")[0]);
    }

    [Fact]
    public async Task A_tasks_page_has_each_attempt_with_what_it_said()
    {
        var run = await ReprojectionAsync();

        var running = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks/reprojection/3");
        var failed = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks/reprojection/2");
        var done = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks/reprojection/1");
        var waiting = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks/reprojection/4");

        Assert.Equal("Running, attempt 3.", running.Texts(".lead").Single());
        Assert.Equal(["killed after 41 s: 4 x 10.2 s mean of 37", "the worker was told to end"], running.Texts("pre.log"));
        Assert.Equal(["yes", "no", "–"], running.Texts("td[data-label=charged]"));
        Assert.Equal("running reading, 40.0 %", running.Texts("td.words")[2]);
        Assert.Equal("Failed for good after 3 attempts: VM execution timeout.", failed.Texts(".lead").Single());
        Assert.Equal("Done after 1 attempt.", done.Texts(".lead").Single());
        Assert.Contains("\"answer\": 42", done.Text, StringComparison.Ordinal);
        Assert.Contains("\"tile\": \"h18v04\"", done.Text, StringComparison.Ordinal);
        Assert.Equal("Waiting: it has not begun.", waiting.Texts(".lead").Single());
    }

    [Fact]
    public async Task What_a_task_says_is_text_and_no_markup()
    {
        var run = await SeededTasks.AddAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, """{"experiment": "selftest.bag", "parameters": {"tasks": 1}}""");
        await run.AddStageAsync(
            new() { RunId = "", Id = StageId.Bag(0), Open = true, Total = 1, Created = 1 }, ready => SeededTasks.Dead(ready, FailureCause.UserCodeError, "<script>alert(1)</script>", attempt: 1));

        foreach (var address in new[] { "", "/bag-1/1" })
        {
            var page = await Page.OpenAsync(_web, $"/runs/{run.Id}/tasks{address}");

            Assert.Contains("<script>alert(1)</script>", page.Text, StringComparison.Ordinal);
            Assert.DoesNotContain(page.Document.Scripts, script => script.Text.Contains("alert", StringComparison.Ordinal));
        }
    }

    [Fact]
    public async Task The_page_of_a_run_leads_to_its_tasks()
    {
        var run = await ReprojectionAsync(RunStatus.Completed);

        var page = await Page.OpenAsync(_web, $"/runs/{run.Id}");

        Assert.Contains(page.Document.QuerySelectorAll("main a"), link => link.GetAttribute("href") == $"/runs/{run.Id}/tasks");
        Assert.Equal("Tasks of reprojection", page.Texts($"a[href='/runs/{run.Id}/tasks?stage=reprojection']").Single());
        Assert.Equal($"/runs/{run.Id}/tasks/reprojection/3", page.Element("table.ends tbody a").GetAttribute("href"));
    }

    [Theory]
    [InlineData("/runs/aaaaaaaaaaaaaaaaaaaa/tasks")]
    [InlineData("/runs/x/tasks")]
    [InlineData("/runs/aaaaaaaaaaaaaaaaaaaa/tasks/measure/1")]
    [InlineData("/runs/{0}/tasks/reprojection/9")]
    [InlineData("/runs/{0}/tasks/nothing/1")]
    public async Task What_does_not_exist_is_not_found(string address)
    {
        var run = await ReprojectionAsync();

        Assert.Equal(HttpStatusCode.NotFound, (await _web.GetAsync(string.Format(System.Globalization.CultureInfo.InvariantCulture, address, run.Id))).StatusCode);
    }

    private Task<SeededTasks> ReprojectionAsync(RunStatus status = RunStatus.Running) => TasksApiTests.ReprojectionAsync(_web.Control.AsControlPlane(), WebUnderTest.Now, status);
}
