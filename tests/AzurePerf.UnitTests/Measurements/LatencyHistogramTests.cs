using AzurePerf.Core.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Measurements;

public sealed class LatencyHistogramTests
{
    private const long Hour = 3_600_000_000_000;

    [Fact]
    public void An_empty_histogram_has_no_figures()
    {
        var histogram = new LatencyHistogram();

        Assert.Equal(0, histogram.Count);
        Assert.Null(histogram.MinimumNanoseconds);
        Assert.Null(histogram.MaximumNanoseconds);
        Assert.Null(histogram.MeanNanoseconds);
        Assert.Null(histogram.StandardDeviationNanoseconds);
        Assert.Empty(histogram.RecordedBuckets());
        Assert.Throws<InvalidOperationException>(() => histogram.ValueAtQuantile(0.5));
    }

    [Fact]
    public void One_sample_has_a_mean_but_no_standard_deviation()
    {
        var histogram = Of(123_456_789);

        Assert.Equal(123_456_789, histogram.MeanNanoseconds);
        Assert.Null(histogram.StandardDeviationNanoseconds);
        Assert.Equal(123_456_789, histogram.ValueAtQuantile(0));
        Assert.Equal(123_456_789, histogram.ValueAtQuantile(1));
    }

    [Fact]
    public void Number_sum_minimum_and_maximum_are_exact()
    {
        var histogram = Of(0, 1, 2_047, 2_049, 1_000_003, Hour - 1);

        Assert.Equal(6, histogram.Count);
        Assert.Equal((UInt128)(1 + 2_047 + 2_049 + 1_000_003 + Hour - 1), histogram.SumNanoseconds);
        Assert.Equal(0, histogram.MinimumNanoseconds);
        Assert.Equal(Hour - 1, histogram.MaximumNanoseconds);
    }

    [Fact]
    public void Mean_and_standard_deviation_are_exact_where_double_sums_lose_every_digit()
    {
        // Two neighbouring values near 1 h: their squares differ in the 13th digit, their sum of squares cancels completely in doubles.
        var histogram = new LatencyHistogram();
        for (var i = 0; i < 1_000_000; i++)
        {
            histogram.Record(Hour - 1 - (i % 2));
        }

        Assert.Equal(Hour - 1.5, histogram.MeanNanoseconds);
        Assert.Equal(0.5 * Math.Sqrt(1_000_000 / 999_999.0), histogram.StandardDeviationNanoseconds!.Value, 1e-12);
    }

    [Fact]
    public void Sums_are_exact_on_both_sides_of_the_4_3_seconds_whose_square_still_fits_into_64_bits()
    {
        long[] latencies = [uint.MaxValue, uint.MaxValue - 1L, uint.MaxValue + 1L, uint.MaxValue, 3];
        var histogram = Of(latencies);

        Assert.Equal(latencies.Aggregate(UInt128.Zero, (sum, latency) => sum + (ulong)latency), histogram.SumNanoseconds);
        Assert.Equal(latencies.Aggregate(UInt128.Zero, (sum, latency) => sum + ((UInt128)latency * (ulong)latency)), histogram.SumOfSquaresNanoseconds);
    }

    [Fact]
    public void Mean_and_standard_deviation_stay_exact_over_a_thousand_million_samples()
    {
        var histogram = new LatencyHistogram();
        for (var i = 0; i < 1_000; i++)
        {
            histogram.Record(2_000_000 + i);
        }

        for (var doubling = 0; doubling < 20; doubling++)
        {
            histogram.Merge(histogram);
        }

        var n = 1_000 * Math.Pow(2, 20);
        Assert.Equal((long)n, histogram.Count);
        Assert.Equal(2_000_499.5, histogram.MeanNanoseconds);
        Assert.Equal(Math.Sqrt(((1e6 - 1) / 12) * n / (n - 1)), histogram.StandardDeviationNanoseconds!.Value, 1e-9);
    }

