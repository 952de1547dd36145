using System.Text.Json.Nodes;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;
using CsCheck;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Charts;

public sealed class CurveTests
{
    [Fact]
    public void A_percentile_of_a_sketch_is_within_its_bin() => SeededProperty.Holds(
        Gen.Select(Gen.Int[400, 3_000], Gen.Int[1, 100_000], (count, seed) => (count, seed)),
        drawn =>
        {
            var random = new Random(drawn.seed);
            long[] latencies = [.. Enumerable.Range(0, drawn.count).Select(_ => (long)Math.Pow(10, 3 + (6 * random.NextDouble()))).Order()];
            var sketch = latencies.GroupBy(LatencySketch.BinOf).ToDictionary(bin => bin.Key, bin => bin.LongCount());
            foreach (var quantile in new[] { 0.5, 0.95, 0.99 })
            {
                var exact = latencies[(int)Math.Ceiling((decimal)quantile * drawn.count) - 1];
                Assert.InRange(LatencySketch.Quantile(sketch, quantile)!.Value / exact, 0.985, 1.015);
            }
            return true;
        });

    [Fact]
    public void Too_few_operations_have_no_percentile() => Assert.Null(LatencySketch.Quantile(new Dictionary<int, long> { [300] = 367 }, 0.99));

    [Fact]
    public void Merging_repetitions_loses_no_operation_whatever_their_widths() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 4_000], Gen.Int[1, 4_000], Gen.Int[1, 5_000], (first, second, seconds) => (first, second, seconds)),
        drawn =>
        {
            var one = SeededCurves.Point(SeededCurves.Samples(1, drawn.first, 0.5));
            var other = SeededCurves.Point(SeededCurves.Samples(2, drawn.second, drawn.seconds));

            var merged = SeededCurves.Level(new JsonObject(), one, other);

            Assert.Equal(drawn.first + drawn.second, merged.Intervals.Sum(interval => interval.Successes()));
            Assert.Equal(drawn.first + drawn.second, LatencyHistogramText.Read(merged.Latencies).Count);
            Assert.Equal([.. new[] { 0.5, drawn.seconds }.Select(end => IntervalWidth.IndexOf((long)(end * 1e9), merged.WidthExponent))], merged.LastIntervals);
            Assert.Equal(Math.Max(one.WidthExponent, other.WidthExponent), merged.WidthExponent);
            Assert.InRange(merged.Intervals.Count, 1, IntervalWidth.MostIntervals + 1);
            return true;
        });

    [Fact]
    public void A_point_whose_samples_were_all_kept_is_cut_finer_than_a_second()
    {
        var curves = SeededCurves.Point(SeededCurves.Samples(1, 2_000, 1));

        Assert.Equal(-5, curves.WidthExponent);
        Assert.InRange(curves.Intervals.Count, 32, 33);
    }

    [Fact]
    public void Without_all_samples_the_histogram_log_tells_the_course()
    {
        var curves = Logged(successUntil: 40, end: 40);

        Assert.Equal((0, 40), (curves.WidthExponent, curves.Intervals.Count));
        Assert.All(curves.Intervals, interval => Assert.Equal(100, interval.Successes()));
    }

    [Fact]
    public void A_repetition_measures_until_its_last_client_ended_although_nothing_succeeded_any_more()
    {
        // From 30 s on the service hangs, and what was under way times out at 50 s, of which no sample was kept.
        var (hung, whole) = (Logged(successUntil: 30, end: 50), Logged(successUntil: 60, end: 60));

        var merged = SeededCurves.Level(new JsonObject(), hung, whole);

        Assert.Equal((0, 29, 49), (merged.WidthExponent, hung.Intervals[^1].Index, hung.LastInterval));
        Assert.Equal([49, 59], merged.LastIntervals);
    }

    [Theory]
    [InlineData(40, 1_800, 5)] // 57 intervals of 32 s, in two of which operations succeeded
    [InlineData(1, 60, 0)]
    [InlineData(40, 64, 0)]
    [InlineData(40, 65, 1)]
    public void An_outage_widens_the_intervals_only_where_they_would_be_too_many(int successUntil, int end, int exponent) =>
        Assert.Equal(exponent, Logged(successUntil, end).WidthExponent);

    [Fact]
    public void A_repetition_in_which_nothing_succeeded_does_not_widen_the_intervals_of_the_others()
    {
        var dead = PointCurves.Of(
            Observed(Client(0, 0, 60_000, completed: 0) with { Failed = 1 }) with
            {
                Samples = [new(0, 0, 0, 60_000_000_000 - 1, 0, OperationOutcome.ClientTimeout, 1)],
            },
            "");

        Assert.Equal((0, 59), (dead.WidthExponent, dead.LastInterval));
    }

    [Fact]
    public void A_file_of_another_version_is_as_if_there_were_none()
    {
        var curves = SeededCurves.Point(SeededCurves.Samples(1, 100, 1));

        Assert.NotNull(PointCurvesFile.Read(PointCurvesFile.Write(curves)));
        Assert.Null(PointCurvesFile.Read(PointCurvesFile.Write(curves with { Version = 2 })));
        Assert.Null(PointCurvesFile.Read("nonsense"u8.ToArray()));
    }

    /// <summary>What is kept of 100 successes a second, most of them only in the histogram log.</summary>
    private static PointCurves Logged(int successUntil, int end)
    {
        var series = new LatencyTimeline();
        for (var second = 0; second < successUntil; second++)
        {
            series.Add(second, Of([.. Enumerable.Repeat(5_000_000L + second, 100)]));
        }

        var log = LatencyLog.Write(DateTimeOffset.UnixEpoch, series, new Dictionary<OperationOutcome, FailedOperations>(), end * 1_000_000_000L);
        return PointCurves.Of(Observed(Client(0, 0, end * 1_000, completed: 100 * successUntil)) with { SamplesNotKept = 3_000 }, log);
    }

    private static LatencyHistogram Of(params long[] latencies)
    {
        var histogram = new LatencyHistogram();
        Array.ForEach(latencies, histogram.Record);
        return histogram;
    }
}
