using System.Globalization;
using System.Text.Json;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Executions;
using AzurePerf.UnitTests.Cli;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Tasks;
using AzurePerf.UnitTests.Web;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

/// <summary>A real worker ends executions with every cause that work may name, at known rates, and a real TaskManager carries the bag.</summary>
public sealed class InjectedFaultsRunTests
{
    private const int Seed = 7;
    private const int Tasks = 3_300;

    private static readonly FailureCause[] Injected = [.. FailureTaxonomy.Rows.Where(row => row.IsPublished).Select(row => row.Cause), FailureCause.UserCodeError];
    private static readonly Dictionary<string, string?> Rates = Injected.ToDictionary(cause => cause.ToString(), _ => (string?)"0.03");
    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task All_causes_in_5000_executions_are_counted_as_they_were_drawn_by_executions_and_by_tasks_in_report_api_csv_and_page()
    {
        var drawn = Drawn();
        Assert.Equal(17, drawn.Count);
        Assert.InRange(drawn.Values.Sum(count => count.Executions) + Succeeding(), 5_000, 6_000);
        await using var worker = await RealBagWorker.HireAsync(_engine, Rates);
        var runId = await _engine.SubmitAsync(Spec(Tasks));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.False(worker.Leaves);
        Assert.Equal(drawn.Values.Sum(count => count.Executions) + Succeeding(), worker.Executions);
        var report = await new OutcomeReader(new(_engine.Control.Rows, _engine.Time), _engine.Time).ReadAsync(2, Cancelled);
        Check(drawn, report);
        await using var web = new WebUnderTest(services => services.AddSingleton<TimeProvider>(_engine.Time), _engine.Control);
        await CheckApiAsync(drawn, web, runId);
        await CheckPagesAsync(drawn, web, runId);
        await CheckCsvAsync(drawn, report);
        var stage = await _engine.StageAsync(runId);
        Assert.Equal(
            drawn.Where(count => !FailureTaxonomy.IsReuse(count.Key)).Select(count => (count.Key, count.Value.Executions)).OrderBy(count => count.Key),
            stage.Ends.Select(end => (end.Key, end.Value)).OrderBy(end => end.Key));
    }

