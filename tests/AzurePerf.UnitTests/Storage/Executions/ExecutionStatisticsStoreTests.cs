using System.Globalization;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Rows;
using AzurePerf.Testing.Storage;
using AzurePerf.Testing.Time;
using AzurePerf.UnitTests.Executions;
using Xunit;

namespace AzurePerf.UnitTests.Storage.Executions;

public sealed class ExecutionStatisticsStoreTests
{
    private static readonly TaskClass Kind = new("blob.download", "measure", """{"clients":4}""", "local");
    private readonly InMemoryRowStore _rows = new();
    private readonly FakeTimeProvider _time = new();
    private readonly ExecutionStatisticsStore _kinds;

    public ExecutionStatisticsStoreTests() => _kinds = new(_rows, _time);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private DateTimeOffset ThisHour => HourlyStatistics.HourOf(_time.GetUtcNow());

    [Fact]
    public async Task Batches_add_up_and_come_back_as_the_tally_of_all()
    {
        var first = SampleStatistics.Of(3, 10).Plus(SampleStatistics.Ends(FailureCause.TimedOut, 2));
        var second = SampleStatistics.Of(4, 0.5).Plus(SampleStatistics.Ends(FailureCause.ServerBusy, 1)).Plus(SampleStatistics.Ends(FailureCause.TimedOut, 1));

        await _kinds.AddAsync([new(Kind, ThisHour, first)], "batch1", Cancelled);
        await _kinds.AddAsync([new(Kind, ThisHour, second)], "batch2", Cancelled);

        Assert.Equal(SampleStatistics.TextOf(first.Plus(second)), SampleStatistics.TextOf(await _kinds.ReadWindowAsync(Kind, TimeLimit.Window, Cancelled)));
    }

    [Fact]
    public async Task A_batch_that_is_repeated_because_its_answer_was_lost_counts_once()
    {
        HourlyStatistics[] batch = [new(Kind, ThisHour, SampleStatistics.Of(3, 10)), new(Kind with { Sku = "big" }, ThisHour, SampleStatistics.Of(2, 5))];
        await _kinds.AddAsync(batch[..1], "batch1", Cancelled);

        await _kinds.AddAsync(batch, "batch1", Cancelled);
        await _kinds.AddAsync(batch, "batch1", Cancelled);

        Assert.Equal([3L, 2L], (await ListAsync(0, 0)).Select(entry => entry.Statistics.Executions).OrderDescending());
    }

    [Fact]
    public async Task A_batch_that_is_repeated_after_others_were_added_counts_once()
    {
        foreach (var batch in new[] { "bag1", "bag2", "bag3", "bag1", "bag2" })
        {
            await _kinds.AddAsync([new(Kind, ThisHour, SampleStatistics.Of(3, 10))], batch, Cancelled);
        }

        Assert.Equal(9, Assert.Single(await ListAsync(0, 0)).Statistics.Executions);
    }

    [Fact]
    public async Task An_hour_in_which_thousands_of_batches_end_still_fits_into_its_row()
    {
        for (var batch = 0; batch < 3_000; batch++)
        {
            await _kinds.AddAsync([new(Kind, ThisHour, SampleStatistics.Of(1, 10))], $"aaaaaaaaaaaaaaaaaaaa-99-{batch:D8}", Cancelled);
        }

        Assert.Equal(3_000, Assert.Single(await ListAsync(0, 0)).Statistics.Executions);
    }

    [Fact]
    public async Task A_list_of_days_costs_two_queries_however_many_kinds_there_are()
    {
        foreach (var clients in Enumerable.Range(1, 200))
        {
            await _kinds.AddAsync([new(Kind with { Levels = $$"""{"clients":{{clients}}}""" }, ThisHour, SampleStatistics.Of(1, 10))], "batch", Cancelled);
        }

        var counting = new RequestCountingRows(_rows);
        var today = DateOnly.FromDateTime(_time.GetUtcNow().UtcDateTime);
        var reading = await new ExecutionStatisticsStore(counting, _time).ReadDaysAsync(today, today, Cancelled);

        Assert.Equal((200, 0, 2), (reading.Hours.Count, reading.Unreadable.Count, counting.Requests));
    }

