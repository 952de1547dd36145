using System.Text.Json;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Charts.Levels;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Series;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Golden;
using AzurePerf.UnitTests.TaskManager;
using CsCheck;
using Xunit;
using static AzurePerf.UnitTests.Charts.SeededSource;

namespace AzurePerf.UnitTests.Charts;

public sealed class RunChartsTests
{
    private static readonly JsonSerializerOptions Indented = new(ApiJson.Options) { WriteIndented = true };

    private const string Sweep = """{"experiment": "blob.download", "preset": "quick", "parameters": {"clients": [1, 4, 16]}, "repetitions": 6}""";
    private const string Single = """{"experiment": "blob.download", "preset": "quick", "parameters": {"clients": [4]}, "repetitions": 3}""";
    private const string Series = """{"experiment": "blob.download", "preset": "quick", "parameters": {"clients": [1]}, "repetitions": 60, "repeatEverySeconds": 60}""";


    [Fact]
    public void A_run_without_points_has_no_charts() => Assert.Empty(RunCharts.Of(Of(Sweep, _ => 1) with { Points = [] }));

    [Fact]
    public void Without_curves_only_charts_of_rates_are_there() =>
        Assert.Equal(["rate", "rate-per-client"], RunCharts.Of(Rising(Sweep)).Select(chart => chart.Id));

