using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class LittlesLawTests
{
    [Fact]
    public void Clients_that_are_busy_all_the_time_with_what_is_recorded_fulfil_it() => Assert.Empty(Check(Busy(0, 1_000, 960), Busy(1, 2_000, 1_950)));

    [Fact]
    public void What_must_follow_an_operation_is_no_idleness() =>
        Assert.Empty(Check(Busy(0, 1_000, 500) with { FollowUpNanoseconds = 500_000_000 }));

    [Fact]
    public void What_a_client_thinks_is_no_idleness() => Assert.Empty(Check(Busy(0, 1_000, 20) with { ThinkNanoseconds = 980_000_000 }));

    [Fact]
    public void Clients_that_idle_between_operations_are_fewer_than_they_seem() => Assert.Equal(
        ["on average 1.50 of 2 clients had an operation under way: the rest of the time is pauses after failures, or the worker's own"],
        Check(Busy(0, 1_000, 1_000), Busy(1, 1_000, 500)));

    [Fact]
    public void Latencies_that_do_not_add_up_to_the_busy_time_were_miscounted()
    {
        var observed = Observe([Busy(0, 1_000, 1_000)], recordedMilliseconds: 900);

        Assert.Equal(["the recorded latencies add up to 0.900 s, and the clients were busy for 1.00 s: operations were miscounted"], LittlesLaw.Check(observed));
    }

    [Fact]
    public void Operations_longer_than_histograms_hold_are_noted_and_not_called_miscounted()
    {
        const long ThreeHours = 3 * 3_600_000;
        var observed = Observe([Busy(0, ThreeHours + 1_000, ThreeHours)], ThreeHours);

        Assert.Equal(
            ["1 operation took more than 1 h, the longest that histograms hold: mean, maximum and percentiles are at least what is shown"],
            PointNotes.Of(observed, Steadiness.NotAssessed).Where(note => note.Contains("1 h", StringComparison.Ordinal) || note.Contains("miscounted", StringComparison.Ordinal)));
    }

    [Fact]
    public void Operations_counted_twice_are_miscounted_also_beside_one_longer_than_histograms_hold()
    {
        var observed = Observe([Busy(0, 3_700_000, 3_700_000)], recordedMilliseconds: 3_700_000);
        observed.Latencies.Record(3_000_000_000_000);

        Assert.Contains("miscounted", Assert.Single(LittlesLaw.Check(observed)), StringComparison.Ordinal);
    }

    [Fact]
    public void Failed_operations_are_busy_time_too()
    {
        var observed = Observe([Busy(0, 1_000, 1_000)], recordedMilliseconds: 600) with
        {
            Failures = new Dictionary<OperationOutcome, FailedOperations> { [OperationOutcome.Throttled] = new(Histogram(400), "busy") },
        };

        Assert.Empty(LittlesLaw.Check(observed));
    }

    [Fact]
    public void A_load_that_is_no_closed_loop_and_clients_that_never_started_are_not_checked()
    {
        Assert.Empty(LittlesLaw.Check(Observe([Busy(0, 1_000, 100)], 100) with { OpenLoop = new(ArrivalKind.Poisson, new(), new(), new()) }));
        Assert.Empty(Check(NeverStarted(0)));
        Assert.Empty(Check(Busy(0, 1_000, 1_000), NeverStarted(1)));
    }

    private static IEnumerable<string> Check(params ClientMeasurement[] clients) =>
        LittlesLaw.Check(Observe(clients, clients.Sum(client => client.BusyNanoseconds) / 1_000_000));

    private static PointObservation Observe(ClientMeasurement[] clients, long recordedMilliseconds) => Observed(clients) with { Latencies = Histogram(recordedMilliseconds) };

    private static ClientMeasurement Busy(int client, double milliseconds, double busyMilliseconds) =>
        Client(client, 0, milliseconds) with { BusyNanoseconds = (long)(busyMilliseconds * 1e6) };

    private static LatencyHistogram Histogram(long milliseconds)
    {
        var histogram = new LatencyHistogram();
        if (milliseconds > 0)
        {
            histogram.Record(milliseconds * 1_000_000);
        }

        return histogram;
    }
}
