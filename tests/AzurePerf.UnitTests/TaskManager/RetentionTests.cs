using Azure;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.Tasks;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

public sealed class RetentionTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(6.9, RunRetention.Everything)]
    [InlineData(7.0, RunRetention.WithoutTasks)]
    [InlineData(89.9, RunRetention.WithoutTasks)]
    [InlineData(90.0, RunRetention.PointsOnly)]
    public void Task_rows_go_after_a_week_and_raw_data_after_three_months(double days, RunRetention expected)
    {
        var end = new DateTimeOffset(2026, 2, 14, 9, 30, 0, TimeSpan.Zero);

        Assert.Equal(expected, new RetentionClock(TimeSpan.FromDays(7), TimeSpan.FromDays(90)).DueAt(end, end.AddDays(days)));
    }

    [Theory]
    [InlineData(0.0, 7.0)]
    [InlineData(6.9, 7.0)]
    [InlineData(7.0, 90.0)]
    [InlineData(89.9, 90.0)]
    public void The_next_part_that_goes_is_known_from_the_end_of_the_run(double days, double next)
    {
        var end = new DateTimeOffset(2026, 2, 14, 9, 30, 0, TimeSpan.Zero);
        var clock = new RetentionClock(TimeSpan.FromDays(7), TimeSpan.FromDays(90));

        Assert.Equal(end.AddDays(next), clock.NextDueAfter(end, end.AddDays(days)));
        Assert.Equal(DateTimeOffset.MaxValue, clock.NextDueAfter(end, end.AddDays(90)));
    }

    [Fact]
    public async Task What_could_not_be_removed_is_removed_an_hour_later()
    {
        var refuses = true;
        var engine = new TaskManagerUnderTest { FaultsAreExpected = true };
        engine.RowStore = rows => new InterceptedRowStore(rows, (table, _, changes) =>
        {
            if (refuses && changes && table == ControlNames.TasksTable)
            {
                throw new RequestFailedException(403, "not now");
            }
        });
        await engine.HireAsync();
        var runId = await engine.SubmitAsync(SampleSpecs.Downloads());
        await engine.WorkUntilEndedAsync(runId);
        engine.Restart();

        await AfterAsync(engine, TimeSpan.FromDays(7));
        Assert.NotEqual(0, engine.Control.Rows.Count(ControlNames.TasksTable));

        refuses = false;
        await AfterAsync(engine, TimeSpan.FromHours(1));
        Assert.Equal(0, engine.Control.Rows.Count(ControlNames.TasksTable));
    }

    [Fact]
    public async Task A_run_loses_its_task_rows_first_and_its_raw_data_later_but_never_its_points()
    {
        var engine = new TaskManagerUnderTest();
        await engine.HireAsync();
        var runId = await engine.SubmitAsync(SampleSpecs.Downloads());
        await engine.WorkUntilEndedAsync(runId);
        await engine.RoundAsync();
        await engine.Control.Results.PutAsync(runId + "/01/00000000/1/details.json.gz", BinaryData.FromString("x"), Cancelled);
        var points = await engine.PublishedAsync(runId);
        Assert.NotEqual(0, engine.Control.Rows.Count(ControlNames.TasksTable));

        await AfterAsync(engine, TimeSpan.FromDays(7));
        Assert.Equal(0, engine.Control.Rows.Count(ControlNames.TasksTable));
        Assert.NotEmpty(engine.Control.Results.Names);

        await AfterAsync(engine, TimeSpan.FromDays(83));
        Assert.Empty(engine.Control.Results.Names);
        Assert.Equal(points.Select(point => point.Number), (await engine.PublishedAsync(runId)).Select(point => point.Number));
        Assert.Equal(RunStatus.Completed, (await engine.HeaderAsync(runId)).Status);
    }

    [Theory]
    [InlineData("s01", "total", "many")]
    [InlineData("s01", "v", 2)]
    [InlineData("s10", "total", "many")]
    [InlineData("s99", "v", 1)]
    [InlineData("n0001", "text", 7)]
    public async Task A_run_loses_its_task_rows_and_raw_data_also_where_a_row_beside_its_header_makes_no_sense(string rowKey, string property, object value)
    {
        var engine = new TaskManagerUnderTest { FaultsAreExpected = true };
        await engine.HireAsync();
        var runId = await engine.SubmitAsync(SampleSpecs.Downloads());
        await engine.WorkUntilEndedAsync(runId);
        await engine.Control.Results.PutAsync(runId + "/01/00000000/1/details.json.gz", BinaryData.FromString("x"), Cancelled);
        var row = await engine.Control.Rows.FindAsync(ControlNames.RunsTable, runId, rowKey, Cancelled) ?? new(runId, rowKey);
        row[property] = value;
        await engine.Control.Rows.PutAsync(ControlNames.RunsTable, row, Cancelled);
        if (rowKey == "s10")
        {
            // Tasks of a bag may be in all partitions that there can be.
            var task = SampleTask.In(BenchmarkTaskStatus.Done);
            Assert.NotNull(await engine.Tasks.TryAddAsync([task with { Key = new(runId, StageId.Bag(0), 0, 63) }], Cancelled));
        }

        await AfterAsync(engine, TimeSpan.FromDays(90));

        Assert.Equal(0, engine.Control.Rows.Count(ControlNames.TasksTable));
        Assert.Empty(engine.Control.Results.Names);
        var entry = Assert.Single(await engine.Runs.ListMonthAsync((await engine.HeaderAsync(runId)).IndexKey.Month, Cancelled).ToArrayAsync(Cancelled));
        Assert.Equal(RunRetention.PointsOnly, entry.Retention);
    }

    [Fact]
    public async Task An_entry_of_the_index_whose_run_is_gone_goes_when_it_is_met_again()
    {
        var engine = new TaskManagerUnderTest { FaultsAreExpected = true };
        await engine.HireAsync();
        var runId = await engine.SubmitAsync(SampleSpecs.Downloads());
        await engine.WorkUntilEndedAsync(runId);
        await engine.Runs.DeleteAsync(runId, Cancelled);

        await AfterAsync(engine, TimeSpan.FromDays(7));
        Assert.Equal(1, engine.Control.Rows.Count(ControlNames.RunIndexTable));

        await AfterAsync(engine, TimeSpan.FromHours(1));
        Assert.Equal(0, engine.Control.Rows.Count(ControlNames.RunIndexTable));
    }

    [Fact]
    public async Task Durations_of_executions_go_when_no_report_can_look_at_them()
    {
        var engine = new TaskManagerUnderTest();
        await engine.HireAsync();
        await engine.WorkUntilEndedAsync(await engine.SubmitAsync(SampleSpecs.Downloads()));

        await AfterAsync(engine, TimeSpan.FromDays(92));
        Assert.NotEqual(0, engine.Control.Rows.Count(ControlNames.ExecutionsTable));

        await AfterAsync(engine, TimeSpan.FromDays(1));
        Assert.Equal(0, engine.Control.Rows.Count(ControlNames.ExecutionsTable));
    }

    [Theory]
    [InlineData(800)]
    [InlineData(3_650)]
    public async Task Raw_data_that_are_kept_for_years_go_after_years(int days)
    {
        var engine = new TaskManagerUnderTest { Options = new() { TaskTimeLimit = TaskManagerUnderTest.TaskTimeLimit, DataRetention = TimeSpan.FromDays(days) } };
        engine.Restart();
        await engine.HireAsync();
        var runId = await engine.SubmitAsync(SampleSpecs.Downloads());
        await engine.WorkUntilEndedAsync(runId);
        await engine.Control.Results.PutAsync(runId + "/01/00000000/1/details.json.gz", BinaryData.FromString("x"), Cancelled);

        await AfterAsync(engine, TimeSpan.FromDays(days - 1));
        Assert.NotEmpty(engine.Control.Results.Names);

        await AfterAsync(engine, TimeSpan.FromDays(1));
        Assert.Empty(engine.Control.Results.Names);
    }

    private static async Task AfterAsync(TaskManagerUnderTest engine, TimeSpan passed)
    {
        engine.Team.Clear();
        engine.Time.Advance(passed);
        await engine.RoundsAsync(TimeSpan.FromSeconds(5));
    }
}
