using AzurePerf.Core.Arrivals;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements.Generators;

namespace AzurePerf.Core.Measurements;

/// <summary>Everything that was observed of one point; its summary is computed from this alone.</summary>
public sealed record PointObservations
{
    /// <summary>One entry per simulated client, also of those that started nothing.</summary>
    public required IReadOnlyList<ClientMeasurement> Clients { get; init; }

    /// <summary>Latencies of successful operations, of all clients; in an open loop from their intended starts.</summary>
    public required LatencyHistogram Latencies { get; init; }

    /// <summary>Failed operations by outcome; outcomes that did not occur are absent.</summary>
    public required IReadOnlyDictionary<OperationOutcome, FailedOperations> Failures { get; init; }

    /// <summary>What the first failed follow-up said; empty when none failed.</summary>
    public string FollowUpMessage { get; init; } = "";

    /// <summary>Requests that one operation needs when nothing is retried.</summary>
    public required int PlannedWireRequestsPerOperation { get; init; }

    /// <summary>Making the point's own data.</summary>
    public required long SetUpNanoseconds { get; init; }

    /// <summary>From the start of the warm-up to the start of the measured window.</summary>
    public required long WarmUpNanoseconds { get; init; }

    /// <summary>Samples kept beside the counts.</summary>
    public required long SamplesKept { get; init; }

    /// <summary>What an open loop observes beside them; null in a closed one.</summary>
    public OpenLoopObservations? OpenLoop { get; init; }

    /// <summary>How precisely the median is known, where the point was to measure until it is; else null.</summary>
    public PrecisionSummary? Precision { get; init; }

    /// <summary>The workers that made the load; empty when nobody watched them.</summary>
    public IReadOnlyList<GeneratorLoad> Generators { get; init; } = [];

    /// <summary>How the workers' clocks ran, of a point that several measured; else empty.</summary>
    public IReadOnlyList<WorkerClock> Clocks { get; init; } = [];

    /// <summary>What the service is said to take at most; null where nothing is known of it.</summary>
    public ServiceLimit? ServiceLimit { get; init; }

    /// <summary>True where each operation verifies the content that it moved.</summary>
    public bool VerifiesContent { get; init; }

    /// <summary>True where the worker's own machine is what is measured, so that it cannot be what limits the measurement by mistake.</summary>
    public bool MeasuresWorker { get; init; }

    /// <summary>What only the probe could observe.</summary>
    public IReadOnlyList<PointValue> Figures { get; init; } = [];

    /// <summary>What only the probe knows and a reader should, in clauses without a full stop.</summary>
    public IReadOnlyList<string> ProbeNotes { get; init; } = [];

    /// <summary>What the storage must have done with the payload, where operations go past the system's caches; else null.</summary>
    public DiskDirection? UncachedDirection { get; init; }

    /// <summary>The clients' first operations against their later ones, where the experiment compares them; else null.</summary>
    public FirstOperation? FirstOperation { get; init; }

    /// <summary>What the phases of an operation are called; null where it has none.</summary>
    public IReadOnlyList<string>? Phases { get; init; }

    /// <summary>True when each client starts an operation as soon as its last one has ended.</summary>
    public bool ClosedLoop => OpenLoop is null;

    /// <summary>Successful operations over time, in bins since the start; null when they were not counted so.</summary>
    public OperationBins? OperationBins { get; init; }

    /// <summary>Requests that the successful operations needed when nothing is retried.</summary>
    public long PlannedWireRequests => Clients.Sum(client => (client.Completed * PlannedWireRequestsPerOperation) + client.ContinuationRequests);

