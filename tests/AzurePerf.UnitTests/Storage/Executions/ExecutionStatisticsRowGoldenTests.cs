using System.Text.Json.Nodes;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Executions;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Executions;
using AzurePerf.UnitTests.Golden;
using AzurePerf.UnitTests.Storage.Rows;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Executions;

/// <summary>How statistics stand in rows, version 1: what is written is as in the golden files, and these read back as what was written.</summary>
public sealed class ExecutionStatisticsRowGoldenTests
{
    private static readonly HourlyStatistics Hour = new(
        TaskClass.For("blob.download", "measure", new JsonObject { ["sink"] = "none", ["clients"] = 4 }, "Standard_D4s_v5"),
        new(2026, 2, 14, 9, 0, 0, TimeSpan.Zero),
        ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(10.2)).Plus(ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(0.4)))
            .Plus(ExecutionStatistics.OfEnd(FailureCause.TimedOut, stoppedAfter: TimeSpan.FromSeconds(30)))
            .Plus(ExecutionStatistics.OfEnd(FailureCause.TimedOut, isFirst: false, isFirstOfCause: false, isRepeated: true, stoppedAfter: TimeSpan.FromSeconds(60)))
            .Plus(ExecutionStatistics.OfSuccess(TimeSpan.FromSeconds(50), isFirst: false, isRepeated: true)).Plus(new() { Adaptive = 6 }).Plus(ExecutionStatistics.OfEnd(FailureCause.ServerBusy)));

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_hour_of_a_kind_and_its_entry_in_the_list_of_the_day()
    {
        var rows = new InMemoryRowStore();
        await new ExecutionStatisticsStore(rows, new FakeTimeProvider()).AddAsync([Hour], "batch1", Cancelled);

        GoldenFile.Check("row-kind-day.json", RowText.Of(await rows.ListAsync(ControlNames.ExecutionsTable, "!days", cancellationToken: Cancelled).SingleAsync(Cancelled)));
        GoldenFile.Check("row-kind.json", RowText.Of((await rows.FindAsync(ControlNames.ExecutionsTable, Hour.TaskClass.RowKey, "2026021409", Cancelled))!));
    }

    [Fact]
    public async Task The_golden_rows_read_back_as_what_was_written()
    {
        var rows = new InMemoryRowStore();
        foreach (var file in new[] { "row-kind-day.json", "row-kind.json" })
        {
            await rows.PutAsync(ControlNames.ExecutionsTable, RowText.Parse(GoldenFile.Read(file)), Cancelled);
        }

        var day = DateOnly.FromDateTime(Hour.Hour.UtcDateTime);
        var read = Assert.Single((await new ExecutionStatisticsStore(rows, new FakeTimeProvider()).ReadDaysAsync(day, day, Cancelled)).Hours);

        Assert.Equal((Hour.TaskClass, Hour.Hour, SampleStatistics.TextOf(Hour.Statistics)), (read.TaskClass, read.Hour, SampleStatistics.TextOf(read.Statistics)));
    }

    [Fact]
    public async Task A_row_of_a_build_that_counted_no_tasks_and_no_durations_of_stopped_executions_and_wrote_the_stage_as_a_number_is_read_and_added_to()
    {
        var rows = new InMemoryRowStore();
        foreach (var file in new[] { "row-kind-day.json", "row-kind.json" })
        {
            var row = RowText.Parse(GoldenFile.Read(file));
            (row["tasks"], row["causeTasks"], row["stage"]) = (null, null, file == "row-kind.json" ? 1 : null);
            (row["stopped"], row["repeated"], row["repeatedStopped"], row["adaptive"]) = (null, null, null, null);
            await rows.PutAsync(ControlNames.ExecutionsTable, row, Cancelled);
        }

        var (store, day) = (new ExecutionStatisticsStore(rows, new FakeTimeProvider()), DateOnly.FromDateTime(Hour.Hour.UtcDateTime));
        var read = Assert.Single((await store.ReadDaysAsync(day, day, Cancelled)).Hours);
        Assert.Equal((Hour.TaskClass, 6, null, 0, 0), (read.TaskClass, read.Statistics.Executions, read.Statistics.Tasks, read.Statistics.Stopped.Count, read.Statistics.Adaptive));

        Assert.Empty(await store.AddAsync([Hour], "batch2", Cancelled));
        Assert.Equal(12, Assert.Single((await store.ReadDaysAsync(day, day, Cancelled)).Hours).Statistics.Executions);
    }
}
