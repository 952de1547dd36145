using AzurePerf.Storage;
using AzurePerf.Testing.Runs;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.TaskManager.Bags;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>What runs that have ended cost an engine that has nothing to do.</summary>
public sealed class EndedRunsTests
{
    private const int Tasks = 60;
    private static readonly TimeSpan Start = TimeSpan.FromMinutes(1);

    /// <summary>A little more, so that what is done once an hour is met once.</summary>
    private static readonly TimeSpan Hour = TimeSpan.FromMinutes(61);

    private readonly TaskManagerUnderTest _engine = new(TimeSpan.FromSeconds(20));
    private readonly EndedRuns _ended;

    public EndedRunsTests() => _ended = new(_engine.Control.Rows, BagScene.Spec(Tasks), Tasks, _engine.Time);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_idle_hour_asks_and_reads_as_much_after_two_thousand_runs_with_a_hundred_thousand_rows_as_after_none()
    {
        await FillAsync(1_600, youngest: 1, oldest: 6);
        await FillAsync(200, youngest: 20, oldest: 60);
        await FillAsync(200, youngest: 100, oldest: 400);
        await _ended.AddStatisticsAsync(Cancelled);
        Assert.InRange(_ended.Rows, 100_000, 110_000);

        var after = await IdleAsync(_engine);
        var without = await IdleAsync(new(TimeSpan.FromSeconds(20)));

        Assert.Equal(without.Hour.Requests, after.Hour.Requests);
        Assert.Equal(without.Hour.Rows, after.Hour.Rows);

        // Once in its life a process reads the index, to know when something is due to go.
        Assert.Equal(without.Start.Requests, after.Start.Requests);
        Assert.Equal(without.Start.Rows + _ended.Runs, after.Start.Rows);
    }

    [Fact]
    public async Task What_is_due_to_go_costs_its_own_rows_and_those_of_the_index_in_its_month()
    {
        await FillAsync(1_000, youngest: 100, oldest: 400);
        await _ended.AddAsync(_engine.Time.GetUtcNow() - TimeSpan.FromDays(7) + TimeSpan.FromMinutes(30), Cancelled);

        var (_, (_, rows)) = await IdleAsync(_engine);

        Assert.Equal(0, _engine.Control.Rows.Count(ControlNames.TasksTable));

        // The index has one entry in that month; beside its header, which no query gives, the run has a stage and its tasks.
        var (_, (_, without)) = await IdleAsync(new(TimeSpan.FromSeconds(20)));
        Assert.Equal(1 + 1 + Tasks, rows - without);
    }

    private async Task FillAsync(int runs, double youngest, double oldest)
    {
        for (var number = 0; number < runs; number++)
        {
            await _ended.AddAsync(_engine.Time.GetUtcNow() - TimeSpan.FromDays(youngest + ((oldest - youngest) * number / runs)), Cancelled);
        }
    }

    /// <summary>What a process asks of the tables in its first minute, and in the hour that follows: by operation and table, and the rows that it is given.</summary>
    private static async Task<((string Requests, long Rows) Start, (string Requests, long Rows) Hour)> IdleAsync(TaskManagerUnderTest engine)
    {
        RequestCountingRows counting = null!;
        engine.RowStore = rows => counting = new(rows);
        engine.Restart();
        await engine.RoundsAsync(Start);
        var (start, rows) = (counting.ByKind.ToDictionary(), counting.RowsRead);
        await engine.RoundsAsync(Hour);
        return ((Text(start), rows), (Text(counting.ByKind.ToDictionary(kind => kind.Key, kind => kind.Value - start.GetValueOrDefault(kind.Key))), counting.RowsRead - rows));
    }

    private static string Text(IReadOnlyDictionary<string, int> requests) =>
        string.Join('\n', requests.OrderBy(kind => kind.Key, StringComparer.Ordinal).Select(kind => $"{kind.Key} {kind.Value}"));
}