    /// <summary>What was observed, from what is kept of it: the summary that is computed from this is the one that was computed from the measurement itself.</summary>
    /// <exception cref="InvalidDataException">There are no clients, or a histogram cannot be read.</exception>
    public static PointObservations Of(MeasurementDetails details)
    {
        ArgumentNullException.ThrowIfNull(details);
        if (details is not { Clients.Count: > 0, Latencies: not null, FailureLatencies: not null, FailureMessages: not null })
        {
            throw new InvalidDataException("the details have no clients, latencies or failures: they are not those of a measurement");
        }

        var latencies = LatencyHistogramText.Read(details.Latencies, details.LatencyTotals);
        var openLoop = details.OpenLoop?.Read();
        return new()
        {
            Clients = details.Clients,
            Latencies = latencies,
            Failures = details.FailureLatencies.ToDictionary(
                failure => failure.Key,
                failure => new FailedOperations(LatencyHistogramText.Read(failure.Value), details.FailureMessages.GetValueOrDefault(failure.Key) ?? "")),
            FollowUpMessage = details.FollowUpMessage,
            PlannedWireRequestsPerOperation = details.PlannedWireRequestsPerOperation,
            SetUpNanoseconds = details.SetUpNanoseconds,
            WarmUpNanoseconds = details.WarmUpNanoseconds,
            SamplesKept = details.SamplesKept,
            Generators = details.Members.Count == 0
                ? [GeneratorLoad.Of("", details.Environment, details.Clients, latencies, openLoop)]
                : [.. details.Members.Select(part => LoadOf(part, details.Clients))],
            Clocks = [.. details.Members.Select(part => WorkerClock.Of(part.Timing, part.BoundNanoseconds))],
            ServiceLimit = details.ServiceLimit,
            VerifiesContent = details.VerifiesContent,
            MeasuresWorker = details.MeasuresWorker,
            Figures = details.Figures,
            ProbeNotes = details.ProbeNotes,
            UncachedDirection = details.UncachedDirection,
            FirstOperation = details.FirstOperation,
            Phases = details.Phases,
            OperationBins = details.OperationBins,
            OpenLoop = openLoop,
            Precision = details.Precision,
        };
    }

    /// <summary>What is kept of them as a document.</summary>
    /// <param name="samples">The samples kept, as <see cref="SampleText"/>.</param>
    /// <param name="samplesNotKept">Operations without one.</param>
    /// <param name="environment">Where they were made.</param>
    public MeasurementDetails ToDetails(string samples, long samplesNotKept, MeasurementEnvironment environment) => new()
    {
        Clients = Clients,
        PlannedWireRequestsPerOperation = PlannedWireRequestsPerOperation,
        SetUpNanoseconds = SetUpNanoseconds,
        WarmUpNanoseconds = WarmUpNanoseconds,
        Latencies = LatencyHistogramText.Write(Latencies),
        LatencyTotals = LatencyTotals.Of(Latencies),
        FailureLatencies = new(Failures.ToDictionary(failure => failure.Key, failure => LatencyHistogramText.Write(failure.Value.Latencies))),
        FailureMessages = new(Failures.ToDictionary(failure => failure.Key, failure => failure.Value.FirstMessage)),
        FollowUpMessage = FollowUpMessage,
        SamplesKept = SamplesKept,
        SamplesNotKept = samplesNotKept,
        Samples = samples,
        OperationBins = OperationBins,
        VerifiesContent = VerifiesContent,
        MeasuresWorker = MeasuresWorker,
        Figures = Figures,
        ProbeNotes = ProbeNotes,
        UncachedDirection = UncachedDirection,
        FirstOperation = FirstOperation,
        Phases = Phases,
        ServiceLimit = ServiceLimit,
        Environment = environment,
        OpenLoop = OpenLoop is null ? null : OpenLoopDetails.Of(OpenLoop),
        Precision = Precision,
    };

    private static GeneratorLoad LoadOf(MemberPart part, IReadOnlyList<ClientMeasurement> clients)
    {
        ClientMeasurement[] own = [.. clients.Where(client => client.Member == part.Timing.Member)];
        return new(part.Timing.WorkerId, part.Environment, part.MedianNanoseconds, own.Sum(client => client.Completed + client.Failed), own.Sum(client => client.Bytes));
    }
}