    [Fact]
    public void A_latency_above_one_hour_counts_as_one_hour_and_as_overflow()
    {
        var histogram = Of(Hour, Hour + 1, long.MaxValue);

        Assert.Equal(3, histogram.Count);
        Assert.Equal(2, histogram.OverflowCount);
        Assert.Equal(Hour, histogram.MaximumNanoseconds);
        Assert.Equal(Hour, histogram.MeanNanoseconds);
        Assert.Equal(Hour, histogram.ValueAtQuantile(1));
        Assert.Equal(3, Assert.Single(histogram.RecordedBuckets()).Count);
    }

    [Fact]
    public void A_negative_latency_is_refused_and_leaves_no_trace()
    {
        var histogram = new LatencyHistogram();

        Assert.Throws<ArgumentOutOfRangeException>(() => histogram.Record(-1));

        Assert.Equal(0, histogram.Count);
        Assert.Equal(0, histogram.OverflowCount);
        Assert.Empty(histogram.RecordedBuckets());
    }

    [Theory]
    [InlineData(-0.1)]
    [InlineData(1.0000001)]
    [InlineData(double.NaN)]
    public void A_quantile_outside_0_to_1_is_refused(double quantile)
        => Assert.Throws<ArgumentOutOfRangeException>(() => Of(1).ValueAtQuantile(quantile));

    [Theory]
    [InlineData(0, 1)]
    [InlineData(0.07, 7)]
    [InlineData(0.0700001, 8)]
    [InlineData(0.5, 50)]
    [InlineData(0.56, 56)]
    [InlineData(0.99, 99)]
    [InlineData(0.990001, 100)]
    [InlineData(1, 100)]
    public void The_rank_of_a_quantile_is_the_ceiling_of_its_decimal_product_with_n(double quantile, long expected)
        => Assert.Equal(expected, Of(Enumerable.Range(1, 100).Select(value => (long)value)).ValueAtQuantile(quantile));

    [Fact]
    public void Counting_takes_both_ends_in_and_nothing_outside_the_range()
    {
        var histogram = Of(0, 10, 20, 20, 30, Hour);

        Assert.Equal(0, histogram.CountAtOrBelow(-1));
        Assert.Equal(1, histogram.CountAtOrBelow(0));
        Assert.Equal(4, histogram.CountAtOrBelow(20));
        Assert.Equal(6, histogram.CountAtOrBelow(long.MaxValue));
        Assert.Equal(3, histogram.CountBetween(10, 29));
        Assert.Equal(0, histogram.CountBetween(29, 10));
        Assert.Equal(1, histogram.CountBetween(31, long.MaxValue));
    }

    [Fact]
    public void Recorded_buckets_come_in_order_and_hold_every_latency()
    {
        var buckets = Of(5, 5, 2_048, 2_049, 2_050).RecordedBuckets();

        Assert.Equal([new(5, 5, 2), new(2_048, 2_049, 2), new(2_050, 2_051, 1)], buckets);
    }

    [Fact]
    public void A_reset_histogram_is_as_good_as_new()
    {
        var histogram = Of(1, 1_000, Hour + 1);

        histogram.Reset();

        Assert.Empty(LatencyHistogramEquality.Differences(new LatencyHistogram(), histogram));
        histogram.Record(7);
        Assert.Empty(LatencyHistogramEquality.Differences(Of(7), histogram));
    }

    [Fact]
    public void Histograms_of_192_clients_and_of_every_outcome_fit_in_64_megabytes()
    {
        var outcomes = Enum.GetValues<OperationOutcome>().Length;
        var before = GC.GetAllocatedBytesForCurrentThread();

        var histograms = Enumerable.Range(0, 192 + outcomes).Select(_ => new LatencyHistogram()).ToArray();

        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 50_000_000, 64_000_000);
        GC.KeepAlive(histograms);
    }

    private static LatencyHistogram Of(params IEnumerable<long> latencies)
    {
        var histogram = new LatencyHistogram();
        RecordAll(histogram, latencies.ToArray());
        return histogram;
    }

    private static void RecordAll(LatencyHistogram histogram, long[] latencies)
    {
        foreach (var latency in latencies)
        {
            histogram.Record(latency);
        }
    }
}
