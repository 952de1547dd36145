using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Testing.Runs;
using Microsoft.Playwright;
using Xunit;

namespace AzurePerf.BrowserTests;

/// <summary>The tasks of a run, and the page of one, as a reader sees them.</summary>
public sealed class TasksPageTests(PortalInBrowser portal)
{
    private const string Request = """{"experiment": "modis.pipeline", "name": "tasks to look at", "parameters": {"area": "h18v04 h19v04", "days": 30}}""";

    [Fact]
    public async Task Tasks_are_whole_by_day_by_night_and_on_a_phone_with_and_without_a_filter()
    {
        var run = await PlantAsync();
        foreach (var (name, query, status) in Night.Values(
            [("tasks", "", 200), ("tasks-faults", "&state=dead", 400)], ("tasks-failed", "&state=failed", 200), ("tasks-none", "&worker=nobody", 200)))
        {
            await using var visit = await portal.OpenAsync();
            Assert.Equal(status, await visit.GoAsync($"/runs/{run}/tasks?stage=reprojection{query}"));
            await visit.LookAsync(name);
        }
    }

    [Fact]
    public async Task On_a_narrow_phone_no_cell_of_a_task_or_of_a_parameter_is_wider_than_its_place()
    {
        const string Wide = "() => [...document.querySelectorAll('table.stack tbody :is(th, td)')].filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent.trim())";
        var run = await PlantAsync();
        foreach (var address in new[] { $"/runs/{run}/tasks?stage=reprojection", "/experiments/modis.pipeline" })
        {
            await using var visit = await portal.OpenAsync(Look.Phone with { Width = 320 });
            await visit.GoAsync(address);

            Assert.NotEqual(0, await visit.Page.Locator("table.stack tbody td").CountAsync());
            Assert.Empty(await visit.Page.EvaluateAsync<string[]>(Wide));
        }
    }

    public static TheoryData<(string Name, int Number)> Tasks => Night.Cases([("task-failed", 2)], ("task-done", 1), ("task-waiting", 60));

    [Theory]
    [MemberData(nameof(Tasks))]
    public async Task The_page_of_a_task_is_whole_by_day_by_night_and_on_a_phone((string Name, int Number) task)
    {
        var (name, number) = task;
        var run = await PlantAsync();
        await using var visit = await portal.OpenAsync();

        Assert.Equal(200, await visit.GoAsync($"/runs/{run}/tasks/reprojection/{number}"));

        await visit.LookAsync(name);
    }

    [Fact]
    public async Task Without_scripts_a_reader_comes_from_the_run_to_its_failed_tasks_and_reads_what_each_attempt_said()
    {
        var run = await PlantAsync();
        await using var visit = await portal.OpenAsync(Look.WithoutScripts);
        await visit.GoAsync($"/runs/{run}");

        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "Tasks", Exact = true }).ClickAsync();
        await visit.Page.GetByLabel("Stage", new() { Exact = true }).SelectOptionAsync("reprojection");
        await visit.Page.GetByLabel("State", new() { Exact = true }).SelectOptionAsync("failed");
        await visit.Page.GetByRole(AriaRole.Button, new() { Name = "Filter" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("tbody tr")).ToHaveCountAsync(2);
        await Assertions.Expect(visit.Page.GetByLabel("State", new() { Exact = true })).ToHaveValueAsync("failed");
        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "2", Exact = true }).ClickAsync();

        await Assertions.Expect(visit.Page.Locator("h1")).ToHaveTextAsync("Task 2 of reprojection");
        await Assertions.Expect(visit.Page.Locator("pre.log").First).ToContainTextAsync("granule MOD11A1.A2024025.h18v04.061.hdf ends after 1,048,576 bytes");
        await visit.Page.GetByRole(AriaRole.Link, new() { Name = "Tasks of reprojection" }).ClickAsync();
        await Assertions.Expect(visit.Page.Locator("tbody tr")).ToHaveCountAsync(50);
    }

    [Fact]
    public async Task Failed_attempts_stand_below_the_heads_of_their_columns_on_the_page_of_the_run()
    {
        var run = await PlantAsync();
        await using var visit = await portal.OpenAsync();
        await visit.GoAsync($"/runs/{run}");

        foreach (var column in new[] { 0, 3 })
        {
            var head = await visit.Page.Locator("table.ends thead th").Nth(column).BoundingBoxAsync();
            var cell = await visit.Page.Locator("table.ends tbody tr").First.Locator("th, td").Nth(column).BoundingBoxAsync();
            Assert.Equal((head!.X, head.Width), (cell!.X, cell.Width));
        }

        await visit.LookAsync("run-failed-attempts");
    }

    private async Task<string> PlantAsync()
    {
        var run = await SeededTasks.AddAsync(portal.Control.AsControlPlane(), TimeProvider.System.GetUtcNow(), Request, RunStatus.CompletedWithErrors);
        await run.AddStageAsync(Stage(0, ImageStages.Listing, 30), ready => SeededTasks.Done(ready));
        BenchmarkTask? failed = null;
        await run.AddStageAsync(
            Stage(2, ImageStages.Reprojection, 60) with { Failed = 2, Cancelled = 1 },
            ready => ready.Key.Number switch
            {
                1 or 40 => failed = SeededTasks.Dead(ready, FailureCause.BadImageFormat, "granule MOD11A1.A2024025.h18v04.061.hdf ends after 1,048,576 bytes; its header says 4,194,304"),
                59 => ready with { Status = BenchmarkTaskStatus.Cancelled },
                _ => SeededTasks.Done(ready, ready.Key.Number % 2 == 0 ? "abcdefghij2345672345" : "bbcdefghij2345672345"),
            },
            number => ImageOrder.Write(new ReprojectionOrder(new DateOnly(2024, 1, 1).AddDays(number / 2), number % 2 == 0 ? "h18v04" : "h19v04", $"h18v04-{number}.tif", ["MOD11A1.A2024025.h18v04.061.hdf.0123456789ab"])));
        foreach (var attempt in new[] { 1, 2 })
        {
            await run.RecordAsync(
                failed! with { Key = failed.Key with { Number = 1 } }, attempt, FailureCause.BadImageFormat,
                "granule MOD11A1.A2024025.h18v04.061.hdf ends after 1,048,576 bytes; its header says 4,194,304", "abcdefghij2345672345");
        }

        return run.Id;
    }

    private static StageState Stage(int bag, string name, int total) => new()
    {
        RunId = "",
        Id = StageId.Bag(bag),
        Name = name,
        Closed = true,
        Total = total,
        Created = total,
        Dispatched = total,
        Finished = total,
        OpenedAt = TimeProvider.System.GetUtcNow().AddMinutes(-9),
        ClosedAt = TimeProvider.System.GetUtcNow().AddMinutes(-2),
    };
}
