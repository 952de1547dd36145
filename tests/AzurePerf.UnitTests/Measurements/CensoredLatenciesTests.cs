using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class CensoredLatenciesTests
{
    [Fact]
    public void Operations_that_timed_out_count_as_longer_than_they_were_watched() => Assert.Equal(
        ["with the 40 operations that were cut off as longer than they were watched: p50 7.00 ms, p95 unknown"],
        CensoredLatencies.Note(With(60, OperationOutcome.ClientTimeout, 40)));

    [Fact]
    public void No_percentile_is_longer_than_the_longest_latency_whatever_its_bucket_ends_with()
    {
        var point = With(60, OperationOutcome.ClientTimeout, 2) with { Latencies = Of(60, 2_004_999) };

        Assert.Equal(["with the 2 operations that were cut off as longer than they were watched: p50 2.00 ms"], CensoredLatencies.Note(point));
    }

    [Fact]
    public void What_the_service_ended_otherwise_is_left_out_as_of_any_latency() => Assert.Empty(CensoredLatencies.Note(With(60, OperationOutcome.Throttled, 40)));

    [Fact]
    public void Too_few_operations_have_no_percentile_and_an_open_loop_has_no_such_clause()
    {
        Assert.Empty(CensoredLatencies.Note(With(3, OperationOutcome.ClientTimeout, 2)));
        Assert.Empty(CensoredLatencies.Note(With(60, OperationOutcome.ClientTimeout, 40) with { OpenLoop = new(ArrivalKind.Poisson, new(), new(), new()) }));
    }

    /// <summary>Successes of 7 ms, and failures that took 1 s.</summary>
    private static PointObservation With(int successes, OperationOutcome outcome, int failures) => Observed(Client(0, 0, 1_000, completed: successes, overlap: successes)) with
    {
        Latencies = Of(successes, 7_000_000),
        Failures = new Dictionary<OperationOutcome, FailedOperations> { [outcome] = new(Of(failures, 1_000_000_000), "late") },
    };

    private static LatencyHistogram Of(int count, long nanoseconds)
    {
        var histogram = new LatencyHistogram();
        for (var recorded = 0; recorded < count; recorded++)
        {
            histogram.Record(nanoseconds);
        }

        return histogram;
    }
}
