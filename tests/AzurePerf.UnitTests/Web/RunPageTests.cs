using System.Net;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Web;

public sealed class RunPageTests : IAsyncDisposable
{
    private const string Download = """{"experiment": "blob.download", "preset": "quick"}""";
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Theory]
    [InlineData(RunStatus.Accepted, true, true)]
    [InlineData(RunStatus.Running, true, true)]
    [InlineData(RunStatus.Cancelling, true, false)]
    [InlineData(RunStatus.Completed, false, false)]
    [InlineData(RunStatus.Failed, false, false)]
    [InlineData(RunStatus.Cancelled, false, false)]
    public async Task Each_state_has_its_page_that_reads_itself_again_while_open(RunStatus status, bool live, bool cancellable)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(status, 1, "because of this");

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(HttpStatusCode.OK, page.Response.StatusCode);
        Assert.Equal([cancellable ? "waiting" : status.ToString().ToLowerInvariant()], page.Texts(".title .status"));
        Assert.Contains("because of this", page.Text, StringComparison.Ordinal);
        Assert.Equal(live, page.Document.QuerySelector("script[src='/assets/live.js']") is not null);
        Assert.Equal(live ? ["/runs/" + run.Id] : [], page.Document.QuerySelectorAll("noscript a").Select(link => link.GetAttribute("href")));
        Assert.Null(page.Document.QuerySelector("meta[http-equiv=refresh]"));
        Assert.Equal(cancellable, page.Document.QuerySelector("form[method=post] button.danger") is not null);
    }

    [Fact]
    public async Task A_run_of_named_stages_shows_their_names_and_progress_and_the_points_that_they_brought()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "selftest.bag", "preset": "quick"}""");
        await run.StoreAsync(
            RunStatus.Running,
            new StageState { RunId = run.Id, Id = StageId.Bag(0), Name = "draw", Total = 4, Created = 4, Dispatched = 4, Finished = 4, Open = true, Closed = true },
            new StageState { RunId = run.Id, Id = StageId.Bag(1), Name = "cut", Total = 0, Open = true, IsPlanned = false });
        await new RunStore(_web.Control.Rows).TryReplaceAsync(run.Run with { Points = 1 }, TestContext.Current.CancellationToken);
        await new PointStore(_web.Control.Rows).TryPublishAsync(
            run.Id,
            new() { Number = 1, Repetition = 1, Levels = new() { ["thing"] = 7 }, Status = PointStatus.Measured, Attempt = 1, Result = new() { Values = [new("parts", "pieces", 3)], Flags = [], ElapsedSeconds = 0 } },
            TestContext.Current.CancellationToken);

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(["draw closed, 4 of 4 tasks done", "cut open, not planned yet"], page.Texts(".stage-head"));
        Assert.Equal(["Point", "thing", "Parts pieces"], page.Texts("section[aria-labelledby=folded-heading] thead th"));
        Assert.Equal(["1 7 3.00"], page.Texts("section[aria-labelledby=folded-heading] tbody tr"));
    }

    [Theory]
    [InlineData(RunStatus.Failed, "Failed. the queue was deleted")]
    [InlineData(RunStatus.Cancelled, "Cancelled. the queue was deleted")]
    [InlineData(RunStatus.Completed, null)]
    public async Task Why_a_run_ended_without_completing_stands_above_everything_else(RunStatus status, string? said)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(status, 1, "the queue was deleted", emulator: false);

        var notices = (await Page.OpenAsync(_web, "/runs/" + run.Id)).Texts(".notice");

        Assert.Equal(said is null ? [] : [said], notices);
    }

    [Theory]
    [InlineData(5, true)]
    [InlineData(6, false)]
    public async Task A_run_of_fewer_than_six_repetitions_says_that_it_cannot_be_compared(int repetitions, bool said)
    {
        var run = await SeededRun.SubmitAsync(_web, $$"""{"experiment": "queue.add", "preset": "quick", "repetitions": {{repetitions}} }""");
        await run.MoveAsync(RunStatus.Completed, 2 * repetitions);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 10, 1, 40)));

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(said, page.Texts("#cautions li").Contains("This run cannot be compared: fewer than 6 repetitions."));
    }

    [Fact]
    public async Task A_series_is_shown_in_24_intervals_beside_what_was_published()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "compute.intervals", "preset": "reduced"}""");
        await run.MoveAsync(RunStatus.Completed, 60);
        await run.PublishAsync(run.Measured(planned => SeededRun.Summary(1, 10 + planned.Number, 1, 1)).Select(point => point with { ClaimedAt = run.Run.SubmittedAt.AddSeconds(point.Number) }));

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        var rows = page.Document.QuerySelectorAll("#series-heading ~ .scroll tbody tr").Select(row => row.QuerySelector("th")!.TextContent).ToArray();
        Assert.Equal(["all", .. Enumerable.Range(1, 24).Select(interval => interval.ToString(System.Globalization.CultureInfo.InvariantCulture))], rows);
        Assert.Contains("published: 0.242 s (Nimbus)", page.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Points_are_listed_by_their_levels_whatever_order_they_were_measured_in()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.add", "preset": "quick", "repetitions": 4, "seed": 3, "parameters": {"clients": [1, 4, 16]}}""", order: PointOrder.Shuffled);
        await run.MoveAsync(RunStatus.Completed, 12);
        var points = run.Measured(planned => SeededRun.Summary(SeededRun.Level(planned, "clients"), 10, 1, 40)).ToArray();
        await run.PublishAsync(points);

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.NotEqual([1, 4, 16], points.Take(3).Select(point => point.Levels["clients"]!.GetValue<long>()));
        Assert.Equal(
            ["1", "1", "1", "1", "4", "4", "4", "4", "16", "16", "16", "16"],
            page.Document.QuerySelectorAll("#points-heading ~ .scroll tbody tr").Select(row => row.QuerySelectorAll("td")[0].TextContent));
        Assert.Contains("random inside each repetition", page.Text, StringComparison.Ordinal);
        Assert.Contains("09:16:53 09:16:54", page.Texts("#all-figures tbody tr")[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_anchors_are_in_the_order_of_what_they_lead_to()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.PublishAsync(run.Measured(planned => SeededRun.Summary(SeededRun.Level(planned, "clients"), 10, 1 << 20, 40)));

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        string[] anchors = [.. page.Document.QuerySelectorAll(".anchors a").Select(link => link.GetAttribute("href")![1..])];
        Assert.Equal(anchors, page.Document.QuerySelectorAll("[id]").Select(element => element.Id!).Where(anchors.Contains));
        Assert.Equal(["Charts", "Results", "Diagnostics", "Settings"], page.Texts(".anchors a"));
    }

    [Fact]
    public async Task A_clean_stage_that_closed_without_its_task_had_nothing_to_do()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4);

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal("nothing to do", page.Texts(".stage-head span")[^1].Trim());
        Assert.Equal("1", page.Document.GetElementById("stage-clean")!.GetAttribute("value"));
    }

    [Fact]
    public async Task A_run_that_is_not_planned_yet_says_what_it_waits_for()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Contains("Waiting to be planned", page.Text, StringComparison.Ordinal);
        Assert.Contains("No point has been measured yet", page.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_in_progress_shows_stages_activity_events_and_results_so_far()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 2);
        await run.PublishAsync(run.Measured(planned => SeededRun.Summary(SeededRun.Level(planned, "clients"), 10, 1 << 20, 40)).Take(2));
        await run.NoteAsync("planned 4 points");
        await run.WorkAsync(point: 3, done: 7, planned: 20);

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(["prepare closed, 1 of 1 task done", "measure open, 2 of 4 tasks done", "clean waiting, 0 of 1 task done"], page.Texts(".stage-head"));
        Assert.Equal("0.5", page.Element("#stage-measure").GetAttribute("value"));
        Assert.Equal(["Now: measure point 3 of 4, measuring, 7 of 20 operations on worker worker-a"], page.Texts(".activity"));
        Assert.EndsWith("planned 4 points", Assert.Single(page.Texts(".events li")), StringComparison.Ordinal);
        Assert.Equal(
            ["1 1 1 10.5 10.5 100 4.32 n too small n too small 9.88 40", "2 4 1 10.5 2.62 400 4.32 n too small n too small 9.88 40"],
            page.Texts("[aria-labelledby=points-heading] > .scroll tbody tr"));
    }

    [Fact]
    public async Task Points_of_the_same_levels_stand_together_and_flags_and_failures_are_explained()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.PublishAsync(run.Measured(planned =>
        {
            var result = SeededRun.Summary(SeededRun.Level(planned, "clients"), 10, 1 << 20, 400, PointFlag.OperationsFailed);
            result.Operations!.Outcomes[OperationOutcome.Throttled] = 1_234;
            result.Operations.FailureMessages[OperationOutcome.Throttled] = "Server <Busy>";
            return result.With(operations => operations with { FollowUpFailures = 5, FollowUpMessage = "the message was gone" });
        }).Take(3));
        await run.PublishAsync(run.Measured(_ => null!).Last() with { Status = PointStatus.Failed, Result = null, Error = "the worker died 3 times" });

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(["1", "3", "2", "4"], page.Texts("[aria-labelledby=points-heading] > .scroll tbody th"));
        Assert.Equal(4, page.Document.QuerySelectorAll("[aria-labelledby=points-heading] > .scroll tbody tr:not(.why)").Length);
        Assert.Equal(3, page.Document.QuerySelectorAll("a[href='#outcome-throttled']").Length);
        Assert.Contains("1,234 throttled", page.Text, StringComparison.Ordinal);
        Assert.EndsWith("slow down. First: Server <Busy>", page.Element("#outcome-throttled").TextContent, StringComparison.Ordinal);
        Assert.Equal(3, page.Document.QuerySelectorAll("a[href='#follow-ups']").Length);
        Assert.EndsWith("First: the message was gone", page.Element("#follow-ups").TextContent, StringComparison.Ordinal);
        Assert.Contains("count successes only", page.Element("#flag-operationsFailed").TextContent, StringComparison.Ordinal);
        var columns = page.Document.QuerySelectorAll("[aria-labelledby=points-heading] > .scroll thead th").Length;
        Assert.Equal(["the worker died 3 times"], page.Texts("tr.point-failed + tr.why"));
        Assert.Equal($"{columns}", page.Element("tr.why td").GetAttribute("colspan"));
    }

    [Theory]
    [InlineData(RunStatus.Running, true)]
    [InlineData(RunStatus.Completed, false)]
    public async Task A_run_under_way_says_when_its_distributions_are_drawn(RunStatus status, bool said)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(status, 3);
        await run.PublishAsync(run.Measured(planned => SeededRun.Summary(SeededRun.Level(planned, "clients"), 10, 1 << 20, 400)).Take(3));

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(said, page.Texts("[data-live=later] .note").Any(note => note.StartsWith("How latencies are distributed, and how they went over time, is drawn once the run has ended", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Results_from_an_emulator_say_so(bool emulator)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4, emulator: emulator);

        Assert.Equal(emulator, (await Page.OpenAsync(_web, "/runs/" + run.Id)).Text.Contains("not a cloud", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Insert_ratio_shows_blob_divided_by_table()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "insert.ratio", "preset": "quick", "parameters": {"clients": 4}}""");
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.PublishAsync(run.Measured(planned => SeededRun.Summary(4, planned.Levels["service"]!.GetValue<string>() == "blob" ? 300 : 200, 4_096, 400)));

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(["4 KiB 4 blob/table 1.50 2"], page.Texts("[aria-labelledby=ratios-heading] tbody tr"));
    }

    [Fact]
    public async Task Scores_of_a_disk_stand_above_its_results_with_what_limits_it()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "disk.mark", "preset": "quick", "parameters": {"direction": "read"}}""");
        await run.MoveAsync(RunStatus.Completed, 6);
        await run.PublishAsync(run.Measured(planned => planned.Levels["test"]!.GetValue<string>() switch
        {
            "seq1MQ8T1" => SeededRun.Summary(8, 100, 1 << 20, 400),
            "rnd4KQ32T1" => SeededRun.Summary(32, 1_000, 4_096, 400),
            _ => SeededRun.Summary(1, 300, 4_096, 400),
        }));

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(
            ["seq1MQ8T1 105 105 80.0 105, 105", "rnd4KQ32T1 4.10 4.10 32.0 4.10, 4.10", "rnd4KQ1T1 1.23 1.23 3.33 1.23, 1.23"],
            page.Texts("[aria-labelledby=scores-heading] tbody tr"));
        Assert.Equal(
            [
                "IOPS-capped: 4 KiB blocks moved 3.91 % of the bytes per second of 1 MiB blocks, and 32.0 times as many of them under way brought 3.33 times as many per second (1,000/s).",
            ],
            page.Texts("[aria-labelledby=scores-heading] p"));
    }

    [Fact]
    public async Task First_operations_stand_with_the_figures_of_each_point()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "disk.warm", "preset": "quick", "repetitions": 1}""");
        await run.MoveAsync(RunStatus.Completed, 1);
        await run.PublishAsync(run.Measured(_ => SeededRun.Summary(1, 2, 64 << 20, 2).With(operations => operations with { FirstOperation = new(120e6, 150e6, 1, MovesBytes: true), UncachedShare = 1.0 })));

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Contains("first operation 120 MB/s, later ones 150 MB/s: 25.0 % more 100 %", Assert.Single(page.Texts("#all-figures tbody tr")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Published_figures_stand_beside_ours()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "queue.peek", "preset": "quick", "parameters": {"clients": [64, 128]}, "repetitions": 1}""");
        await run.MoveAsync(RunStatus.Completed, 2);
        await run.PublishAsync(run.Measured(planned => SeededRun.Summary(SeededRun.Level(planned, "clients"), SeededRun.Level(planned, "clients") * 10, 512, 400)));

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(
            [
                "hill-2010, table 3 ops/s, maximum; ours of 2 levels (reached at 192 clients) 128 3,878 1,280 0.330",
            ],
            page.Texts("[aria-labelledby=published-heading] tbody tr").Order(StringComparer.Ordinal));
    }

    [Fact]
    public async Task The_settings_can_be_sent_again_and_give_the_same_run()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "blob.download", "name": "it's <b>", "parameters": {"clients": [3]}, "tags": {"a": "'; rm -rf"}}""", order: PointOrder.Shuffled);

        var command = (await Page.OpenAsync(_web, "/runs/" + run.Id)).Element("#request pre.curl").TextContent;

        var request = command[(command.IndexOf("-d '", StringComparison.Ordinal) + 4)..].TrimEnd('\'');
        Assert.DoesNotContain('\'', request);
        var again = await WebUnderTest.JsonOf(await _web.PostJsonAsync("/api/v1/runs", request));
        Assert.Equal(
            System.Text.Json.JsonSerializer.Serialize(run.Run.Spec, ApiJson.Options),
            System.Text.Json.JsonSerializer.Serialize(again.GetProperty("spec"), ApiJson.Options));
    }

    [Fact]
    public async Task The_button_cancels_and_leads_back()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 1);
        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        var response = await page.SubmitAsync();

        Assert.Equal(HttpStatusCode.Redirect, response.StatusCode);
        Assert.Equal("/runs/" + run.Id, response.Headers.Location!.OriginalString);
        Assert.Equal(["cancelling"], (await Page.OpenAsync(_web, "/runs/" + run.Id)).Texts(".title .status"));
    }

    [Fact]
    public async Task Cancelling_without_the_form_s_token_is_refused()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 1);
        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        var response = await page.SubmitAsync(("formToken", null));

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal(RunStatus.Running, (await new RunStore(_web.Control.Rows).FindAsync(run.Id, TestContext.Current.CancellationToken))!.Status);
    }

    [Fact]
    public async Task Whatever_users_and_targets_wrote_is_text_on_every_page()
    {
        const string Hostile = "<img src=x onerror=alert(1)>";
        var run = await SeededRun.SubmitAsync(_web, $$$"""{"experiment": "blob.download", "preset": "quick", "name": "{{{Hostile}}}", "tags": {"<img>": "{{{Hostile}}}"}}""");
        await run.MoveAsync(RunStatus.Failed, 4, Hostile);
        await run.NoteAsync(Hostile);
        await run.PublishAsync(run.Measured(_ => null!).First() with { Status = PointStatus.Failed, Result = null, Error = Hostile });

        foreach (var address in new[] { "/", "/runs/" + run.Id })
        {
            var page = await Page.OpenAsync(_web, address);
            Assert.Empty(page.Document.QuerySelectorAll("img"));
            Assert.Contains(Hostile, page.Text, StringComparison.Ordinal);
            Assert.Empty(page.Document.QuerySelectorAll("[style], [onclick], script:not([src]), style"));
        }
    }

    [Fact]
    public async Task A_bag_shows_its_tasks_and_speaks_of_no_points()
    {
        var run = await SeededRun.SubmitAsync(_web, """{"experiment": "selftest.bag", "parameters": {"tasks": 2000, "bags": 2}}""");
        await run.StoreAsync(
            RunStatus.Running,
            run.Bag(0, 2_000) with { Closed = true, Created = 2_000, Dispatched = 2_000, Finished = 2_000, Failed = 3, Repeated = 9, Requests = 8_420, Ends = new SortedDictionary<FailureCause, int> { [FailureCause.TimedOut] = 12 } },
            run.Bag(1, 2_000) with { Open = true, OpenedAt = WebUnderTest.Now.AddSeconds(-30), Created = 300, Dispatched = 300 });
        await _web.Control.BagTasks.PutAsync("x", TimeSpan.Zero, TestContext.Current.CancellationToken);

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(["bag 1 closed, 1,997 of 2,000 tasks done, 3 failed", "bag 2 open, about 0 of 2,000 tasks done"], page.Texts(".stage-head"));
        Assert.Equal(
            [
                "failed attempts: 12 VM execution timeout; 9 retried",
                "4.21 requests to the control account per task, those of other runs meanwhile included",
                "1,700 wait for their turn, 300 for a worker",
                "open for 30.0 s",
            ],
            page.Texts(".stage-note"));
        Assert.Equal("0", page.Element("#stage-bag-2").GetAttribute("value"));
        Assert.Contains("no bag worker was heard of in the last two heartbeats; about 1 message in the queue of all runs, the next has waited 0 s", page.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("point", page.Text, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("repetition", page.Element(".title").TextContent, StringComparison.Ordinal);
        Assert.DoesNotContain("repetitions", page.Texts(".facts dt"));
        Assert.Null(page.Document.QuerySelector("#results-heading"));
    }

    [Fact]
    public async Task A_run_that_lacks_workers_says_since_when_until_when_what_to_do_and_whom_it_holds_up()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        var behind = await SeededRun.SubmitAsync(_web, Download, minutesAgo: 5);
        var now = WebUnderTest.Now;
        await run.MoveAsync(RunStatus.Running, 0, "waits for 3 measure workers: 1 alive", wait: new(RunWaitCause.Workers, now.AddMinutes(-3))
        {
            Missing = [new("measure", 3, 1)],
            GivesUpAt = now.AddMinutes(57),
        });

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(
            "Waiting for 2 more measure workers (has 1, needs 3). The run has waited 3 min 00 s and is given up at "
            + $"{NumberFormat.Instant(now.AddMinutes(57))} unless they come. It holds up 1 other run: blob.download, submitted {behind.Run.SubmittedAt:yyyy-MM-dd HH:mm:ss} UTC.",
            page.Texts("#wait p")[0]);
        Assert.Contains("Start azureperf up --workers 3", page.Texts(".how-sure")[0], StringComparison.Ordinal);
        Assert.Equal(["waiting"], page.Texts("h1 + .status"));
        Assert.Equal(["accepted", "waiting"], (await Page.OpenAsync(_web, "/runs")).Texts("tbody .status").Order(StringComparer.Ordinal));
        Assert.Equal(["/workers"], page.Document.QuerySelectorAll("#wait a.button").Select(link => link.GetAttribute("href")));
    }

    [Fact]
    public async Task A_run_that_waits_for_another_leads_to_it_and_can_cancel_it()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Accepted, 0, "waits for run abc, which measures the same target or hosts",
            wait: new(RunWaitCause.Run, WebUnderTest.Now) { RunId = "abc" });

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.StartsWith("Waiting for run abc, which measures the same target or hosts. The run has waited", page.Texts("#wait p")[0], StringComparison.Ordinal);
        Assert.Equal(["/runs/abc", "/runs/cancel?runs=abc"], page.Document.QuerySelectorAll("#wait a.button").Select(link => link.GetAttribute("href")));
        Assert.Equal("Next: Nothing to do: it begins when that run has ended. To begin sooner, cancel that one.", page.Texts(".how-sure")[0]);
        Assert.DoesNotContain("see whether the TaskManager runs", page.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_execution_that_was_killed_is_listed_with_the_reason()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 2);
        await run.KillAsync(point: 2, attempt: 1, "killed after 41 s: 4 x 10.2 s mean of 37");

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Equal(["point 2 attempt 1 VM execution timeout killed after 41 s: 4 x 10.2 s mean of 37 2026-03-14 09:26:53 UTC worker-a"], page.Texts(".ends tbody tr"));
        Assert.Contains("failed attempts: 1 VM execution timeout; 1 retried", page.Texts(".stage-note"));
        Assert.Equal(["clients 1 1 of 2 0 –", "clients 4 1 of 2 1 1 VM execution timeout"], page.Texts("#progress-by-configuration tbody tr"));
    }

    [Fact]
    public async Task No_two_regions_of_a_run_with_many_failed_attempts_have_the_same_name()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 2);
        for (var attempt = 1; attempt <= AzurePerf.Web.Runs.RunPage.EndsAtOnce + 1; attempt++)
        {
            await run.KillAsync(point: 2, attempt, "killed after 41 s: 4 x 10.2 s mean of 37");
        }

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Single(page.Document.QuerySelectorAll("#more-ends tbody tr"));
        var names = page.Document.QuerySelectorAll("section[aria-labelledby], [role=region]")
            .Select(region => region.GetAttribute("aria-label") ?? page.Element("#" + region.GetAttribute("aria-labelledby")).TextContent.Trim()).ToArray();
        Assert.Contains("Failed attempts", names);
        Assert.Equal(names.Distinct(), names);
    }

    [Fact]
    public async Task Gaps_of_a_series_and_points_of_another_build_are_told_apart()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4);
        var points = run.Measured(planned => SeededRun.Summary(SeededRun.Level(planned, "clients"), 10, 1 << 20, 40)).ToArray();
        await run.PublishAsync(points[0] with { Build = "old" }, points[1] with { Status = PointStatus.Missed, Result = null }, points[2] with { Build = "new", Segment = 2 });

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Contains(page.Texts(".results tbody tr"), row => row.Contains("missed Its time passed before a worker took it", StringComparison.Ordinal));
        Assert.Contains("segment 1: points 1 to 2, build old; segment 2: point 3, build new", page.Text, StringComparison.Ordinal);
        Assert.Empty(page.Document.QuerySelectorAll("#points-heading ~ .scroll .tag-bad"));
    }

    [Fact]
    public async Task A_point_that_was_there_already_is_shown_as_reused_and_not_as_failed()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Completed, 4);
        await run.PublishAsync(run.Measured(_ => null!).First() with { Status = PointStatus.Reused, Result = null, Error = "the blob exists" });

        var page = await Page.OpenAsync(_web, "/runs/" + run.Id);

        Assert.Contains(page.Texts(".results tbody tr"), row => row.Contains("reused Not measured: what it was to make was there already.", StringComparison.Ordinal));
        Assert.Empty(page.Document.QuerySelectorAll(".results .tag-bad"));
    }

    [Theory]
    [InlineData("/runs/", RunStatus.Running, true)]
    [InlineData("/api/v1/runs/", RunStatus.Running, true)]
    [InlineData("/runs/", RunStatus.Completed, false)]
    public async Task Who_looks_at_an_open_run_counts_as_watching_it(string address, RunStatus status, bool watched)
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(status, 1);

        Assert.Equal(HttpStatusCode.OK, (await _web.GetAsync(address + run.Id)).StatusCode);

        var stored = await new RunStore(_web.Control.Rows).FindWithStagesAsync(run.Id, TestContext.Current.CancellationToken);
        Assert.Equal(watched ? WebUnderTest.Now.AddSeconds(30) : null, stored!.WatchedUntil);
    }

    [Fact]
    public async Task A_note_of_who_watches_that_a_clock_ahead_made_is_made_anew()
    {
        var run = await SeededRun.SubmitAsync(_web, Download);
        await run.MoveAsync(RunStatus.Running, 1);
        var runs = new RunStore(_web.Control.Rows);
        await runs.StampWatchedAsync(run.Id, WebUnderTest.Now.AddMinutes(5), TestContext.Current.CancellationToken);

        await _web.GetAsync("/api/v1/runs/" + run.Id);

        var stored = await runs.FindWithStagesAsync(run.Id, TestContext.Current.CancellationToken);
        Assert.Equal(WebUnderTest.Now.AddSeconds(30), stored!.WatchedUntil);
    }
}
