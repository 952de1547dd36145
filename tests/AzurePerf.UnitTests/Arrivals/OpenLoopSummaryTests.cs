using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Arrivals;

public sealed class OpenLoopSummaryTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public void Rates_count_over_the_schedules_and_not_from_the_first_operation_on()
    {
        var result = PointSummariser.Summarise(Open(
            Client(0, 400, 9_900, completed: 1_000) with { Arrivals = new(0, 10 * Second, 9_800_000_000, 1_000, 0) },
            Client(1, 1_500, 9_000, completed: 1_000) with { Arrivals = new(0, 10 * Second, 8_900_000_000, 1_000, 0) }));
        var summary = result.Operations!;

        Assert.Equal(200, summary.OperationsPerSecond.SumOfClientMeans, 9);
        Assert.Equal(200, summary.OperationsPerSecond.Total, 9);
        Assert.Equal(200, summary.OpenLoop!.OfferedPerSecond, 9);
        Assert.Equal(200, summary.OpenLoop.AchievedPerSecond, 9);
        Assert.Equal(2_000, summary.OpenLoop.Due);
        Assert.Equal((0, 10, 1), (summary.StartSkewSeconds, summary.OverlapSeconds, summary.OverlapRatio));
        Assert.Empty(result.Flags);
    }

    [Fact]
    public void A_client_to_which_nothing_came_was_active_all_the_same()
    {
        var result = PointSummariser.Summarise(Open(
            Client(0, 0, 10_000, completed: 400) with { Arrivals = new(0, 10 * Second, 9 * Second, 400, 0) },
            NeverStarted(1) with { End = ClientEnd.Duration, Arrivals = new(0, 10 * Second, null, 0, 0) }));
        var summary = result.Operations!;

        Assert.Equal(2, summary.ClientsFinished);
        Assert.Empty(result.Flags);
    }

    [Fact]
    public void Operations_that_started_late_take_their_time_from_what_was_achieved()
    {
        var result = PointSummariser.Summarise(Open(
            Client(0, 0, 20_500, completed: 1_000) with { Arrivals = new(0, 10 * Second, 20 * Second, 1_000, 0) }));
        var summary = result.Operations!;

        Assert.Equal((100, 50), (summary.OpenLoop!.OfferedPerSecond, summary.OpenLoop.AchievedPerSecond));
        Assert.Equal(OverloadCause.RateNotAchieved, summary.OpenLoop.Overload);
        Assert.Equal([PointFlag.Overloaded], result.Flags);
    }

    [Fact]
    public void Operations_that_fail_in_time_are_no_overload()
    {
        var result = PointSummariser.Summarise(Open(
            Client(0, 0, 10_000, completed: 900) with { Failed = 100, Arrivals = new(0, 10 * Second, 9_990_000_000, 1_000, 0) }));
        var summary = result.Operations!;

        Assert.Equal((100, 90), (summary.OpenLoop!.OfferedPerSecond, summary.OpenLoop.AchievedPerSecond));
        Assert.Equal(OverloadCause.None, summary.OpenLoop.Overload);
        Assert.Equal([PointFlag.OperationsFailed], result.Flags);
        Assert.NotNull(summary.Latency.P99Nanoseconds);
    }

    [Fact]
    public void A_client_to_which_operations_came_and_that_started_none_was_not_concurrent()
    {
        var result = PointSummariser.Summarise(Open(
            Client(0, 0, 10_000, completed: 400) with { Arrivals = new(0, 10 * Second, 9 * Second, 400, 0) },
            NeverStarted(1) with { End = ClientEnd.Duration, Arrivals = new(0, 10 * Second, null, 3, 3) }));
        var summary = result.Operations!;

        Assert.Equal([PointFlag.NotConcurrent], result.Flags);
        Assert.Equal((1, 0), (summary.ClientsFinished, summary.OverlapSeconds));
    }

    [Fact]
    public void An_overloaded_point_has_no_percentiles_but_keeps_those_of_service_time_and_lag()
    {
        var result = PointSummariser.Summarise(Open(
            Client(0, 0, 10_000, completed: 900) with { Arrivals = new(0, 10 * Second, 10 * Second, 1_000, 100) }));
        var summary = result.Operations!;

        Assert.Equal(100, summary.OpenLoop!.DroppedStarts);
        Assert.Equal((null, null), (summary.Latency.P50Nanoseconds, summary.Latency.P99Nanoseconds));
        Assert.NotNull(summary.Latency.MaximumNanoseconds);
        Assert.NotNull(summary.OpenLoop.ServiceTime.P99Nanoseconds);
        Assert.NotNull(summary.OpenLoop.Lag.P99Nanoseconds);
    }

    [Fact]
    public void A_start_that_was_dropped_counts_as_longer_than_any()
    {
        var result = PointSummariser.Summarise(Open(
            Client(0, 0, 10_000, completed: 980) with { Arrivals = new(0, 10 * Second, 10 * Second, 1_000, 20) }));
        var summary = result.Operations!;

        // 1, 2, ... 980 microseconds and 20 that nobody saw end: the 500th and the 950th of 1,000.
        Assert.Equal(OverloadCause.None, summary.OpenLoop!.Overload);
        Assert.InRange(summary.Latency.P50Nanoseconds!.Value, 500_000, 500_600);
        Assert.InRange(summary.Latency.P95Nanoseconds!.Value, 950_000, 951_000);
        Assert.Null(summary.Latency.P99Nanoseconds);
    }

    [Fact]
    public void A_closed_loop_says_nothing_of_arrivals() => Assert.Null(PointSummariser.Summarise(Observed(Client(0, 0, 1_000))).Operations!.OpenLoop);

    private static PointObservation Open(params ClientMeasurement[] clients)
    {
        var completed = clients.Sum(client => client.Completed);
        return Observed(clients) with { OpenLoop = new(ArrivalKind.Constant, Latencies(completed), Latencies(completed), new()) };
    }
}
