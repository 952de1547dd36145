using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class WorkerListPageTests : IAsyncDisposable
{
    private const string RunId = "aaaaaaaaaaaaaaaaaaaa";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Without_workers_it_says_how_to_start_some_and_lists_the_pools()
    {
        await _web.Control.MeasureTasks.PutAsync("x", TimeSpan.Zero, Cancelled);

        var page = await Page.OpenAsync(_web, "/workers");

        Assert.Equal(["measure 0 0 of 0 about 1 0 s –", "bag 0 0 of 0 0 – –"], page.Texts("[aria-label=Pools] tbody tr"));
        Assert.Contains("azureperf up", page.Element(".empty").TextContent, StringComparison.Ordinal);
        Assert.Equal("page", page.Element("nav a[href='/workers']").GetAttribute("aria-current"));
    }

    [Fact]
    public async Task Without_scripts_the_page_stays_so_that_the_table_of_its_chart_can_be_read_and_a_link_reads_it_again()
    {
        var page = await Page.OpenAsync(_web, "/workers");

        Assert.Null(page.Document.QuerySelector("meta[http-equiv=refresh]"));
        Assert.Equal(["/workers"], page.Document.QuerySelectorAll("noscript a").Select(link => link.GetAttribute("href")));
    }

    [Fact]
    public async Task How_many_there_were_is_a_chart_with_the_numbers_of_the_API()
    {
        Assert.Empty((await Page.OpenAsync(_web, "/workers")).Texts("#charts figure"));
        var store = new PoolHistoryStore(_web.Control.Rows, WebUnderTest.Clock);
        foreach (var ago in new[] { 20, 19, 3 })
        {
            await store.PutAsync(new(WebUnderTest.Now.AddMinutes(-ago), [new(WorkerPool.Measure, ago, ago, 1), new(WorkerPool.Bag, 0, 0, 0)]), Cancelled);
        }

        var page = await Page.OpenAsync(_web, "/workers");
        var chart = Assert.Single((await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/workers/charts"))).GetProperty("charts").EnumerateArray());

        Assert.Equal("Pool measure had 3 to 20 workers, now 3.", chart.GetProperty("caption").GetString());
        await Charts.ChartNumbers.CheckAsync(_web, page, chart);
        Assert.Equal(System.Net.HttpStatusCode.NotFound, (await _web.GetAsync("/api/v1/workers/charts/other.csv")).StatusCode);
    }

    [Fact]
    public async Task Workers_are_listed_with_their_heartbeat_what_they_execute_and_what_keeps_them()
    {
        await AddAsync("busy", WorkerPool.Measure, 4, new RunningTask(RunId, 1, 0, 2, 2, "m", "r", 9, 8, "measuring", 7, 20));
        await AddAsync("late", WorkerPool.Bag, 61);
        await new WorkerStore(_web.Control.Rows).TryPutCommandsAsync(
            WorkerPool.Measure, "busy", new() { Stops = [new(RunId, 1, 2, 2, FailureCause.TimedOut, "killed after <41> s")] }, Cancelled);

        var page = await Page.OpenAsync(_web, "/workers");

        Assert.Equal(
            [
                "late since 2026-03-14 09:26:53 UTC bag host-a, local silent 1 min 01 s ago 0 of 8 – 0.1.0+01234567…",
                "busy since 2026-03-14 09:26:53 UTC measure host-a, local working 4.00 s ago 1 of 1 aaaaaaaaaaaaaaaaaaaa measure task 3, attempt 2: measuring, 9.00 s since the claim, 7 of 20 operations; is to stop: killed after <41> s 0.1.0+01234567…",
            ],
            page.Texts(".workers tbody tr"));
        Assert.Equal("/runs/" + RunId, page.Element(".workers td a").GetAttribute("href"));
    }

    [Fact]
    public async Task A_row_that_makes_no_sense_is_named_and_hides_no_other()
    {
        await AddAsync("good", WorkerPool.Bag, 1);
        await _web.Control.Rows.PutAsync(ControlNames.WorkersTable, new(WorkerPool.Bag, "bad") { ["v"] = 9 }, Cancelled);

        var page = await Page.OpenAsync(_web, "/workers");

        Assert.Contains("bad", Assert.Single(page.Texts(".notice")), StringComparison.Ordinal);
        Assert.Single(page.Texts(".workers tbody tr"));
    }

    [Fact]
    public async Task The_API_tells_the_same()
    {
        await AddAsync("good", WorkerPool.Bag, 1, new RunningTask(RunId, StageId.Bag(1).Number, 0, 0, 1, "m", "r", 9, 0, "working", 0, 0));

        var list = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/workers"));

        Assert.Equal(["measure", "bag"], list.GetProperty("pools").EnumerateArray().Select(pool => pool.GetProperty("pool").GetString()));
        var worker = Assert.Single(list.GetProperty("workers").EnumerateArray());
        Assert.Equal(("good", 8, 1.0), (worker.GetProperty("workerId").GetString(), worker.GetProperty("slots").GetInt32(), worker.GetProperty("heartbeatAgeSeconds").GetDouble()));
        Assert.Equal("bag 2", worker.GetProperty("running")[0].GetProperty("stage").GetString());
    }

    private Task<WorkerState?> AddAsync(string id, string pool, int age, params RunningTask[] running) => new WorkerStore(_web.Control.Rows).TryAddAsync(
        new()
        {
            WorkerId = id,
            Pool = pool,
            HostId = "host-a",
            Build = "0.1.0+0123456789abcdef",
            StartedAt = WebUnderTest.Now,
            BeatAt = WebUnderTest.Now.AddSeconds(-age),
            Slots = pool == WorkerPool.Bag ? 8 : 1,
            Running = running,
        },
        Cancelled);
}
