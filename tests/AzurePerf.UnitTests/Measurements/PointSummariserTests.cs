using AzurePerf.Core.Measurements;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class PointSummariserTests
{
    [Fact]
    public void Three_aggregates_differ_when_clients_end_ragged()
    {
        // 100 operations each; alone from 2 s on, the last client is a straggler. All three are active from 0 to 1 s.
        var result = PointSummariser.Summarise(Observed(
            Client(0, 0, 1_000, completed: 100, overlap: 100),
            Client(1, 0, 2_000, completed: 100, overlap: 50),
            Client(2, 0, 4_000, completed: 100, overlap: 25)));
        var summary = result.Operations!;

        Assert.Equal(100 + 50 + 25, summary.OperationsPerSecond.SumOfClientMeans, 9);
        Assert.Equal(175, summary.OperationsPerSecond.InOverlap!.Value, 9);
        Assert.Equal(75, summary.OperationsPerSecond.Total, 9);
        Assert.Equal(175 / 3.0, summary.OperationsPerSecond.PerClientMean, 9);
        Assert.Equal(17_500, summary.BytesPerSecond.InOverlap!.Value, 9);
        Assert.Equal(4, result.ElapsedSeconds, 9);
        Assert.Equal(1, summary.OverlapSeconds, 9);
        Assert.Equal(0.5, summary.OverlapRatio, 9);
        Assert.Equal([PointFlag.RaggedEnd, PointFlag.SampleTooSmall], result.Flags);
    }

    [Fact]
    public void The_interval_of_a_rate_is_over_the_same_time_as_the_rate_where_clients_rest()
    {
        // Operations of 10 ms with a rest of 90 ms after each.
        var random = new Random(1);
        long[] starts = [.. Enumerable.Range(0, 300).Select(index => (index * 100L) + random.Next(0, 80))];
        var observation = Observed(Client(0, 0, 30_000, completed: 300, overlap: 300) with { OverlapRestNanoseconds = 27_000_000_000 }) with
        {
            OperationBins = new(5_000_000, [.. Enumerable.Range(0, 6_000).Select(bin => (long)starts.Count(start => start / 5 == bin))]),
        };

        var summary = PointSummariser.Summarise(observation).Operations!;

        Assert.Equal(100, summary.OperationsPerSecond.InOverlap!.Value, 9);
        Assert.InRange(100, summary.OperationsPerSecondLow!.Value, summary.OperationsPerSecondHigh!.Value);
    }

    [Fact]
    public void Clients_that_never_ran_at_once_have_no_overlap_and_no_rate_in_it()
    {
        var result = PointSummariser.Summarise(Observed(Client(0, 0, 1_000, completed: 10), Client(1, 1_500, 2_500, completed: 10)));
        var summary = result.Operations!;

        Assert.Null(summary.OperationsPerSecond.InOverlap);
        Assert.Null(summary.BytesPerSecond.InOverlap);
        Assert.Equal(0, summary.OverlapSeconds);
        Assert.Equal(1.5, summary.StartSkewSeconds, 9);
        Assert.Equal(8, summary.OperationsPerSecond.Total, 9);
        Assert.Contains(PointFlag.NotConcurrent, result.Flags);
    }

    [Theory]
    [InlineData(50, false)]
    [InlineData(51, true)]
    public void Start_skew_is_flagged_above_5_percent_of_the_median_client_duration(double skewMilliseconds, bool flagged)
    {
        var result = PointSummariser.Summarise(Observed(
            Client(0, 0, 1_000),
            Client(1, 0, 1_000),
            Client(2, skewMilliseconds, 1_000 + skewMilliseconds)));
        var summary = result.Operations!;

        Assert.Equal(flagged, result.Flags.Contains(PointFlag.NotConcurrent));
    }

    [Theory]
    [InlineData(900, false)]
    [InlineData(899, true)]
    public void A_ragged_end_is_flagged_when_fewer_than_95_percent_are_active_on_average(double earlyEndMilliseconds, bool flagged)
    {
        var result = PointSummariser.Summarise(Observed(Client(0, 0, earlyEndMilliseconds), Client(1, 0, 1_000)));
        var summary = result.Operations!;

        Assert.Equal(flagged, result.Flags.Contains(PointFlag.RaggedEnd));
    }

    [Fact]
    public void A_client_that_never_started_makes_the_point_not_concurrent_and_lowers_the_mean()
    {
        var result = PointSummariser.Summarise(Observed(Client(0, 0, 1_000, completed: 10, overlap: 10), NeverStarted(1)));
        var summary = result.Operations!;

        Assert.Contains(PointFlag.NotConcurrent, result.Flags);
        Assert.Null(summary.OperationsPerSecond.InOverlap);
        Assert.Equal(5, summary.OperationsPerSecond.PerClientMean, 9);
        Assert.Equal(1, summary.ClientsFinished);
    }

    [Fact]
    public void A_point_without_any_start_is_all_zero_and_says_that_it_is_partial()
    {
        var result = PointSummariser.Summarise(Observed(NeverStarted(0), NeverStarted(1)));
        var summary = result.Operations!;

        Assert.Equal(0, summary.Operations);
        Assert.Empty(summary.Outcomes);
        Assert.Equal(new(0, null, 0, 0, 0), summary.OperationsPerSecond);
        Assert.Equal(0, result.ElapsedSeconds);
        Assert.Equal([PointFlag.NotConcurrent, PointFlag.SampleTooSmall, PointFlag.Partial], result.Flags);
    }

    [Fact]
    public void A_percentile_is_given_only_from_the_sample_size_on_that_supports_it()
    {
        Assert.Equal((null, null), Medians(5));
        Assert.Equal((3_001L, null), Medians(6)); // the third of six, at the upper end of its bucket
        Assert.NotNull(Latency(36).P90Nanoseconds);
        Assert.Null(Latency(71).P95Nanoseconds);
        Assert.Null(Latency(367).P99Nanoseconds);
        Assert.NotNull(Latency(368).P99Nanoseconds);
        Assert.Null(Latency(3_687).P999Nanoseconds);
        Assert.NotNull(Latency(3_688).P999Nanoseconds);

        static (long?, long?) Medians(long count) => (Latency(count).P50Nanoseconds, Latency(count).P90Nanoseconds);
        static LatencyStatistics Latency(long count) => PointSummariser.Summarise(Observed(Client(0, 0, 1_000, completed: count))).Operations!.Latency;
    }

    [Theory]
    [InlineData(367, true)]
    [InlineData(368, false)]
    public void Too_few_samples_for_the_99th_percentile_are_flagged(long completed, bool flagged)
    {
        var result = PointSummariser.Summarise(Observed(Client(0, 0, 1_000, completed, completed)));
        var summary = result.Operations!;

        Assert.Equal(flagged, result.Flags.Contains(PointFlag.SampleTooSmall));
        Assert.Equal(!flagged, result.Flags.Count == 0);
    }

    [Fact]
    public void Failures_are_counted_by_outcome_and_keep_a_client_from_having_finished()
    {
        var observed = Observed(Client(0, 0, 1_000, completed: 3) with { Failed = 2 }, Client(1, 0, 1_000, completed: 5)) with
        {
            Failures = new Dictionary<OperationOutcome, FailedOperations>
            {
                [OperationOutcome.Throttled] = new(Latencies(2), "busy"),
            },
        };
        var result = PointSummariser.Summarise(observed);
        var summary = result.Operations!;

        Assert.Equal([new(OperationOutcome.Ok, 8), new(OperationOutcome.Throttled, 2)], summary.Outcomes);
        Assert.Equal(10, summary.Operations);
        Assert.Equal(1, summary.ClientsFinished);
        Assert.Equal(8, summary.PlannedWireRequests);
        Assert.Equal("busy", summary.FailureMessages[OperationOutcome.Throttled]);
        Assert.Equal(8, summary.OperationsPerSecond.Total, 9);
        Assert.Contains(PointFlag.ServiceThrottled, result.Flags);
        Assert.Contains(PointFlag.OperationsFailed, result.Flags);
        Assert.DoesNotContain(PointFlag.HiddenRetries, result.Flags);
    }

    [Fact]
    public void Every_kind_of_planned_end_lets_a_client_have_finished()
    {
        ClientEnd[] planned = [.. Enum.GetValues<ClientEnd>().Where(end =>
            PointSummariser.Summarise(Observed(Client(0, 0, 1) with { End = end })).Operations!.ClientsFinished == 1)];

        Assert.Equal([ClientEnd.Operations, ClientEnd.Bytes, ClientEnd.Duration, ClientEnd.Precision], planned);
    }
}
