using AzurePerf.Storage;
using AzurePerf.Storage.Workers;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Workers;

public sealed class PoolHistoryTests
{
    private readonly TaskManagerUnderTest _engine = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private PoolHistoryStore Store => new(_engine.Control.Rows, _engine.Time);

    [Fact]
    public async Task Each_minute_is_noted_once_with_the_workers_of_that_minute()
    {
        await _engine.RoundsAsync(TimeSpan.FromSeconds(90));
        await _engine.HireAsync();
        await _engine.RoundsAsync(TimeSpan.FromSeconds(90));

        var minutes = await Store.ReadAsync(Cancelled);

        Assert.InRange(minutes.Count, 3, 4);
        Assert.Equal(minutes.Count, minutes.Select(minute => (minute.At.Hour, minute.At.Minute)).Distinct().Count());
        Assert.Equal((0, 1), (CountOf(minutes[0]), CountOf(minutes[^1])));
    }

    [Fact]
    public async Task What_is_older_than_a_day_or_makes_no_sense_is_not_there()
    {
        await _engine.RoundAsync();
        Assert.Single(await Store.ReadAsync(Cancelled));

        await _engine.Control.Rows.PutAsync(ControlNames.PoolsTable, new("history", "9999") { ["v"] = 9 }, Cancelled);
        Assert.Single(await Store.ReadAsync(Cancelled));
        _engine.Time.Advance(TimeSpan.FromHours(25));
        Assert.Empty(await Store.ReadAsync(Cancelled));
    }

    private static int CountOf(AzurePerf.Core.Workers.PoolMinute minute) => minute.Pools.Single(pool => pool.Pool == AzurePerf.Core.Workers.WorkerPool.Measure).Workers;
}
