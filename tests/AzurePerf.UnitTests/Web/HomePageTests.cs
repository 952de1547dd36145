using System.Net;
using AzurePerf.Core.Access;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;
using AzurePerf.Storage;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Trends;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.Web.Samples;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class HomePageTests : IAsyncDisposable
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick", "repetitions": 6}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Fact]
    public async Task Somebody_new_is_told_what_to_do_and_offered_samples()
    {
        var page = await Page.OpenAsync(_web, "/");

        Assert.Contains("Nothing has been measured yet", page.Text, StringComparison.Ordinal);
        Assert.Equal(["Load sample data"], page.Texts("form[method=post] button"));
        Assert.NotNull(page.Element(".ways a[href='/submit?experiment=blob.download&preset=quick']"));
        Assert.Null(page.Document.QuerySelector("noscript"));
    }

    [Fact]
    public async Task A_run_of_three_months_ago_was_measured_here_also_next_to_samples_of_today()
    {
        var minutes = (int)TimeSpan.FromDays(95).TotalMinutes;
        await (await SeededRun.SubmitAsync(_web, Download, minutes)).MoveAsync(RunStatus.Completed, 12);

        var page = await Page.OpenAsync(_web, "/");
        await page.SubmitAsync();
        var withSamples = await Page.OpenAsync(_web, "/");

        Assert.DoesNotContain("Nothing has been measured yet", page.Text, StringComparison.Ordinal);
        Assert.NotEmpty(page.Texts(".tiles > div"));
        Assert.DoesNotContain("Nothing of your own", withSamples.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Runs_in_progress_are_shown_with_their_progress_and_ended_ones_below()
    {
        var running = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "long one"}""", minutesAgo: 90);
        await running.MoveAsync(RunStatus.Running, 1);
        await (await SeededRun.SubmitAsync(_web, """{"experiment": "table.insert", "preset": "reduced", "target": "west"}""", minutesAgo: 5)).MoveAsync(RunStatus.Failed, 1, "it broke");

        var page = await Page.OpenAsync(_web, "/");

        Assert.Equal(["long one running queue.add, quick, target default, by local 1 of 4 points Cancel"], page.Texts(".now .card"));
        Assert.Equal("1", page.Element(".now progress").GetAttribute("value"));
        Assert.Equal(["table.insert"], page.Texts("tbody th a"));
        Assert.Equal(["/"], page.Document.QuerySelectorAll("noscript a").Select(link => link.GetAttribute("href")));
        Assert.Null(page.Document.QuerySelector("meta[http-equiv=refresh]"));
        Assert.Equal(["Cancel", "Load sample data"], page.Texts("form button"));
        Assert.Equal(
            ["Running 1 none waiting", "Workers 0 a run waits until one starts", "Slower than baseline - nothing to compare yet", "Failed, last 7 days 1 of 1 run ended"],
            page.Texts(".tiles > div"));
    }

    [Fact]
    public async Task A_run_that_measures_is_shown_however_many_newer_ones_there_are()
    {
        var running = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "long one"}""", minutesAgo: 600);
        await running.MoveAsync(RunStatus.Running, 1);
        for (var number = 0; number < 230; number++)
        {
            var newer = UnitTests.Runs.ExampleRun.Accepted($"{number:D20}", WebUnderTest.Now.AddMinutes(-number));
            await new RunStore(_web.Control.Rows).PutIndexAsync(number < 215 ? newer with { Status = RunStatus.Completed } : newer, TestContext.Current.CancellationToken);
        }

        var page = await Page.OpenAsync(_web, "/");

        Assert.Equal("Running 1 15 waiting", page.Texts(".tiles > div")[0]);
        Assert.StartsWith("long one running", page.Texts(".now .card")[0], StringComparison.Ordinal);
        Assert.Contains("8 more running or waiting", page.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_whose_rows_cannot_be_read_hides_no_other()
    {
        await (await SeededRun.SubmitAsync(_web, Download, minutesAgo: 9)).SpoilAsync();
        await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "other"}""", minutesAgo: 5);

        var page = await Page.OpenAsync(_web, "/");

        Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
        Assert.Equal(["other"], page.Texts(".now .card h3"));
    }

    [Fact]
    public async Task Runs_whose_rows_cannot_be_read_are_named_and_take_no_place_of_one_that_can()
    {
        foreach (var minutes in new[] { 9, 8, 7, 6 })
        {
            await (await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "broken"}""", minutes)).SpoilAsync();
        }

        await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "other"}""", minutesAgo: 5);

        var page = await Page.OpenAsync(_web, "/");

        Assert.Equal(["other"], page.Texts(".now .card h3"));
        Assert.Equal(4, page.Texts(".notice li").Count);
        Assert.All(page.Texts(".notice li"), line => Assert.Matches("^broken: row .*/h: points is a String", line));
    }

    [Fact]
    public async Task Where_many_runs_cannot_be_read_the_page_says_how_many_more_there_are()
    {
        foreach (var minutes in Enumerable.Range(6, 8))
        {
            await (await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "broken"}""", minutes)).SpoilAsync();
        }

        await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "name": "other"}""", minutesAgo: 1);

        var page = await Page.OpenAsync(_web, "/");

        Assert.Equal(8, page.Texts(".notice li").Count);
        Assert.Contains("1 more running or waiting.", page.Texts("section .note"));
    }

    [Fact]
    public async Task A_run_in_progress_is_shown_however_long_ago_it_was_submitted_and_months_that_have_ended_are_read_once()
    {
        var running = await SeededRun.SubmitAsync(
            _web, """{"experiment": "queue.add", "preset": "quick", "name": "long one"}""", (int)TimeSpan.FromDays(95).TotalMinutes);
        await running.MoveAsync(RunStatus.Running, 1);
        await (await SeededRun.SubmitAsync(_web, Download, (int)TimeSpan.FromDays(160).TotalMinutes)).MoveAsync(RunStatus.Completed, 12);
        var counting = new RequestCountingRows(_web.Control.Rows, ControlNames.RunIndexTable);
        await using var web = new WebUnderTest(services => services.AddSingleton<IRowStore>(counting));

        var page = await Page.OpenAsync(web, "/");
        var first = counting.Requests;
        await Page.OpenAsync(web, "/");

        Assert.Equal(["long one"], page.Texts(".now .card h3"));
        Assert.Equal("Running 1 none waiting", page.Texts(".tiles > div")[0]);
        Assert.Equal(first - 1, counting.Requests - first);
    }

    [Fact]
    public async Task The_newest_run_of_each_baseline_stands_first_with_its_change_and_how_sure_that_is()
    {
        var baseline = await DownloadAsync(90, 40);
        await DownloadAsync(60, 40);
        Assert.Equal(HttpStatusCode.OK, (await _web.Client.PutAsync($"/api/v1/runs/{baseline.Id}/baseline", null, TestContext.Current.CancellationToken)).StatusCode);
        var same = Assert.Single(await WatchedAsync());
        await DownloadAsync(30, 20);
        await _web.Client.PutAsync($"/api/v1/runs/{baseline.Id}/baseline", null, TestContext.Current.CancellationToken);

        var slower = Assert.Single(await WatchedAsync());

        Assert.Equal("Blob download blob.download on default 2 runs, 42.0 to 42.0 MB/s 42.0 MB/s 0 % -0.1 to +0.1 % no change how sure: low 59 min ago", same);
        Assert.Contains("slower how sure: low 29 min ago", slower, StringComparison.Ordinal);
        Assert.Matches(@"at \d clients?: -", slower);
        var page = await Page.OpenAsync(_web, "/");
        Assert.Contains("Slower than baseline 1 of 1 watched", page.Texts(".tiles > div"));
        Assert.Equal(2, page.Document.QuerySelectorAll($"a[href^='/compare?runs={baseline.Id},'] .verdict").Length);
    }

    [Fact]
    public async Task A_report_begins_with_the_result_and_how_it_stands_to_the_baseline()
    {
        var baseline = await DownloadAsync(90, 40);
        await _web.Client.PutAsync($"/api/v1/runs/{baseline.Id}/baseline", null, TestContext.Current.CancellationToken);
        var slower = await DownloadAsync(30, 20);

        var report = await Page.OpenAsync(_web, $"/api/v1/runs/{slower.Id}/export?format=html");
        var lines = (await _web.Client.GetStringAsync($"/api/v1/runs/{slower.Id}/export?format=md", TestContext.Current.CancellationToken)).Split('\n');

        var facts = report.Texts(".facts dd");
        Assert.StartsWith("21.0 MB/s (", facts[0], StringComparison.Ordinal);
        Assert.Contains(facts, fact => fact.StartsWith("-50 % (Slower at ", StringComparison.Ordinal));
        Assert.DoesNotContain("precisionPercent", report.Texts(".facts dt"));
        Assert.Equal("Settings", report.Texts("h2")[^1]);
        Assert.Contains("Best throughput", lines[4], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_asked_for_something_else_or_is_a_part_of_turns_is_not_the_latest()
    {
        var baseline = await DownloadAsync(90, 40);
        var same = await DownloadAsync(60, 40);
        await DownloadAsync(50, 20, Download.Replace("6}", "6, \"parameters\": {\"clients\": [1]}}", StringComparison.Ordinal));
        await DownloadAsync(40, 20, Download.Replace("6}", "6, \"tags\": {\"turns\": \"k\"}}", StringComparison.Ordinal));
        await _web.Client.PutAsync($"/api/v1/runs/{baseline.Id}/baseline", null, TestContext.Current.CancellationToken);

        var page = await Page.OpenAsync(_web, "/");

        Assert.Contains("2 runs, 42.0 to 42.0 MB/s", Assert.Single(await WatchedAsync()), StringComparison.Ordinal);
        Assert.NotNull(page.Element($"[aria-label='Latest against baseline'] a[href='/runs/{same.Id}']"));
    }

    private async Task<IReadOnlyList<string>> WatchedAsync() => (await Page.OpenAsync(_web, "/")).Texts("[aria-label='Latest against baseline'] tbody tr");

    private async Task<SeededRun> DownloadAsync(int minutesAgo, double rate, string request = Download)
    {
        var run = await SeededRun.SubmitAsync(_web, request, minutesAgo);
        await run.MoveAsync(RunStatus.Completed, 12);
        await run.SumUpAsync([.. run.Measured(planned => SeededRun.Summary(1, rate + (planned.Repetition * 0.01), 1 << 20, 20))]);
        return run;
    }

    [Fact]
    public async Task Samples_are_real_runs_marked_as_such_and_leave_nothing_when_removed()
    {
        var loaded = await (await Page.OpenAsync(_web, "/")).SubmitAsync();
        Assert.Equal((HttpStatusCode.Redirect, "/"), (loaded.StatusCode, loaded.Headers.Location!.OriginalString));

        var page = await Page.OpenAsync(_web, "/");
        var list = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs?limit=200"));
        Assert.Equal(ExampleRuns.All.Count, list.GetProperty("runs").GetArrayLength());
        Assert.All(list.GetProperty("runs").EnumerateArray(), run => Assert.True(run.GetProperty("sample").GetBoolean()));
        Assert.Equal(page.Texts("tbody tr").Count, page.Texts("tbody .tag-sample").Count);

        var removed = await page.SubmitAsync();
        Assert.Equal(HttpStatusCode.Redirect, removed.StatusCode);
        Assert.Equal(0, _web.Stored);
    }

    [Fact]
    public async Task Samples_of_another_build_go_with_those_of_this_one()
    {
        await LoadOfAnotherBuildAsync();

        await _web.Services.GetRequiredService<ExampleRuns>().LoadAsync(TestContext.Current.CancellationToken);
        await (await Page.OpenAsync(_web, "/")).SubmitAsync();

        Assert.Equal(0, _web.Stored);
    }

    [Theory]
    [InlineData(ControlNames.TrendsTable)]
    [InlineData(ControlNames.RunsTable)]
    [InlineData(ControlNames.RunIndexTable)]
    public async Task Where_the_removal_of_samples_of_another_build_broke_off_the_next_one_removes_the_rest(string table)
    {
        await LoadOfAnotherBuildAsync();
        var rows = new InterruptedRowStore(_web.Control.Rows, table, _ => throw new IOException("the account does not answer"));
        var runs = ActivatorUtilities.CreateInstance<ExampleRuns>(_web.Services, new RunStore(rows), new TrendStore(rows));
        await Assert.ThrowsAsync<IOException>(() => runs.RemoveAsync(TestContext.Current.CancellationToken));
        Assert.NotEqual(0, _web.Stored);

        await _web.Services.GetRequiredService<ExampleRuns>().RemoveAsync(TestContext.Current.CancellationToken);

        Assert.Equal(0, _web.Stored);
    }

    private async Task LoadOfAnotherBuildAsync()
    {
        var sample = ExampleRuns.All.First(one => one.Run.Spec.Name.EndsWith(", baseline", StringComparison.Ordinal));
        var other = sample with { Run = sample.Run with { Id = "measured by another build" } };
        var header = other.Header(Shipped.ExperimentOf(other.Run.Spec), RunIndexKey.For(other.Id, WebUnderTest.Now.AddDays(-100)));
        // The host's own knows months of tests before this one.
        var runs = new RunStore(_web.Control.Rows);
        await runs.PutIndexAsync(header, TestContext.Current.CancellationToken);
        Assert.True(await runs.TryAddAsync(header, TestContext.Current.CancellationToken));
        await _web.Services.GetRequiredService<TrendStore>().PutAsync(TrendRun.Of(null, header, other.Points), TestContext.Current.CancellationToken);
        await _web.Services.GetRequiredService<PointStore>().TryPublishAsync(other.Id, other.StoredPoints.First(), TestContext.Current.CancellationToken);
        await _web.Services.GetRequiredService<BaselineStandings>().ChooseAsync(header, OwnersWithoutKey.Sample, "", TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_sample_answers_as_it_did_where_it_was_measured()
    {
        await (await Page.OpenAsync(_web, "/")).SubmitAsync();

        foreach (var sample in ExampleRuns.All)
        {
            var run = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs/" + sample.Id));
            var points = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{sample.Id}/points"));
            Assert.Equal((sample.Run.PointsFinished, sample.Run.PlanHash), (run.GetProperty("pointsFinished").GetInt32(), run.GetProperty("planHash").GetString()));
            Assert.Equal(
                System.Text.Json.JsonSerializer.Serialize(
                    PointMetrics.Tell(Shipped.ExperimentOf(sample.Run.Spec), sample.Run.Spec, [.. sample.StoredPoints]), ApiJson.Options),
                System.Text.Json.JsonSerializer.Serialize(System.Text.Json.JsonSerializer.Deserialize<PointRecord[]>(points.GetProperty("points"), ApiJson.Options), ApiJson.Options));
        }
    }

    [Fact]
    public async Task A_sample_that_carries_curves_shows_them_although_it_has_no_digest()
    {
        await (await Page.OpenAsync(_web, "/")).SubmitAsync();

        foreach (var sample in ExampleRuns.All)
        {
            var export = await WebUnderTest.JsonOf(await _web.GetAsync($"/api/v1/runs/{sample.Id}/export?format=json"));
            Assert.Equal(sample.Curves.Count, export.GetProperty("curves").GetArrayLength());
        }
    }

    [Fact]
    public async Task Loading_samples_twice_gives_each_once()
    {
        var first = await Page.OpenAsync(_web, "/");
        await first.SubmitAsync();
        await first.SubmitAsync();

        Assert.Equal(ExampleRuns.All.Count, _web.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Theory]
    [InlineData(ControlNames.RunIndexTable)]
    [InlineData(ControlNames.RunsTable)]
    public async Task Samples_that_two_load_at_once_are_listed_once(string table)
    {
        var rows = new InterruptedRowStore(_web.Control.Rows, table, async row =>
        {
            var isEntryOrHeader = table == ControlNames.RunIndexTable || row.RowKey == "h";
            if (isEntryOrHeader)
            {
                await SamplesAt(1, _web.Control.Rows).LoadAsync(TestContext.Current.CancellationToken);
            }

            return isEntryOrHeader;
        });

        await SamplesAt(0, rows).LoadAsync(TestContext.Current.CancellationToken);

        Assert.Equal(ExampleRuns.All.Count, _web.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task Samples_whose_load_broke_off_are_listed_once_after_the_next_one()
    {
        var rows = new InterruptedRowStore(
            _web.Control.Rows, ControlNames.RunsTable, row => row.RowKey == "h" ? throw new IOException("the account does not answer") : Task.FromResult(false));
        await Assert.ThrowsAsync<IOException>(() => SamplesAt(0, rows).LoadAsync(TestContext.Current.CancellationToken));

        await SamplesAt(1, _web.Control.Rows).LoadAsync(TestContext.Current.CancellationToken);

        Assert.Equal(ExampleRuns.All.Count, _web.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task A_sample_whose_header_makes_no_sense_keeps_none_of_the_others_from_being_loaded_or_removed()
    {
        var first = ExampleRuns.All[0];
        await _web.Control.Rows.PutAsync(ControlNames.RunsTable, new(first.Id, "h") { ["v"] = "none" }, TestContext.Current.CancellationToken);

        await (await Page.OpenAsync(_web, "/")).SubmitAsync();
        var list = await WebUnderTest.JsonOf(await _web.GetAsync("/api/v1/runs?limit=200"));
        var baselines = await _web.Services.GetRequiredService<BaselineStore>().ListAsync(TestContext.Current.CancellationToken);
        await _web.Services.GetRequiredService<ExampleRuns>().RemoveAsync(TestContext.Current.CancellationToken);

        Assert.Equal(ExampleRuns.All.Count - 1, list.GetProperty("runs").GetArrayLength());
        Assert.NotEmpty(baselines.Baselines);
        Assert.Equal((1, 0), (_web.Control.Rows.Count(ControlNames.RunsTable), _web.Control.Rows.Count(ControlNames.RunIndexTable)));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_second_entry_that_a_process_left_which_died_goes_with_the_next_load_of_samples(bool isLoaded)
    {
        if (isLoaded)
        {
            await SamplesAt(0, _web.Control.Rows).LoadAsync(TestContext.Current.CancellationToken);
        }

        var sample = ExampleRuns.All[0];
        foreach (var hours in new[] { 1, 2 })
        {
            await new RunStore(_web.Control.Rows).PutIndexAsync(
                sample.Header(Shipped.ExperimentOf(sample.Run.Spec), RunIndexKey.For(sample.Id, WebUnderTest.Now.AddHours(-hours))), TestContext.Current.CancellationToken);
        }

        await SamplesAt(3, _web.Control.Rows).LoadAsync(TestContext.Current.CancellationToken);

        Assert.Equal(ExampleRuns.All.Count, _web.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    /// <summary>Loads them some hours later, as the host of another replica.</summary>
    private ExampleRuns SamplesAt(int hours, IRowStore rows)
    {
        var time = new FakeTimeProvider();
        time.Advance(TimeSpan.FromHours(hours));
        return ActivatorUtilities.CreateInstance<ExampleRuns>(_web.Services, new RunStore(rows), time);
    }

    [Fact]
    public async Task The_first_page_of_many_runs_needs_few_requests_to_storage()
    {
        foreach (var minutes in Enumerable.Range(1, 40))
        {
            await (await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick"}""", minutes)).MoveAsync(RunStatus.Completed, 4);
        }

        var counting = new RequestCountingRows(_web.Control.Rows, ControlNames.RunsTable);
        await using var web = new WebUnderTest(services => services.AddSingleton<IRowStore>(counting));

        await Page.OpenAsync(web, "/");

        Assert.Equal(0, counting.Requests);
    }
}
