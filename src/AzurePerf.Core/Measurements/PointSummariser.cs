using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Measurements;

/// <summary>Computes a point's summary from what was observed.</summary>
public static class PointSummariser
{
    private const double NanosecondsPerSecond = 1e9;

    public static PointResult Summarise(PointObservation observation)
    {
        ArgumentNullException.ThrowIfNull(observation);
        return observation.HasOperations
            ? SummariseOperations(observation)
            : Result(observation, null, observation.MeasuredNanoseconds, PointFlags.OfValues(observation), []);
    }

    private static PointResult SummariseOperations(PointObservation observation)
    {
        var spans = ClientSpans.Of(observation.Clients);
        var openLoop = OpenLoopSummariser.Summarise(observation);
        var bins = OverlapBins.Of(observation.OperationBins, spans);
        var steadiness = Steadiness.Of(bins);
        var interval = bins?.RateInterval(observation.Clients.Average(client => client.OverlapRestNanoseconds) / spans.OverlapNanoseconds);
        var operations = Rate(observation.Clients, spans, client => client.Completed, client => client.OverlapOperations);
        return Result(
            observation,
            Operations(observation, spans, openLoop, steadiness, interval, operations),
            spans.ElapsedNanoseconds,
            PointFlags.Of(observation, spans, steadiness, operations.Total, openLoop),
            PointNotes.Of(observation, steadiness)) with
        {
            OperationTypes =
                [.. observation.OperationTypes.Select((type, index) => TypeOf(type, index, observation.Clients, spans, openLoop))],
        };
    }

    private static PointResult Result(PointObservation observation, OperationSummary? operations, long elapsedNanoseconds, PointFlags flags,
        IReadOnlyList<string> notes) => new()
        {
            Operations = operations,
            Values = [.. observation.Values, .. DerivedValues.Of(observation)],
            Distributions = [.. observation.Distributions.Select(distribution => distribution.Summarise())],
            Flags = [.. flags.Flags.Concat(observation.TargetFlags)
            .Concat(observation.MissingMembers > 0 || observation.Stopped ? [PointFlag.Partial] : []).Distinct()],
            Reasons = flags.Reasons,
            Notes = operations is null ? observation.ProbeNotes : notes,
            ElapsedSeconds = elapsedNanoseconds / NanosecondsPerSecond,
            SetUpSeconds = observation.SetUpNanoseconds / NanosecondsPerSecond,
            Generator = GeneratorSummary.Of(observation.Generators),
        };

    private static OperationTypeSummary TypeOf(
        ObservedOperationType type, int index, IReadOnlyList<ClientMeasurement> clients, ClientSpans spans, OpenLoopSummary? openLoop)
    {
        var outcomes = CountOutcomes(type.Latencies.Count, type.Failures);
        var latency = LatencyStatistics.Of(type.Latencies);

        // Of which type the arrivals were that nobody started is unknown, and without them percentiles are too short.
        var incomplete = openLoop is { LacksTimes: true };
        var limit = (long?)type.Type.Limit?.TotalNanoseconds;
        var mean = incomplete
            ? null
            : type.Course.MeanIntervalOf(spans.OverlapStartNanoseconds, spans.OverlapStartNanoseconds + spans.OverlapNanoseconds);
        return new()
        {
            Name = type.Type.Name,
            Operations = outcomes.Values.Sum(),
            Outcomes = outcomes,
            OperationsPerSecond = Rate(
                clients, spans, client => client.Types![index].Completed, client => client.Types![index].OverlapOperations),
            Latency = incomplete ? latency.WithoutPercentiles() : latency,
            MeanNanosecondsLow = mean?.Low,
            MeanNanosecondsHigh = mean?.High,
            LimitNanoseconds = limit,
            WithinLimit = incomplete || limit is null ? null : type.Latencies.CountAtOrBelow(limit.Value),
            PlannedShare = type.Type.PlannedShare,
        };
    }