    [Fact]
    public async Task A_task_that_failed_three_times_for_one_cause_is_three_executions_and_one_task()
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?> { ["UserCodeError"] = "1" });
        var runId = await _engine.SubmitAsync(Spec(1));

        await _engine.WorkUntilEndedAsync(runId);

        var all = (await new OutcomeReader(new(_engine.Control.Rows, _engine.Time), _engine.Time).ReadAsync(1, Cancelled)).All;
        Assert.Equal((3, 1L, 3), (all.Executions, all.Tasks, all.WithInjectedFaults));
        Assert.Equal((FailureCause.UserCodeError, 3, 1L), Assert.Single(all.Causes.Select(cause => (cause.Cause, cause.Share.Count, cause.Tasks))));
    }

    [Theory]
    [InlineData("TimedOut", 4)]
    [InlineData("UserCodeError", 3)]
    public async Task A_worker_whose_executions_end_themselves_stays_whatever_cause_they_name(string cause, int executions)
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?> { [cause] = "1" });
        var runId = await _engine.SubmitAsync(Spec(2));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal((false, 2 * executions), (worker.Leaves, worker.Executions));
    }

    [Fact]
    public async Task A_product_that_was_there_already_is_read_by_later_stages()
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?> { ["AlreadyExists"] = "1" });
        var runId = await _engine.SubmitAsync(Spec(2));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.Equal(RunStatus.Completed, (await _engine.HeaderAsync(runId)).Status);
        Assert.All(await _engine.RowsAsync(runId), row => Assert.Equal((true, "{}"), (row.IsReused, AzurePerf.Storage.Tasks.StageProducts.ProductOf(row)?.Result)));
    }

    [Fact]
    public async Task An_open_run_is_flagged_once_a_heartbeat_says_that_such_a_worker_executes_it_and_stays_flagged()
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?> { ["ServerBusy"] = "1" });
        var runId = await _engine.SubmitAsync(Spec(1));
        Assert.False((await _engine.Reader.FindAsync(runId, Cancelled))!.HasInjectedFaults);
        await _engine.WorkUntilAsync(() => Task.FromResult(worker.Executions > 1));

        var open = (await _engine.Reader.FindAsync(runId, Cancelled))!;
        await _engine.WorkUntilEndedAsync(runId);
        var ended = (await _engine.Reader.FindAsync(runId, Cancelled))!;

        Assert.Equal((true, RunStatus.Running), (open.HasInjectedFaults, open.Status));
        Assert.True(ended.HasInjectedFaults && (await _engine.HeaderAsync(runId)).HasInjectedFaults);
        Assert.Contains("workers injected faults (Worker:Faults)", StateReport.Table(null, ended, _engine.Time.GetUtcNow(), Sheet.Pipe), StringComparison.Ordinal);
        Assert.Contains("; workers injected faults)", ResultReport.Render(null, ended, (await _engine.Reader.PointsAsync(runId, Cancelled))!, eachPoint: false, Sheet.Pipe), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_of_a_worker_without_faults_is_not_flagged()
    {
        await using var worker = await RealBagWorker.HireAsync(_engine, new Dictionary<string, string?>());
        var runId = await _engine.SubmitAsync(Spec(3));

        await _engine.WorkUntilEndedAsync(runId);

        Assert.False((await _engine.Reader.FindAsync(runId, Cancelled))!.HasInjectedFaults);
        Assert.Equal(0, (await new OutcomeReader(new(_engine.Control.Rows, _engine.Time), _engine.Time).ReadAsync(1, Cancelled)).All.WithInjectedFaults);
    }

    private static void Check(Dictionary<FailureCause, (int Executions, int Tasks)> drawn, OutcomeReport report)
    {
        Assert.Equal(Sorted(drawn), report.All.Causes.Select(cause => (cause.Cause, (int)cause.Share.Count, (int)cause.Tasks!.Value)).OrderBy(count => count.Cause));
        Assert.Equal((Succeeding(), (long)Tasks), (report.All.Succeeded.Count, report.All.Tasks));
        Assert.Equal(report.All.Executions, report.All.WithInjectedFaults);
        Assert.All(report.Published.Skip(1), row => Assert.Equal(drawn[row.Cause!.Value], ((int)row.Ours.Count, (int)row.Tasks!.Value)));
    }

    private static async Task CheckApiAsync(Dictionary<FailureCause, (int Executions, int Tasks)> drawn, WebUnderTest web, string runId)
    {
        var all = (await WebUnderTest.JsonOf(await web.GetAsync("/api/v1/reports/outcomes?days=2"))).GetProperty("all");
        Assert.Equal(
            Sorted(drawn),
            all.GetProperty("causes").EnumerateArray().Select(cause => (CauseOf(cause), cause.GetProperty("share").GetProperty("count").GetInt32(), cause.GetProperty("tasks").GetInt32())).OrderBy(count => count.Item1));
        Assert.Equal(all.GetProperty("executions").GetInt32(), all.GetProperty("withInjectedFaults").GetInt32());
        Assert.True((await WebUnderTest.JsonOf(await web.GetAsync($"/api/v1/runs/{runId}"))).GetProperty("hasInjectedFaults").GetBoolean());
    }

    private static async Task CheckPagesAsync(Dictionary<FailureCause, (int Executions, int Tasks)> drawn, WebUnderTest web, string runId)
    {
        var page = await Page.OpenAsync(web, "/outcomes?days=2");
        var rows = page.Document.QuerySelectorAll("main > .scroll:last-of-type tbody tr")
            .ToDictionary(row => row.QuerySelector("th")!.TextContent, row => (row.QuerySelectorAll("td")[2].TextContent, row.QuerySelectorAll("td")[3].TextContent));
        Assert.All(drawn, count => Assert.Equal(
            (NumberFormat.Count(count.Value.Executions), NumberFormat.Count(count.Value.Tasks)),
            rows[count.Key == FailureCause.UserCodeError ? "not listed: user code" : FailureTaxonomy.Of(count.Key).Label]));
        Assert.Contains("ended on workers that inject faults", page.Element(".notice").TextContent, StringComparison.Ordinal);
        Assert.Contains("selftest.bag (faults injected)", page.Texts("tbody th"));
        Assert.Contains("faults injected", (await Page.OpenAsync(web, $"/runs/{runId}")).Text, StringComparison.Ordinal);
    }

    private static async Task CheckCsvAsync(Dictionary<FailureCause, (int Executions, int Tasks)> drawn, OutcomeReport report)
    {
        var tool = new ToolRun(new(_ => StubApi.Json(report)));
        await tool.RunAsync("outcomes", "--output", "csv");
        var lines = tool.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Split(',')).ToArray();
        var (outcome, count, tasks) = (Array.IndexOf(lines[0], "outcome"), Array.IndexOf(lines[0], "count"), Array.IndexOf(lines[0], "tasks"));
        var summed = lines.Skip(2).Where(line => line[outcome] != "success").GroupBy(line => Enum.Parse<FailureCause>(line[outcome]))
            .Select(same => (same.Key, same.Sum(line => int.Parse(line[count], CultureInfo.InvariantCulture)), same.Sum(line => int.Parse(line[tasks], CultureInfo.InvariantCulture))));
        Assert.Equal(Sorted(drawn), summed.OrderBy(cause => cause.Key));
    }

    private static FailureCause CauseOf(JsonElement cause) => Enum.Parse<FailureCause>(cause.GetProperty("cause").GetString()!, ignoreCase: true);

    private static IEnumerable<(FailureCause, int, int)> Sorted(Dictionary<FailureCause, (int Executions, int Tasks)> drawn) =>
        drawn.Select(count => (count.Key, count.Value.Executions, count.Value.Tasks)).OrderBy(count => count.Key);

    /// <summary>What the draw alone says, before anything is executed.</summary>
    private static Dictionary<FailureCause, (int Executions, int Tasks)> Drawn() => Ends()
        .SelectMany(ends => ends.Causes.Select(cause => (ends.Task, Cause: cause))).GroupBy(end => end.Cause)
        .ToDictionary(same => same.Key, same => (same.Count(), same.Select(end => end.Task).Distinct().Count()));

    private static int Succeeding() => Ends().Count(ends => !IsOver(ends.Causes));

    private static bool IsOver(FailureCause[] causes) =>
        causes.Length > 0 && !RetryPolicy.MayRepeat(causes[^1], causes.Aggregate(new TaskFailures(), (failures, cause) => failures.Plus(cause)));

    private static IEnumerable<(int Task, FailureCause[] Causes)> Ends() =>
        Enumerable.Range(0, Tasks).Select(task => (task, InjectedFaults.Read(Rates).EndsOf(Seed, StageId.Bag(0).Number, task).ToArray()));

    private static RunSpec Spec(int tasks) => SampleSpecs.Of($$"""
        { "experiment": "selftest.bag", "preset": "quick", "seed": {{Seed}}, "parameters": { "tasks": {{tasks}}, "taskMilliseconds": 0 } }
        """);
}