    [Fact]
    public void Latencies_of_overloaded_repetitions_are_said_to_be_none_at_the_offered_rate()
    {
        var source = Rising(Sweep).WithCurves();
        var overloaded = source with
        {
            Points = [.. source.Points.Select(point => point.Repetition > 2 ? point : point with
            {
                Result = point.Result!.With(operations => operations with { OpenLoop = SampleSummary.OpenLoop(OverloadCause.BacklogGrew) }),
            })],
        };

        Assert.Contains(Find(overloaded, "latency-distribution").Notes, note => note.StartsWith("6 repetitions overloaded: ", StringComparison.Ordinal));
        Assert.Contains(Find(overloaded, "percentiles").Notes, note => note.StartsWith("2 repetitions overloaded: ", StringComparison.Ordinal));
        Assert.DoesNotContain(Find(source, "latency-distribution").Notes, note => note.Contains("overloaded", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Operations_that_never_started_are_longer_than_any_that_is_drawn(bool mergedByAnOlderBuild)
    {
        var source = Rising(Sweep).WithCurves(repetitions: 1, operations: 9_700);
        var dropped = source with
        {
            Points = [.. source.Points.Select(point => point.Repetition > 1 && mergedByAnOlderBuild ? point : Dropped(point, OverloadCause.None))],
            Curves = [.. source.Curves.Select(curves => curves with { NeverStarted = mergedByAnOlderBuild ? null : 300 })],
        };
        var (whole, lacking) = (Find(source, "latency-distribution"), Find(dropped, "latency-distribution"));

        Assert.Contains("99 in 100 at most", whole.Caption, StringComparison.Ordinal);
        Assert.DoesNotContain("99 in 100", lacking.Caption, StringComparison.Ordinal);
        Assert.Equal((100, 97), (Measured(whole).Points[^1].Y, Measured(lacking).Points[^1].Y));
        Assert.Equal(Measured(whole).Points[^1].X, Measured(lacking).Points[^1].X);
        Assert.True(Measured(lacking).Points.Single(point => point.Y == 95).X > Measured(whole).Points.Single(point => point.Y == 95).X);
        EveryNumberIsInTheTable(lacking);
        Assert.Contains(lacking.Notes, note => note.StartsWith("900 operations never started: each counts as longer than any that is drawn", StringComparison.Ordinal));
        Assert.Contains("300 operations never started: percentiles are of the others alone, and too low.", Find(dropped, "percentiles").Notes);
    }

    [Theory]
    [InlineData(2, 97)]
    [InlineData(6, 100)]
    public void Operations_that_an_overloaded_repetition_never_started_count_unless_no_repetition_kept_up(int overloaded, double end)
    {
        var source = Rising(Sweep).WithCurves(repetitions: 6, operations: 970);
        var dropped = source with
        {
            Points = [.. source.Points.Select(point => point.Repetition > overloaded ? point : Dropped(point, OverloadCause.BacklogGrew))],
            Curves = [.. source.Curves.Select(curves => curves with { NeverStarted = 180 })],
        };

        Assert.Equal(end, Measured(Find(dropped, "latency-distribution")).Points[^1].Y);
    }

    private static PointRecord Dropped(PointRecord point, OverloadCause overload) => point with
    {
        Result = point.Result!.With(operations => operations with { OpenLoop = SampleSummary.OpenLoop(overload) with { DroppedStarts = 300 } }),
    };

    [Fact]
    public void With_curves_distribution_course_and_heat_follow() => Assert.Equal(
        ["rate", "rate-per-client", "latency-distribution", "percentiles", "operations", "latency-heat"], RunCharts.Of(Rising(Sweep).WithCurves()).Select(chart => chart.Id));

    [Fact]
    public void One_combination_shows_its_repetitions() => Assert.Equal(["repetitions"], RunCharts.Of(Of(Single, planned => 100 + planned.Repetition)).Select(chart => chart.Id));

    [Fact]
    public void A_series_of_transfers_has_the_shares_of_its_rates_next_to_the_published_ones()
    {
        const string Transfers = """{"experiment": "tcp.bandwidth", "preset": "quick", "target": "peer", "parameters": {"direction": "send"}, "repetitions": 100, "repeatEverySeconds": 60}""";
        var chart = Find(Of(Transfers, planned => (20 + planned.Repetition - 1) * 1e6 / (1 << 20)), "rate-distribution");

        Assert.Equal("Half of 100 repetitions reached at most 69.5 MB/s; they lie between 20 MB/s and 119 MB/s.", chart.Caption);
        Assert.Equal([(20.0, 0.0), (119.0, 100.0)], new[] { chart.Series[0].Points[0], chart.Series[0].Points[^1] }.Select(point => (point.X, point.Y!.Value)));
        Assert.Equal(69.5, chart.Series[0].Points.Single(point => point.Y == 50).X);
        Assert.Equal([(30.0, 15.0), (90.0, 50.0)], chart.Series[1].Points.Select(point => (point.X, point.Y!.Value)));
        Assert.DoesNotContain(RunCharts.Of(Of(Transfers.Replace("\"repetitions\": 100", "\"repetitions\": 5", StringComparison.Ordinal), _ => 20)), other => other.Id == "rate-distribution");
        Assert.DoesNotContain(RunCharts.Of(Rising(Sweep)), other => other.Id == "rate-distribution");
    }

    [Fact]
    public void A_transfer_that_was_refused_has_no_rate_over_time_or_in_the_distribution_and_intervals_of_a_series()
    {
        const string Transfers = """{"experiment": "tcp.bandwidth", "preset": "quick", "target": "peer", "parameters": {"direction": "send"}, "repetitions": 100, "repeatEverySeconds": 60}""";
        var whole = Of(Transfers, planned => planned.Repetition + 19);
        var source = whole with
        {
            Points = [.. whole.Points.Select(point => point.Repetition == 7 ? point with { Result = SampleSummary.Refused(point.Result!) } : point)],
        };

        var chart = Find(source, "series");
        Assert.Equal([6], chart.Series[0].Points.Index().Where(point => point.Item.Y is null).Select(point => point.Index));
        Assert.StartsWith("99 values and 1 gap; ", chart.Caption, StringComparison.Ordinal);
        Assert.StartsWith("Half of 99 repetitions ", Find(source, "rate-distribution").Caption, StringComparison.Ordinal);
        var series = Assert.Single(SeriesStatistics.Of(LevelResults.Of(source.Definition, source.Spec, source.Points)));
        Assert.Equal((99, 3), (series.Overall.Count, series.Intervals.Min(interval => interval.Count)));
    }

    [Fact]
    public void A_published_share_says_in_the_chart_that_it_is_about() => Assert.Equal(
        ["cumulative share; about", "cumulative share"],
        Assert.Single(PublishedShares.Of("tcp.rtt", ChartUnit.Of("ns", 1e6), PublishedMetric.ShareWithin)).Points.Select(point => point.Note));

    [Fact]
    public void Workers_have_a_chart_only_where_several_measured()
    {
        var chart = Find(Rising(Sweep).WithCurves(workers: 3), "workers");

        Assert.Equal(["worker 1", "worker 2", "worker 3"], chart.Series.Select(series => series.Panel));
        Assert.DoesNotContain(RunCharts.Of(Rising(Sweep).WithCurves()), other => other.Id == "workers");
    }

    [Fact]
    public void The_sentence_says_from_where_to_where_it_rises() =>
        Assert.Equal("Median throughput rises from 105 MB/s at 1 client to 419 MB/s at 16 clients.", Find(Rising(Sweep), "rate").Caption);

    [Theory]
    [InlineData("B/s", "MB/s")]
    [InlineData("1/s", "ops/s")]
    [InlineData("FLOP/s", "GFLOP/s")]
    [InlineData("ns", "ms")]
    public void Where_all_operations_failed_the_axis_has_the_unit_of_the_tables(string unit, string symbol) =>
        Assert.Equal((symbol, "0 " + symbol), (ChartUnit.Of(unit, 0).Symbol, ChartUnit.Of(unit, 0).Text(0)));

    [Theory]
    [InlineData(100, 300, 200, "peaks at 315 MB/s at 4 clients and is 210 MB/s at 16 clients")]
    [InlineData(100, 60, 100, "is lowest with 62.9 MB/s at 4 clients and is 105 MB/s at 16 clients")]
    [InlineData(100, 50, 90, "is lowest with 52.4 MB/s at 4 clients and is 94.4 MB/s at 16 clients")]
    [InlineData(90, 50, 100, "is lowest with 52.4 MB/s at 4 clients and is 105 MB/s at 16 clients")]
    [InlineData(100, 60, 60, "falls from 105 MB/s at 1 client to 62.9 MB/s at 16 clients")]
    [InlineData(100, 100, 100, "stays at 105 MB/s at 16 clients")]
    public void The_sentence_says_where_it_is_highest_or_lowest_in_between(int one, int four, int sixteen, string said) =>
        Assert.Equal($"Median throughput {said}.", Find(Of(Sweep, planned => Clients(planned) switch { 1 => one, 4 => four, _ => sixteen }), "rate").Caption);

    [Fact]
    public void A_flagged_repetition_is_hollow_and_so_is_the_median_it_counts_in()
    {
        var chart = Find(Of(Sweep, planned => 100 * Clients(planned), planned => planned.Number == 1 ? [PointFlag.RaggedEnd] : []), "rate");

        Assert.Equal([true, false, false], Measured(chart).Points.Select(point => point.Hollow));
        Assert.Equal(1, chart.Series.Single(series => series.Role == SeriesRole.Repetition).Points.Count(point => point.Hollow));
        Assert.Contains(chart.Table.Rows[0], cell => Equals(cell, "1: raggedEnd"));
    }

    [Fact]
    public void What_the_measuring_machine_limited_is_shown_and_not_counted()
    {
        var chart = Find(Of(Sweep, planned => planned.Repetition == 6 ? 900 : 100, planned => planned.Repetition == 6 ? [PointFlag.GeneratorBound] : []), "rate");

        Assert.All(Measured(chart).Points, point => Assert.Equal(105, point.Y));
        Assert.Contains(chart.Series, series => series.Role == SeriesRole.Repetition && series.Points.Any(point => point.Y > 900));
    }

    [Fact]
    public void Six_repetitions_have_an_interval_of_their_median_and_fewer_a_range()
    {
        var many = Find(Of(Sweep, planned => 100 + planned.Repetition), "rate");
        var few = Find(Of(Sweep.Replace("6}", "3}", StringComparison.Ordinal), planned => 100 + planned.Repetition), "rate");

        Assert.Contains("95 % of the median", many.Table.Rows[0]);
        Assert.Contains("range", few.Table.Rows[0]);
        Assert.Equal((106.0, 108.0), (Measured(few).Points[0].Low, Measured(few).Points[0].High));
    }

    [Fact]
    public void Published_figures_stand_where_they_were_published()
    {
        var chart = Find(Rising(Sweep), "rate-per-client");

        var published = chart.Series.Where(series => series.Role == SeriesRole.Published).SelectMany(series => series.Points).ToArray();
        Assert.Contains(published, point => point is { X: 1, Y: 13 });
        Assert.Contains(published, point => point is { X: 128, Y: 3.07 });
    }

    [Fact]
    public void A_limit_within_reach_is_a_line_and_one_far_above_a_sentence()
    {
        var near = Find(Of("""{"experiment": "queue.add", "preset": "quick"}""", planned => 600 * Clients(planned)), "rate");
        var far = Find(Of("""{"experiment": "queue.add", "preset": "quick"}""", planned => 10 * Clients(planned)), "rate");

        Assert.Contains(near.Lines, line => line is { Role: ChartLineRole.Limit, Value: 2_000 });
        Assert.DoesNotContain(far.Lines, line => line.Role == ChartLineRole.Limit);
        Assert.Contains(far.Notes, note => note.Contains("limit of one queue, 2,000 ops/s", StringComparison.Ordinal));
    }

    [Fact]
    public void A_series_shows_gaps_as_gaps_and_marks_a_change()
    {
        var source = Of(Series, planned => planned.Repetition <= 30 ? 100 + (planned.Repetition % 3) : 60 + (planned.Repetition % 3), status: planned => planned.Repetition == 10 ? PointStatus.Missed : PointStatus.Measured);

        var chart = Find(source, "series");

        Assert.Null(Measured(chart).Points[9].Y);
        Assert.Equal(Start.AddSeconds(600).ToUnixTimeMilliseconds(), Measured(chart).Points[9].X);
        var change = Assert.Single(chart.Lines);
        Assert.Equal((ChartLineRole.Change, (double)Start.AddSeconds(31 * 60).ToUnixTimeMilliseconds()), (change.Role, change.Value));
        Assert.Equal("59 values and 1 gap; the median rate is 65 MB/s, and 1 lasting change is found.", chart.Caption);
    }

    [Theory]
    [InlineData(9, "9 values; the median rate is 105 MB/s, and fewer than 10 values cannot show a lasting change.")]
    [InlineData(10, "10 values; the median rate is 105 MB/s, and no lasting change is found.")]
    public void A_series_too_short_for_a_change_says_so(int values, string caption)
    {
        var source = Of(Series.Replace("60, \"repeat", $"{values}, \"repeat", StringComparison.Ordinal), _ => 100);

        Assert.Equal(caption, Find(source, "series").Caption);
    }

    [Fact]
    public void The_combination_asked_for_is_the_one_shown_over_time()
    {
        var source = Rising(Sweep).WithCurves();

        Assert.Equal("Latency over time: 16 clients", Find(source, "percentiles").Title);
        Assert.Equal("Latency over time: 1 client", Find(source with { Level = 0 }, "percentiles").Title);
        Assert.Equal("Latency over time: 16 clients", Find(source with { Level = 99 }, "percentiles").Title);
    }

    [Fact]
    public void Every_share_of_a_distribution_is_supported_by_its_operations()
    {
        var chart = Find(Rising(Sweep).WithCurves(repetitions: 1, operations: 50), "latency-distribution");

        // 50 operations support no share above 92.8 %, and the longest is a fact.
        Assert.Equal([92.5, 100.0], Measured(chart).Points.TakeLast(2).Select(point => point.Y!.Value));
    }

    [Theory]
    [InlineData(5, false)]
    [InlineData(6, true)]
    public void Operations_that_have_no_median_have_no_distribution(int operations, bool drawn) =>
        Assert.Equal(drawn, RunCharts.Of(Rising(Sweep).WithCurves(repetitions: 1, operations: operations)).Any(chart => chart.Id == "latency-distribution"));

    [Fact]
    public void Failures_are_counted_in_the_interval_in_which_they_ended()
    {
        var chart = Find(Rising(Sweep).WithCurves(repetitions: 1, operations: 3_900, failures: 100), "operations");

        Assert.Equal(["succeeded", "failed"], chart.Series.Select(series => series.Name));
        Assert.Contains("and 100 failed", chart.Caption, StringComparison.Ordinal);
    }

    [Fact]
    public void Where_a_shorter_repetition_has_ended_the_rate_is_that_of_the_others()
    {
        var source = Rising(Sweep).WithCurves();
        var curves = SeededCurves.Level(
            source.Curves[0].Levels, SeededCurves.Point(SeededCurves.Samples(1, 1_600, 4)), SeededCurves.Point(SeededCurves.Samples(2, 3_200, 8)));

        var chart = Find(source with { Curves = [curves] }, "operations");

        var rates = chart.Series[0].Points.Where(point => point.X is < 3.5 or > 4.5 and < 7.5).Select(point => point.Y!.Value).ToArray();
        Assert.True(rates.Length > 6);
        Assert.All(rates, rate => Assert.InRange(rate, 360, 440));
        Assert.Contains(chart.Notes, note => note.StartsWith("The rate is that of the repetitions that still measure.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_repetition_that_hangs_until_its_end_is_a_rate_of_0_until_then(bool withAnother)
    {
        var source = Rising(Sweep).WithCurves();
        var hung = SeededCurves.Point(SeededCurves.Samples(1, 1_600, 4));
        hung = hung with { LastInterval = IntervalWidth.IndexOf(8_000_000_000 - 1, hung.WidthExponent), ErrorsWithoutTime = 4 };
        var whole = SeededCurves.Point(SeededCurves.Samples(2, 3_200, 8));

        var chart = Find(source with { Curves = [SeededCurves.Level(source.Curves[0].Levels, withAnother ? [hung, whole] : [hung])] }, "operations");

        var rates = chart.Series[0].Points.Where(point => point.X is > 4.5 and < 7.5).Select(point => point.Y!.Value).ToArray();
        Assert.True(rates.Length > 3);
        Assert.All(rates, rate => Assert.InRange(rate, withAnother ? 180 : 0, withAnother ? 220 : 0));
    }

    [Fact]
    public void An_outage_for_most_of_a_point_takes_no_chart_over_time_away()
    {
        var source = Rising(Sweep).WithCurves();
        var hung = SeededCurves.Point(SeededCurves.Samples(1, 1_600, 4));
        foreach (var point in new[]
        {
            hung with { LastInterval = IntervalWidth.IndexOf(60_000_000_000, hung.WidthExponent) },
            hung with { WidthExponent = 5, Intervals = CurveMerge.Join(hung.Intervals.Select((interval, index) => interval with { Index = 2 * index / hung.Intervals.Count })), LastInterval = 56 },
        })
        {
            var charts = RunCharts.Of(source with { Curves = [SeededCurves.Level(source.Curves[0].Levels, point)] }).ToDictionary(chart => chart.Id);

            Assert.Equal(0, charts["operations"].Series[0].Points[^1].Y);
            Assert.Contains("latency-heat", charts.Keys);
            Assert.NotNull(charts["percentiles"].Series[0].Points[0].Y);
            Assert.Null(charts["percentiles"].Series[0].Points[^1].Y);
        }
    }

    [Fact]
    public void Where_nothing_succeeded_there_are_no_percentiles_over_time()
    {
        var source = Rising(Sweep).WithCurves();
        var dead = SeededCurves.Point(SeededCurves.Samples(1, 400, 4, failures: 400)
            .Select(sample => sample with { Outcome = OperationOutcome.Throttled }).ToArray());

        var charts = RunCharts.Of(source with { Curves = [SeededCurves.Level(source.Curves[0].Levels, dead)] }).Select(chart => chart.Id).ToArray();

        Assert.Contains("operations", charts);
        Assert.DoesNotContain("percentiles", charts);
    }

    [Fact]
    public void Every_number_of_a_chart_is_in_its_table() => SeededProperty.Holds(
        Gen.Select(
            Gen.Int[1, 8],
            Gen.Int[20, 5_000],
            Gen.Int[0, 19],
            Gen.Int[1, 4],
            Gen.Int[1, 100_000],
            (repetitions, operations, failures, workers, scale) => (repetitions, operations, failures, workers, scale)),
        drawn =>
        {
            var source = Of(Sweep.Replace("6}", $"{drawn.repetitions}}}", StringComparison.Ordinal), planned => drawn.scale * (1 + (planned.Number * 0.37 % 1)))
                .WithCurves(drawn.repetitions, drawn.operations, 12, drawn.failures, drawn.workers);
            Assert.All(RunCharts.Of(source), EveryNumberIsInTheTable);
            return true;
        },
        cases: 40);

    [Fact]
    public void Models_are_as_agreed() => GoldenFile.Check("charts.json", Agreed());

    internal static void EveryNumberIsInTheTable(Chart chart)
    {
        var numbers = chart.Table.Rows.SelectMany(row => row).Select(cell => cell switch { double number => number, long count => count, _ => (double?)null }).OfType<double>().ToHashSet();
        foreach (var point in chart.Series.SelectMany(series => series.Points))
        {
            Assert.True(chart.Kind == ChartKind.Heat ? numbers.Contains(point.Count!.Value) : point.Y is null || numbers.Contains(point.Y.Value), $"{chart.Id}: {point}");
            Assert.True((point.Low is null || numbers.Contains(point.Low.Value)) && (point.High is null || numbers.Contains(point.High.Value)), $"{chart.Id}: {point}");
            Assert.True(chart.X.Scale is ChartScale.Category or ChartScale.Time || numbers.Contains(point.X), $"{chart.Id}: {point}");
        }

        Assert.All(chart.Lines.Where(line => line.Role is ChartLineRole.Limit or ChartLineRole.Published), line => Assert.Contains(line.Value, numbers));
        Assert.All(chart.Table.Rows, row => Assert.Equal(chart.Table.Columns.Count, row.Count));
    }

    private static string Agreed()
    {
        Chart[] charts =
        [
            .. RunCharts.Of(Of(Sweep, planned => 100 * Math.Sqrt(Clients(planned)) * (1 + (planned.Repetition * 0.01)), planned => planned.Number == 4 ? [PointFlag.RaggedEnd] : [])
                .WithCurves(operations: 640, seconds: 2, failures: 8, workers: 2)),
            .. RunCharts.Of(Of(Series, planned => planned.Repetition <= 30 ? 100 : 60)),
        ];
        return JsonSerializer.Serialize(new { charts }, Indented) + "\n";
    }

    private static ChartSource Rising(string request) => Of(request, planned => 100 * Math.Sqrt(Clients(planned)));

    private static Chart Find(ChartSource source, string id) => RunCharts.Of(source).Single(chart => chart.Id == id);

    private static ChartSeries Measured(Chart chart) => chart.Series.First(series => series.Role == SeriesRole.Measured);
}
