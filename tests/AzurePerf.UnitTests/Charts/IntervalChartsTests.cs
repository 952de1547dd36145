using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.Intervals;
using AzurePerf.Core.Comparisons;
using AzurePerf.UnitTests.Series;
using Xunit;

namespace AzurePerf.UnitTests.Charts;

public sealed class IntervalChartsTests
{
    [Fact]
    public void A_series_has_mean_and_spread_and_the_coefficient_of_variation_of_24_intervals()
    {
        // 96 points, four to an interval: 9, 11, 9, 11 ms, and in the last interval ten times as far apart.
        var charts = RunCharts.Of(SourceOf(SampleSeries.Of([.. Enumerable.Range(0, 96).Select(Wave)])));

        var means = charts.Single(chart => chart.Id == "intervals");
        Assert.Equal(24, Assert.Single(means.Series).Points.Count);
        Assert.Equal((1.0, 10.0, 8.8453, 11.155), means.Series[0].Points[0] is { Y: { } mean, Low: { } low, High: { } high, X: var place } ? (place, mean, low, high) : default);
        Assert.Equal("The means lie between 10 ms and 10 ms; the standard deviation over all is 2.28 ms.", means.Caption);
        Assert.Contains("An interval lasts 3.96 s.", means.Notes);

        var variation = charts.Single(chart => chart.Id == "interval-variation");
        Assert.Equal(ChartKind.Bars, variation.Kind);
        Assert.Equal([11.5, 115], new[] { variation.Series[0].Points[0].Y, variation.Series[0].Points[23].Y }.Select(value => Math.Round(value!.Value, 1)));
        Assert.Equal("It is 11.5 % to 115 %, and 22.8 % over all.", variation.Caption);
        Assert.All(charts, RunChartsTests.EveryNumberIsInTheTable);

        static double? Wave(int index) => 10 + ((index % 2 == 0 ? -1 : 1) * (index >= 92 ? 10 : 1));
    }

    [Fact]
    public void An_interval_without_values_is_a_gap()
    {
        var charts = RunCharts.Of(SourceOf(SampleSeries.Of([.. Enumerable.Range(0, 97).Select(index => index is >= 8 and < 12 ? (double?)null : 5 + (index % 2))])));

        Assert.All(["intervals", "interval-variation"], id => Assert.Equal([3.0], charts.Single(chart => chart.Id == id).Series[0].Points.Where(point => point.Y is null).Select(point => point.X)));
        Assert.All(charts, RunChartsTests.EveryNumberIsInTheTable);
    }

    [Fact]
    public void Two_series_are_drawn_together_and_their_spreads_next_to_a_line_at_1()
    {
        var charts = IntervalCharts.Of([("small", Spread(1)), ("extra large", Spread(2))]);

        Assert.Equal(["intervals", "interval-variation", "interval-ratio"], charts.Select(chart => chart.Id));
        Assert.All(charts.Take(2), chart => Assert.Equal(["small", "extra large"], chart.Series.Select(series => series.Name)));
        var ratio = charts[2];
        Assert.Equal([2.0], ratio.Series.Single().Points.Select(point => point.Y!.Value).Distinct());
        Assert.Equal((ChartLineRole.Reference, 1.0), Assert.Single(ratio.Lines) is { Role: var role, Value: var value } ? (role, value) : default);
        Assert.StartsWith("Over all, the standard deviation of extra large is 2 times the baseline's (95 % CI ", ratio.Caption, StringComparison.Ordinal);
        Assert.All(charts, RunChartsTests.EveryNumberIsInTheTable);

        static MeasuredRun Spread(double size) => SampleSeries.Of([.. Enumerable.Range(0, 240).Select(index => (double?)(100 + (size * ((index * 7 % 10) - 4.5))))]);
    }

    [Fact]
    public void What_is_no_series_and_what_is_too_short_has_none()
    {
        var run = SampleSeries.Of([.. Enumerable.Range(0, 96).Select(index => (double?)(5 + (index % 2)))]);

        Assert.Empty(IntervalCharts.Of([("a", run with { Spec = run.Spec with { RepeatEverySeconds = 0 } })]));
        Assert.Empty(IntervalCharts.Of([("a", run with { Points = [.. run.Points.Take(47)] })]));
        Assert.DoesNotContain(IntervalCharts.Of([("a", run), ("short", run with { Points = [.. run.Points.Take(47)] })]), chart => chart.Id == "interval-ratio");
    }

    private static ChartSource SourceOf(MeasuredRun run) => new() { Definition = run.Experiment!, Spec = run.Spec, Points = run.Points };
}