    [Fact]
    public async Task A_batch_that_meets_another_writer_loses_neither()
    {
        await _kinds.AddAsync([new(Kind, ThisHour, SampleStatistics.Of(1, 10))], "batch1", Cancelled);
        foreach (var round in Enumerable.Range(0, 2))
        {
            var hour = ThisHour.AddHours(round);
            var contested = new InterruptedRowStore(_rows, ControlNames.ExecutionsTable, async row =>
            {
                if (row.PartitionKey != Kind.RowKey)
                {
                    return false;
                }

                await _kinds.AddAsync([new(Kind, hour, SampleStatistics.Of(5, 10))], $"other{round}", Cancelled);
                return true;
            });

            await new ExecutionStatisticsStore(contested, _time).AddAsync([new(Kind, hour, SampleStatistics.Of(10, 10))], $"mine{round}", Cancelled);
        }

        Assert.Equal([16L, 15L], (await ListAsync(0, 1)).Select(entry => entry.Statistics.Executions));
    }

    [Fact]
    public async Task A_window_holds_the_last_day_of_its_kind_and_nothing_else()
    {
        foreach (var back in new[] { 0, 1, 23, 24, 25, 48 })
        {
            await _kinds.AddAsync([new(Kind, ThisHour.AddHours(-back), SampleStatistics.Of(1, 10))], "batch", Cancelled);
        }

        await _kinds.AddAsync([new(Kind with { Sku = "big" }, ThisHour, SampleStatistics.Of(7, 10))], "batch", Cancelled);

        Assert.Equal(4, (await _kinds.ReadWindowAsync(Kind, TimeLimit.Window, Cancelled)).Executions);
        Assert.Equal(0, (await _kinds.ReadWindowAsync(Kind with { Stage = "clean" }, TimeLimit.Window, Cancelled)).Executions);
    }

    [Fact]
    public async Task A_list_of_days_has_every_kind_of_those_days_once_per_hour()
    {
        var other = Kind with { Experiment = "queue.add" };
        var midnight = new DateTimeOffset(_time.GetUtcNow().UtcDateTime.Date, TimeSpan.Zero);
        foreach (var hour in new[] { -25, -24, -1, 0, 23, 24 })
        {
            await _kinds.AddAsync([new(Kind, midnight.AddHours(hour), SampleStatistics.Of(1, 1)), new(other, midnight.AddHours(hour), SampleStatistics.Of(2, 1))], $"batch{hour}", Cancelled);
        }

        var listed = await ListAsync(-1, 0);

        Assert.Equal(
            new[] { -24, -1, 0, 23 }.SelectMany(hour => new[] { (Kind.Experiment, midnight.AddHours(hour), 1L), (other.Experiment, midnight.AddHours(hour), 2L) }).Order(),
            listed.Select(entry => (entry.TaskClass.Experiment, entry.Hour, entry.Statistics.Executions)).Order());
    }

    [Fact]
    public async Task What_the_longest_report_reads_stays_and_all_before_it_goes()
    {
        var other = Kind with { Experiment = "queue.add" };
        foreach (var day in new[] { 0, 89, 92, 93, 400, 401 })
        {
            var hours = Enumerable.Range(0, 3).Select(hour => ThisHour.AddDays(-day).AddHours(-ThisHour.Hour + (hour * 11)));
            await _kinds.AddAsync([.. hours.SelectMany(hour => new HourlyStatistics[] { new(Kind, hour, SampleStatistics.Of(1, 1)), new(other, hour, SampleStatistics.Of(1, 1)) })], $"batch{day}", Cancelled);
        }

        await foreach (var _ in _kinds.RemoveOldAsync(Cancelled).Take(3))
        {
            // It is broken off, and begins again.
        }

        Assert.Equal(6, await _kinds.RemoveOldAsync(Cancelled).CountAsync(Cancelled));
        Assert.Equal(0, await _kinds.RemoveOldAsync(Cancelled).CountAsync(Cancelled));
        Assert.Equal(18, (await ListAsync(-1_000, 0)).Count);
        Assert.Equal(18 + 6, _rows.Count(ControlNames.ExecutionsTable));
    }

