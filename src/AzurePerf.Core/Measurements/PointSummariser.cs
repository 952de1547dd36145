using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Measurements;

/// <summary>Computes a point's summary from what was observed.</summary>
public static class PointSummariser
{
    private const double NanosecondsPerSecond = 1e9;

    public static PointSummary Summarise(PointObservations observations)
    {
        ArgumentNullException.ThrowIfNull(observations);
        var clients = observations.Clients;
        var spans = ClientSpans.Of(clients);
        var completed = clients.Sum(client => client.Completed);
        var steadiness = Steadiness.Of(observations.OperationBins, spans);
        var operations = Rate(clients, spans, client => client.Completed, client => client.OverlapOperations);
        var flags = PointFlags.Of(observations, spans, steadiness.Class, operations.Total);
        return new()
        {
            Clients = clients.Count,
            ClientsFinished = clients.Count(FinishedWhole),
            Operations = completed + clients.Sum(client => client.Failed),
            Outcomes = CountOutcomes(completed, observations.Failures),
            Bytes = clients.Sum(client => client.Bytes),
            WireRequests = clients.Sum(client => client.WireRequests),
            PlannedWireRequests = observations.PlannedWireRequests,
            OperationsPerSecond = operations,
            BytesPerSecond = Rate(clients, spans, client => client.Bytes, client => client.OverlapBytes),
            Latency = Describe(observations.Latencies),
            ElapsedSeconds = spans.ElapsedNanoseconds / NanosecondsPerSecond,
            StartSkewSeconds = spans.StartSkewNanoseconds / NanosecondsPerSecond,
            StartSkewBoundSeconds = spans.StartSkewBoundNanoseconds / NanosecondsPerSecond,
            MeanActiveClients = spans.MeanActive,
            OverlapSeconds = spans.OverlapNanoseconds / NanosecondsPerSecond,
            OverlapRatio = spans.OverlapRatio,
            HarnessSeconds = clients.Sum(client => client.HarnessNanoseconds) / NanosecondsPerSecond,
            SetUpSeconds = observations.SetUpNanoseconds / NanosecondsPerSecond,
            WarmUpSeconds = observations.WarmUpNanoseconds / NanosecondsPerSecond,
            WarmUpOperations = clients.Sum(client => client.WarmUpOperations),
            WarmUpFailures = clients.Sum(client => client.WarmUpFailures),
            FollowUpFailures = clients.Sum(client => client.FollowUpFailures),
            SamplesKept = observations.SamplesKept,
            FailureMessages = new(observations.Failures.ToDictionary(failure => failure.Key, failure => failure.Value.FirstMessage)),
            FollowUpMessage = observations.FollowUpMessage,
            Flags = flags.Flags,
            Reasons = flags.Reasons,
            Notes = PointNotes.Of(observations, steadiness),
            SteadyState = steadiness.Class,
            SteadyFromSeconds = steadiness.FromNanoseconds / NanosecondsPerSecond,
            Generator = GeneratorFigures.Of(observations.Generators),
        };
    }

    private static bool FinishedWhole(ClientMeasurement client) =>
        client is { Failed: 0, FirstStartNanoseconds: not null, End: ClientEnd.Operations or ClientEnd.Bytes or ClientEnd.Duration };

    private static SortedDictionary<OperationOutcome, long> CountOutcomes(
        long completed,
        IReadOnlyDictionary<OperationOutcome, FailedOperations> failures)
    {
        var outcomes = new SortedDictionary<OperationOutcome, long>(failures.ToDictionary(failure => failure.Key, failure => failure.Value.Latencies.Count));
        if (completed > 0)
        {
            outcomes.Add(OperationOutcome.Ok, completed);
        }

        return outcomes;
    }

    private static RateStatistics Rate(
        IReadOnlyList<ClientMeasurement> clients,
        ClientSpans spans,
        Func<ClientMeasurement, long> work,
        Func<ClientMeasurement, double> workInOverlap)
    {
        // What must follow an operation is not part of it: its time would make every rate that of another, longer operation.
        var sumOfMeans = clients.Sum(client => PerSecond(work(client), (client.LastEndNanoseconds - client.FirstStartNanoseconds ?? 0) - client.FollowUpNanoseconds));
        return new(
            sumOfMeans,
            spans.OverlapNanoseconds > 0 ? PerSecond(clients.Sum(workInOverlap), spans.OverlapNanoseconds - clients.Average(client => client.OverlapFollowUpNanoseconds)) : null,
            PerSecond(clients.Sum(work), spans.ElapsedNanoseconds - clients.Average(client => client.FollowUpNanoseconds)),
            sumOfMeans / clients.Count);
    }

    /// <summary>No work is a rate of 0, however short the time; and work takes at least the nanosecond that the clock can tell.</summary>
    private static double PerSecond(double work, double nanoseconds) => work / Math.Max(1, nanoseconds) * NanosecondsPerSecond;

    private static LatencyStatistics Describe(LatencyHistogram latencies)
    {
        return new(
            latencies.Count,
            latencies.MeanNanoseconds,
            latencies.StandardDeviationNanoseconds,
            latencies.MinimumNanoseconds,
            latencies.MaximumNanoseconds,
            Quantile(0.5),
            Quantile(0.9),
            Quantile(0.95),
            Quantile(0.99),
            Quantile(0.999));

        long? Quantile(double quantile) => QuantileSupport.Exists(latencies.Count, quantile) ? latencies.ValueAtQuantile(quantile) : null;
    }
}
