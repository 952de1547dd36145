using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Series;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Series;

public sealed class SeriesStatisticsTests
{
    [Fact]
    public void A_series_is_cut_into_24_intervals_of_equal_length()
    {
        // 49 points in 48 s: two in each interval of 2 s, and the last one on the end of the last.
        var series = Assert.Single(Figures([.. Enumerable.Range(0, 49).Select(index => (double?)(10 + (index % 2)))]));
        Assert.Equal((24, 2.0, SampleSeries.Start, "mean", "ns"), (series.Intervals.Count, series.IntervalSeconds, series.From, series.Metric, series.Unit));
        Assert.All(series.Intervals.Take(23), interval => Assert.Equal(new(2, 10.5e6, Math.Sqrt(0.5) * 1e6, Math.Sqrt(0.5) / 10.5), Rounded(interval)));
        Assert.Equal(3, series.Intervals[23].Count);
        Assert.Equal(49, series.Overall.Count);
    }

    [Fact]
    public void A_gap_is_an_interval_without_values()
    {
        var series = Assert.Single(Figures([.. Enumerable.Range(0, 97).Select(index => index is >= 8 and < 12 ? (double?)null : 5)]));
        Assert.Equal(new(0, null, null, null), series.Intervals[2]);
        Assert.Equal(["0", "-", "-", "-"], SeriesSection.Cells(series.Intervals[2], "ns").Select(cell => cell.Text));
        Assert.Equal(["4", "5.00", "0", "0 %"], SeriesSection.Cells(series.Intervals[1], "ns").Select(cell => cell.Text));
    }

    [Fact]
    public void Fewer_than_48_values_and_runs_that_are_no_series_are_not_cut()
    {
        Assert.Empty(Figures([.. Enumerable.Repeat<double?>(1, 47)]));
        var run = SampleSeries.Of([.. Enumerable.Repeat<double?>(1, 60)]);
        Assert.Empty(SeriesStatistics.Of(Shipped.Results(run.Spec with { RepeatEverySeconds = 0 }, run.Points)));
    }

    [Theory]
    [InlineData(47, "1 client: 24 intervals need 48 repetitions that count and have a success; there are 47")]
    [InlineData(1, "1 client: 24 intervals need 48 repetitions that count and have a success; there is 1")]
    [InlineData(0, "1 client: 24 intervals need 48 repetitions that count and have a success; there are 0")]
    public void A_series_that_lacks_values_says_so_instead_of_nothing(int values, string note)
    {
        // The others were planned, and nobody measured them.
        var section = Assert.Single(SectionsOf(RunStatus.Completed, planned: 60, values));

        Assert.Equal([note], section.Notes);
        Assert.Empty(section.Tables);
    }

    [Fact]
    public void A_series_that_goes_on_or_was_never_to_have_enough_values_lacks_none()
    {
        Assert.Empty(SectionsOf(RunStatus.Running, planned: 60, values: 3));
        Assert.Empty(SectionsOf(RunStatus.Completed, planned: 2, values: 2));
    }

    [Fact]
    public void Of_a_series_of_a_reduced_preset_some_points_may_be_missing()
    {
        foreach (var experiment in (string[])["compute.intervals", "rpc.cv", "tcp.intervals", "tcp.series"])
        {
            var spec = SampleSpecs.Of($$"""{ "experiment": "{{experiment}}", "preset": "reduced" }""");
            Assert.True(spec.Repetitions >= 1.25 * MeasuredSeries.MinimumValues, experiment);
            Assert.True(spec.RepeatEverySeconds >= 3, experiment);
        }
    }

    [Fact]
    public void A_remark_says_what_was_cut_and_how() => Assert.Equal(
        "mean in ms in 24 intervals of 2.00 s each, from 2026-08-01 10:20 UTC on; sigma: the standard deviation; variation: sigma over mean",
        Assert.Single(SeriesSection.Of(new(null, []), "", Figures([.. Enumerable.Repeat<double?>(1, 49)]), [])).Tables[0].Caption);

    private static IEnumerable<ReportSection> SectionsOf(RunStatus status, int planned, int values)
    {
        var run = SampleSeries.Of([.. Enumerable.Range(0, planned).Select(index => index < values ? (double?)1 : null)]);
        var spec = run.Spec with { Repetitions = planned };
        return RunReport.Of(Shipped.ExperimentOf(spec), spec, "r", status, emulator: false, run.Points).Sections
            .Where(section => section.Id == "series");
    }

    [Fact]
    public void Presets_of_a_series_have_its_period_and_number_of_points()
    {
        var paper = SampleSpecs.Of("""{ "experiment": "compute.intervals", "preset": "paper" }""");
        Assert.Equal((2_880, 60, "paper"), (paper.Repetitions, paper.RepeatEverySeconds, paper.Scale));
        var other = SampleSpecs.Of("""{ "experiment": "compute.intervals", "preset": "paper", "repeatEverySeconds": 30 }""");
        Assert.Equal((30, "custom"), (other.RepeatEverySeconds, other.Scale));
    }

    [Fact]
    public void A_series_may_have_more_points_than_another_run()
    {
        Assert.Equal(3_000, SampleSpecs.Of("""{ "experiment": "compute.intervals", "repeatEverySeconds": 60, "repetitions": 3000 }""").Repetitions);
        Assert.Equal("repetitions", Assert.Single(SampleSpecs.Read("""{ "experiment": "compute.intervals", "repetitions": 1001 }""").Faults).Path);
        Assert.Equal("repetitions", Assert.Single(SampleSpecs.Read("""{ "experiment": "compute.intervals", "repeatEverySeconds": 60, "repetitions": 3001 }""").Faults).Path);
    }

    private static IReadOnlyList<SeriesStatistics> Figures(double?[] milliseconds)
    {
        var run = SampleSeries.Of(milliseconds);
        return SeriesStatistics.Of(Shipped.Results(run.Spec, run.Points));
    }

    private static SpreadStatistics Rounded(SpreadStatistics figures)
    {
        Assert.Equal(Math.Sqrt(0.5) * 1e6, figures.StandardDeviation!.Value, 1e-3);
        return figures with { StandardDeviation = Math.Sqrt(0.5) * 1e6, Variation = Math.Sqrt(0.5) / 10.5 };
    }
}
