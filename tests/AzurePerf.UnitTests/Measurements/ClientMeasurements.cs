using AzurePerf.Core.Measurements;
using AzurePerf.Testing.Measurements;

namespace AzurePerf.UnitTests.Measurements;

/// <summary>Per-client records and observations for tests, with a value for everything a test does not care about.</summary>
internal static class ClientMeasurements
{
    public static ClientMeasurement Client(int client, double startMilliseconds, double endMilliseconds, long completed = 1, long overlap = 0) => new()
    {
        Client = client,
        FirstStartNanoseconds = (long)(startMilliseconds * 1e6),
        LastEndNanoseconds = (long)(endMilliseconds * 1e6),
        Completed = completed,
        Failed = 0,
        Bytes = completed * 100,
        WireRequests = completed,
        BusyNanoseconds = 0,
        HarnessNanoseconds = 0,
        OverlapOperations = overlap,
        OverlapBytes = overlap * 100,
        FollowUpFailures = 0,
        End = ClientEnd.Operations,
        WarmUpOperations = 0,
        WarmUpFailures = 0,
    };

    public static ClientMeasurement NeverStarted(int client) =>
        Client(client, 0, 0, completed: 0) with { FirstStartNanoseconds = null, LastEndNanoseconds = null, End = ClientEnd.Stopped };

    public static PointObservation Observed(params ClientMeasurement[] clients) => new()
    {
        Clients = clients,
        Latencies = Latencies(clients.Sum(client => client.Completed)),
        Failures = new Dictionary<OperationOutcome, FailedOperations>(),
        PlannedWireRequestsPerOperation = 1,
        SetUpNanoseconds = 0,
        WarmUpNanoseconds = 0,
        SamplesKept = 0,
        Environment = SampleEnvironment.Value,
    };

    /// <summary>1, 2, 3 ... microseconds.</summary>
    public static LatencyHistogram Latencies(long count)
    {
        var histogram = new LatencyHistogram();
        for (var latency = 1L; latency <= count; latency++)
        {
            histogram.Record(latency * 1_000);
        }

        return histogram;
    }
}
