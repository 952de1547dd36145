using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.History;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Charts;

public sealed class PoolChartTests
{
    private static readonly DateTimeOffset Start = new(2026, 3, 14, 23, 50, 0, TimeSpan.Zero);

    [Fact]
    public void A_pool_is_a_series_and_minutes_that_nobody_counted_break_its_line()
    {
        var chart = PoolChart.Of([Minute(0, 1, 0), Minute(1, 4, 0), Minute(2, 4, 2), Minute(9, 2, 0)])!;

        Assert.Equal(["measure", "bag"], chart.Series.Select(series => series.Name));
        Assert.Equal([1, 4, 4, null, 2], chart.Series[0].Points.Select(point => point.Y));
        Assert.Equal([0, 0, 2, null, 0], chart.Series[1].Points.Select(point => point.Y));
        Assert.Equal("nobody counted", chart.Series[0].Points[3].Note);
        Assert.Equal("Pool measure had 1 to 4 workers, now 2; pool bag had 0 to 2 workers, now 0.", chart.Caption);
        Assert.NotEmpty(chart.Notes);
        Assert.Equal(4, chart.Table.Rows.Count);
        Assert.Equal(["2026-03-14T23:52:00Z", 4L, 4L, 1L, 2L, 16L, 0L], chart.Table.Rows[2]);
    }

    [Fact]
    public void Before_anything_was_counted_there_is_no_chart_and_with_empty_pools_a_sentence()
    {
        Assert.Null(PoolChart.Of([]));
        Assert.Equal("No pool had a worker.", PoolChart.Of([Minute(0, 0, 0)])!.Caption);
        Assert.Equal("Pool measure had 2 workers throughout.", PoolChart.Of([Minute(0, 2, 0), Minute(1, 2, 0)])!.Caption);
    }

    [Fact]
    public void A_minute_has_the_place_of_the_one_a_day_before()
    {
        Assert.Equal(PoolMinute.SlotOf(Start), PoolMinute.SlotOf(Start.AddDays(1)));
        Assert.Equal(PoolMinute.Kept, Enumerable.Range(0, 3_000).Select(minute => PoolMinute.SlotOf(Start.AddMinutes(minute))).Distinct().Count());
        Assert.Equal(PoolMinute.SlotOf(Start), PoolMinute.SlotOf(Start.ToOffset(TimeSpan.FromHours(5))));
    }

    private static PoolMinute Minute(int after, int measure, int bag) =>
        new(Start.AddMinutes(after), [new(WorkerPool.Measure, measure, measure, measure == 0 ? 0 : 1), new(WorkerPool.Bag, bag, 8 * bag, 0), new(WorkerPool.Peer, 0, 0, 0)]);
}
