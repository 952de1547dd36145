using System.Net;
using System.Text.Json;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Testing.Storage;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class RunListApiTests : IAsyncDisposable
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick", "name": "west europe", "tags": {"region": "westeurope", "team": "a"}}""";
    private const string Insert = """{"experiment": "table.insert", "preset": "quick", "target": "west", "tags": {"region": "northeurope"}}""";
    private readonly WebUnderTest _web = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Theory]
    [InlineData("", "insert download")]
    [InlineData("?state=completed", "download")]
    [InlineData("?state=ended", "download")]
    [InlineData("?state=open", "insert")]
    [InlineData("?state=running,completed", "insert download")]
    [InlineData("?state=failed", "")]
    [InlineData("?experiment=table.insert", "insert")]
    [InlineData("?experiment=table.insert,blob.download", "insert download")]
    [InlineData("?target=west", "insert")]
    [InlineData("?owner=local", "insert download")]
    [InlineData("?owner=nobody", "")]
    [InlineData("?tag=region", "insert download")]
    [InlineData("?tag=region=westeurope", "download")]
    [InlineData("?tag=region=westeurope&tag=team=b", "")]
    [InlineData("?tag=region=westeurope&tag=team", "download")]
    [InlineData("?text=WEST%20EU", "download")]
    [InlineData("?text=northeu", "insert")]
    [InlineData("?text=insert&state=&experiment=", "insert")]
    public async Task A_filter_admits_only_what_it_says(string query, string expected)
    {
        await SeedAsync();

        var list = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs" + query));

        Assert.Equal(expected, string.Join(' ', list.GetProperty("runs").EnumerateArray().Select(run => run.GetProperty("experiment").GetString()!.Split('.')[1])));
        Assert.Equal(JsonValueKind.Null, list.GetProperty("next").ValueKind);
    }

    [Theory]
    [InlineData("state=done", "state")]
    [InlineData("state=1", "state")]
    [InlineData("cursor=xyz", "cursor")]
    [InlineData("cursor=", "cursor")]
    [InlineData("cursor=Li4vLi4vLi4vLi4", "cursor")]
    public async Task A_query_that_cannot_be_meant_is_refused(string query, string path)
    {
        var problem = await RunSubmissionApiTests.ProblemAsync(await _web.GetAsync("/api/v1/runs?" + query), HttpStatusCode.BadRequest, "/problems/invalid-request");

        Assert.True(problem.GetProperty("errors").TryGetProperty(path, out _));
    }

    [Theory]
    [InlineData("")]
    [InlineData("&state=open&tag=region=westeurope")]
    public async Task Pages_have_every_run_once_however_many_months_they_are_spread_over(string filter)
    {
        var submitted = new List<string>();
        for (var run = 0; run < 25; run++)
        {
            // A gap of two years in the middle.
            var minutesAgo = (run * 60 * 24 * 11) + (run > 12 ? 60 * 24 * 730 : 0);
            submitted.Add((await SeededRun.SubmitAsync(_web, Download, minutesAgo)).Id);
        }

        var seen = new List<string>();
        var address = "/api/v1/runs?limit=4" + filter;
        for (var page = 0; page < 20 && address is not null; page++)
        {
            var list = await WebUnderTest.JsonOf(await _web.GetAsync(address));
            seen.AddRange(list.GetProperty("runs").EnumerateArray().Select(run => run.GetProperty("id").GetString()!));
            address = list.GetProperty("next").GetString();
        }

        Assert.Null(address);
        Assert.Equal(submitted, seen);
    }

    [Fact]
    public async Task A_page_costs_a_bounded_number_of_requests_over_months_of_runs()
    {
        var rows = new RequestCountingRows(_web.Control.Rows, ControlNames.RunIndexTable);
        for (var run = 0; run < 40; run++)
        {
            await SeededRun.SubmitAsync(_web, Download, minutesAgo: run * 60 * 24 * 31);
        }

        var nothing = await new RunSearch(new(rows), WebUnderTest.Clock).FindAsync(new() { Owner = "nobody" }, 50, null, Cancelled);

        Assert.Empty(nothing.Runs);
        Assert.NotNull(nothing.Next);
        Assert.Equal(RunSearch.MostReadings, rows.Requests);
    }

    [Fact]
    public async Task Runs_that_come_meanwhile_do_not_shift_the_next_page()
    {
        var older = (await SeededRun.SubmitAsync(_web, Download, 30)).Id;
        await SeededRun.SubmitAsync(_web, Download, 20);
        var first = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs?limit=1"));
        await SeededRun.SubmitAsync(_web, Download, 10);

        var second = await WebUnderTest.JsonOf(await _web.GetAsync(first.GetProperty("next").GetString()!));

        Assert.Equal(older, Assert.Single(second.GetProperty("runs").EnumerateArray()).GetProperty("id").GetString());
    }

    [Fact]
    public async Task Pages_follow_each_other_however_the_names_of_the_query_are_written()
    {
        for (var run = 0; run < 3; run++)
        {
            await SeededRun.SubmitAsync(_web, Download, minutesAgo: run);
        }

        var address = (await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs?Limit=1"))).GetProperty("next").GetString()!;
        var second = await WebUnderTest.JsonOf(await _web.GetAsync(address.Replace("cursor=", "Cursor=", StringComparison.Ordinal)));

        Assert.Equal(HttpStatusCode.OK, (await _web.GetAsync(second.GetProperty("next").GetString()!)).StatusCode);
    }

    private async Task SeedAsync()
    {
        var download = await SeededRun.SubmitAsync(_web, Download, 60);
        await download.MoveAsync(RunStatus.Completed, 4);
        var insert = await SeededRun.SubmitAsync(_web, Insert, 5);
        await insert.MoveAsync(RunStatus.Running, 1);
    }
}
