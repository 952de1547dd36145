using System.Text.Json;
using System.Text.RegularExpressions;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Schedules;
using AzurePerf.Storage.Views;
using AzurePerf.UnitTests.Golden;
using AzurePerf.UnitTests.Schedules;
using AzurePerf.UnitTests.Views;
using Xunit;

namespace AzurePerf.UnitTests.Web;

/// <summary>What programs rely on: a change of one of these files is a change of the interface.</summary>
public sealed partial class ApiDocumentTests : IAsyncDisposable
{
    private static readonly JsonSerializerOptions Indented = new() { WriteIndented = true, NewLine = "\n" };
    private readonly WebUnderTest _web = new();

    public ValueTask DisposeAsync() => _web.DisposeAsync();

    [Theory]
    [InlineData("", "api-run.json")]
    [InlineData("/points", "api-points.json")]
    [InlineData("/events", "api-events.json")]
    public async Task Documents_of_a_run_look_as_agreed(string address, string file)
    {
        var run = await SeedAsync();

        await CheckAsync(await _web.GetAsync($"/api/v1/runs/{run.Id}{address}"), file);
    }

    [Fact]
    public async Task The_list_of_runs_looks_as_agreed()
    {
        await SeedAsync();

        await CheckAsync(await _web.GetAsync("/api/v1/runs"), "api-runs.json");
    }

    [Fact]
    public async Task An_experiment_looks_as_agreed() => await CheckAsync(await _web.GetAsync("/api/v1/experiments/insert.ratio"), "api-experiment.json");

    [Fact]
    public async Task A_problem_looks_as_agreed() => await CheckAsync(
        await _web.PostJsonAsync("/api/v1/runs", """{"experiment": "blob.download", "speed": 1, "parameters": {"clients": [1, 10000]}}"""), "api-problem.json");

    [Theory]
    [InlineData("/api/v1/schedules/scheduleaaaaaaaaaaaa", "api-schedule.json")]
    [InlineData("/api/v1/schedules", "api-schedules.json")]
    public async Task Schedules_look_as_agreed(string address, string file)
    {
        var then = WebUnderTest.Now.AddDays(-2);
        var schedules = new ScheduleStore(_web.Control.Rows);
        await schedules.TryAddAsync(
            SampleSchedules.Of("0 2 * * MON-FRI", WebUnderTest.Now, "Europe/Berlin") with
            {
                CreatedAt = then,
                JitterSeconds = 600,
                LastRunId = "abcdefghij234567klmn",
                LastRunAt = then,
                Missed = 2,
                MissedTimes = [then.AddDays(-2), then.AddDays(-1)],
                Skipped = 1,
                SkippedAt = then.AddDays(1),
                SkipReason = "its previous run abcdefghij234567klmn has not ended",
            },
            TestContext.Current.CancellationToken);
        await schedules.TryAddAsync(SampleSchedules.Of("* * * * *", then, id: "schedulebbbbbbbbbbbb") with { Enabled = false }, TestContext.Current.CancellationToken);
        await _web.Control.Rows.PutAsync(ControlNames.SchedulesTable, new("schedulecccccccccccc", "schedule") { ["v"] = 9 }, TestContext.Current.CancellationToken);

        await CheckAsync(await _web.GetAsync(address), file);
    }

    [Theory]
    [InlineData("", "api-views.json")]
    [InlineData("/{0}", "api-view.json")]
    public async Task Views_look_as_agreed(string address, string file)
    {
        var views = new ViewStore(_web.Control.Rows);
        var nightly = SampleViews.Of("Nightly failures", "/runs?state=failed&tag=nightly", WebUnderTest.Now);
        await views.TryAddAsync(nightly, TestContext.Current.CancellationToken);
        await views.TryAddAsync(SampleViews.Of("how the engine does", "/workers", WebUnderTest.Now), TestContext.Current.CancellationToken);
        await _web.Control.Rows.PutAsync(ControlNames.ViewsTable, new("views", "viewcccccccccccccccc") { ["v"] = 9 }, TestContext.Current.CancellationToken);

        await CheckAsync(await _web.GetAsync("/api/v1/views" + string.Format(System.Globalization.CultureInfo.InvariantCulture, address, nightly.Id)), file);
    }

    private async Task<SeededRun> SeedAsync()
    {
        var run = await SeededRun.SubmitAsync(
            _web, """{"experiment": "insert.ratio", "preset": "quick", "name": "golden", "seed": 42, "parameters": {"clients": 4}, "tags": {"region": "westeurope"}}""");
        await run.MoveAsync(RunStatus.Running, 4);
        await run.PublishAsync(run.Measured(planned => SeededRun.Summary(4, 100 + planned.Number, 4_096, 80, PointFlag.SampleTooSmall)).Take(3));
        await run.PublishAsync(run.Measured(_ => null!).Last() with { Status = PointStatus.Failed, Result = null, Error = "the worker died 3 times" });
        await run.NoteAsync("planned 4 points");
        await run.WorkAsync(point: 4, done: 7, planned: 80);
        return run;
    }

    private static async Task CheckAsync(HttpResponseMessage response, string file)
    {
        var text = JsonSerializer.Serialize(await WebUnderTest.JsonOf(response), Indented);
        GoldenFile.Check(file, TraceId().Replace(text, "\"traceId\": \"...\"") + "\n");
    }

    [GeneratedRegex("\"traceId\": \"[^\"]+\"")]
    private static partial Regex TraceId();
}
