using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Series;
using Xunit;

namespace AzurePerf.UnitTests.Series;

public sealed class ComparedSeriesTests
{
    private const int Points = 24 * 30;

    [Fact]
    public void Twice_the_spread_is_seen_as_a_whole_and_in_many_an_interval()
    {
        var series = Assert.Single(ComparedSeries.Of(Normal(1, _ => 0.5), Normal(2, _ => 1)));
        Assert.True(series.Overall is { RatioLow: < 2, RatioHigh: > 2, Probability: < 0.001 });
        Assert.InRange(series.Overall.Ratio!.Value, 1.8, 2.2);
        Assert.InRange(series.IntervalsAbove, 8, 24);
        Assert.Equal(0, series.IntervalsBelow);
    }

    [Fact]
    public void Of_series_that_vary_alike_hardly_any_has_an_interval_that_is_called_different()
    {
        var called = Enumerable.Range(1, 40).Count(seed =>
            Assert.Single(ComparedSeries.Of(Normal(seed, _ => 1), Normal(1_000 + seed, _ => 1))) is { IntervalsAbove: > 0 } or { IntervalsBelow: > 0 });

        Assert.InRange(called, 0, 6);
    }

    [Fact]
    public void A_spread_of_one_interval_alone_is_found_there_and_nowhere_else()
    {
        var series = Assert.Single(ComparedSeries.Of(Normal(3, _ => 0.5), Normal(4, interval => interval == 5 ? 3 : 0.5)));
        Assert.True(series.Intervals[5].Probability < 0.001);
        Assert.All(series.Intervals.Where((_, interval) => interval != 5), interval => Assert.True(interval.Probability > 0.01));
    }

    [Fact]
    public void Only_two_series_have_spreads_to_compare()
    {
        var (series, other) = (Normal(1, _ => 1), Normal(2, _ => 1));
        Assert.Empty(ComparedSeries.Of(series, other with { Spec = other.Spec with { RepeatEverySeconds = 0 } }));
    }

    [Fact]
    public void A_summary_says_ratio_and_number_of_intervals()
    {
        var spread = new SpreadStatistics(30, 10, 1, 0.1);
        var interval = new ComparedSpread { Baseline = spread, Candidate = spread, Ratio = 2, RatioLow = 1.5, RatioHigh = 3, Probability = 0.01 };
        var series = new ComparedSeries { Levels = [], Metric = "mean", Unit = "ns", Overall = interval, Intervals = [interval, interval with { RatioLow = 0.5 }, interval with { Probability = 0.06 }] };
        Assert.Equal(
            "sigma of the candidate over that of the baseline: 2.00 (1.50 to 3.00); in 1 of 3 intervals it is credibly above 1, in 0 below, after Holm over the intervals",
            SeriesText.Summary(series));
    }

    [Fact]
    public void What_was_published_of_the_spread_stands_beside_it()
    {
        Assert.Equal(
            "published: 0.242 s (Nimbus), 0.523 s (Azure ExtraLarge), 1.21 s (Azure Small): standard deviation, 2880 samples (tudoran-2012, fig 1)", SeriesText.Published("compute.intervals", ratios: false));
        Assert.Equal("published: 2.31 (Small over ExtraLarge): derived (tudoran-2012, fig 2)", SeriesText.Published("compute.intervals", ratios: true));
        Assert.Null(SeriesText.Published("compute.dgemm", ratios: false));
        Assert.Null(SeriesText.Published("table.query", ratios: true));
    }

    private static MeasuredRun Normal(int seed, Func<int, double> deviation)
    {
        var random = new Random(seed);
        return SampleSeries.Of([.. Enumerable.Range(0, Points).Select(index => (double?)MathNet.Numerics.Distributions.Normal.Sample(random, 50, deviation(index / 30)))]);
    }
}