    [Fact]
    public async Task A_row_is_never_stored_before_the_list_of_its_day_names_it()
    {
        var failing = new InterruptedRowStore(_rows, ControlNames.ExecutionsTable, row =>
            row.PartitionKey == Kind.RowKey ? throw new SimulatedCrashException("before the row") : Task.FromResult(false));

        await Assert.ThrowsAsync<SimulatedCrashException>(() => new ExecutionStatisticsStore(failing, _time).AddAsync([new(Kind, ThisHour, SampleStatistics.Of(1, 1))], "batch", Cancelled));
        Assert.Empty(await ListAsync(0, 0));
        await _kinds.AddAsync([new(Kind, ThisHour, SampleStatistics.Of(1, 1))], "batch", Cancelled);

        Assert.Single(await ListAsync(0, 0));
    }

    [Theory]
    [InlineData("sum", "-1")]
    [InlineData("squares", "many")]
    [InlineData("sketch", """{"5":2}""")]
    [InlineData("sketch", """{"-5":1}""")]
    [InlineData("sketch", "nonsense")]
    [InlineData("causes", """{"Fatigue":1}""")]
    [InlineData("causes", """{"7":1}""")]
    [InlineData("causes", """{"TimedOut":-1}""")]
    [InlineData("stage", 5)]
    [InlineData("sku", "other")]
    public async Task A_row_that_was_changed_to_nonsense_is_named_left_out_and_left_alone(string column, object value)
    {
        await _kinds.AddAsync([new(Kind, ThisHour, SampleStatistics.Of(1, 10))], "batch", Cancelled);
        var row = (await _rows.FindAsync(ControlNames.ExecutionsTable, Kind.RowKey, ThisHour.ToString("yyyyMMddHH", CultureInfo.InvariantCulture), Cancelled))!;
        row[column] = value;
        await _rows.PutAsync(ControlNames.ExecutionsTable, row, Cancelled);

        var complaints = await _kinds.AddAsync([new(Kind, ThisHour, SampleStatistics.Of(2, 10)), new(Kind, ThisHour.AddHours(1), SampleStatistics.Of(3, 10))], "next", Cancelled);

        Assert.StartsWith($"row {Kind.RowKey}/{row.RowKey}: ", Assert.Single(complaints), StringComparison.Ordinal);
        Assert.Equal(complaints, (await ReadAsync(0, 1)).Unreadable);
        Assert.Equal(3, (await _kinds.ReadWindowAsync(Kind, TimeLimit.Window, Cancelled)).Executions);
        Assert.Equal(value, (await _rows.FindAsync(ControlNames.ExecutionsTable, Kind.RowKey, row.RowKey, Cancelled))!.Values[column]);
    }

    [Fact]
    public async Task A_million_different_durations_still_fit_into_one_row()
    {
        var random = new Random(5);
        var bins = Enumerable.Range(0, DurationSketch.LastBin + 1).Select(bin => new KeyValuePair<int, long>(bin, random.NextInt64(1, 1_000_000))).ToArray();
        var full = new ExecutionStatistics
        {
            Successes = bins.Sum(bin => bin.Value),
            Microseconds = UInt128.MaxValue,
            SquareMicroseconds = UInt128.MaxValue,
            Sketch = DurationSketch.From(bins),
        };

        await _kinds.AddAsync([new(Kind, ThisHour, full)], "batch", Cancelled);

        Assert.Equal(full.Successes, (await _kinds.ReadWindowAsync(Kind, TimeLimit.Window, Cancelled)).Successes);
    }

    private async Task<IReadOnlyList<HourlyStatistics>> ListAsync(int firstDay, int lastDay) => (await ReadAsync(firstDay, lastDay)).Hours;

    private Task<StoredStatistics> ReadAsync(int firstDay, int lastDay)
    {
        var today = DateOnly.FromDateTime(_time.GetUtcNow().UtcDateTime);
        return _kinds.ReadDaysAsync(today.AddDays(firstDay), today.AddDays(lastDay), Cancelled);
    }
}