    private static OperationSummary Operations(
        PointObservation observations, ClientSpans spans, OpenLoopSummary? openLoop, Steadiness steadiness, ConfidenceInterval? interval,
        RateStatistics operations)
    {
        var clients = observations.Clients;
        var completed = clients.Sum(client => client.Completed);
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
            OperationsPerSecondLow = interval?.Low,
            OperationsPerSecondHigh = interval?.High,
            BytesPerSecond = Rate(clients, spans, client => client.Bytes, client => client.OverlapBytes),
            Latency = Latency(observations.Latencies, openLoop),
            OpenLoop = openLoop,
            Precision = Precise(observations.Precision, completed),
            FirstOperation = observations.FirstOperation,
            UncachedShare = StorageProof.Of(observations)?.Share,
            StartSkewSeconds = spans.StartSkewNanoseconds / NanosecondsPerSecond,
            StartSkewBoundSeconds = spans.StartSkewBoundNanoseconds / NanosecondsPerSecond,
            Clocks = observations.Clocks,
            MeanActiveClients = spans.MeanActive,
            OverlapSeconds = spans.OverlapNanoseconds / NanosecondsPerSecond,
            OverlapRatio = spans.OverlapRatio,
            HarnessSeconds = clients.Sum(client => client.HarnessNanoseconds) / NanosecondsPerSecond,
            WarmUpSeconds = observations.WarmUpNanoseconds / NanosecondsPerSecond,
            WarmUpOperations = clients.Sum(client => client.WarmUpOperations),
            WarmUpFailures = clients.Sum(client => client.WarmUpFailures),
            FollowUpFailures = clients.Sum(client => client.FollowUpFailures),
            SamplesKept = observations.SamplesKept,
            FailureMessages = new(observations.Failures.ToDictionary(failure => failure.Key, failure => failure.Value.FirstMessage)),
            FollowUpMessage = observations.FollowUpMessage,
            Phases = PhaseSummary.Of(observations.Phases ?? [], clients),
            SteadyState = steadiness.Class,
            SteadyFromSeconds = steadiness.FromNanoseconds / NanosecondsPerSecond,
        };
    }

    private static PrecisionSummary? Precise(PrecisionSummary? precision, long completed) =>
        precision is null
            ? null
            : precision with { OperationsAtLeast = precision.ReachedPercent <= precision.TargetPercent ? null : completed };

    private static bool FinishedWhole(ClientMeasurement client) =>
        client is { Failed: 0, ActiveFromNanoseconds: not null }
        && client.End is ClientEnd.Operations or ClientEnd.Bytes or ClientEnd.Duration or ClientEnd.Precision;

    private static SortedDictionary<OperationOutcome, long> CountOutcomes(
        long completed,
        IReadOnlyDictionary<OperationOutcome, FailedOperations> failures)
    {
        var outcomes = new SortedDictionary<OperationOutcome, long>(
            failures.ToDictionary(failure => failure.Key, failure => failure.Value.Latencies.Count));
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
        // Follow-ups stay in: while one client waits for its own, the target serves the others, so leaving their time out tells rates that
        // it never had.
        var sumOfMeans = clients.Sum(client => PerSecond(work(client), client.WorkingNanoseconds));
        return new(
            sumOfMeans,
            spans.OverlapNanoseconds > 0
                ? PerSecond(clients.Sum(workInOverlap), spans.OverlapNanoseconds - clients.Average(client => client.OverlapRestNanoseconds))
                : null,
            PerSecond(clients.Sum(work), spans.ActiveNanoseconds),
            sumOfMeans / clients.Count,
            clients.Sum(client => PerSecond(work(client), client.WorkingNanoseconds - client.FollowUpNanoseconds)));
    }

    /// <summary>No work is a rate of 0, however short the time; and work takes at least the nanosecond that the clock can tell.</summary>
    private static double PerSecond(double work, double nanoseconds) => work / Math.Max(1, nanoseconds) * NanosecondsPerSecond;

    /// <summary>Percentiles are those of all arrivals: one that was never started would have taken longer than any. Where too many came,
    /// they are no latency at a rate.</summary>
    private static LatencyStatistics Latency(LatencyHistogram latencies, OpenLoopSummary? openLoop)
    {
        var statistics = LatencyStatistics.Of(latencies, openLoop?.DroppedStarts ?? 0);
        return openLoop is { IsOverloaded: true } ? statistics.WithoutPercentiles() : statistics;
    }
}
