using System.Text.Json.Serialization;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Measurements;

/// <summary>What the operations of a point did. Of a <see cref="PointResult"/>, which has what is not about operations.</summary>
public sealed record OperationSummary
{
    /// <summary>Simulated clients.</summary>
    public required int Clients { get; init; }

    /// <summary>Clients that completed all operations they were to do, without a failure.</summary>
    public required int ClientsFinished { get; init; }

    /// <summary>Operations ended, whatever their outcome.</summary>
    public required long Operations { get; init; }

    /// <summary>Operations by outcome; outcomes that did not occur are absent.</summary>
    public required SortedDictionary<OperationOutcome, long> Outcomes { get; init; }

    /// <summary>Operations that ended otherwise than well.</summary>
    [JsonIgnore]
    public long Failed => Operations - Outcomes.GetValueOrDefault(OperationOutcome.Ok);

    /// <summary>Payload bytes of successful operations.</summary>
    public required long Bytes { get; init; }

    /// <summary>Requests that went over the wire for successful operations; of failed ones the number is unknown.</summary>
    public required long WireRequests { get; init; }

    /// <summary>Requests that the successful operations needed when nothing is retried.</summary>
    public required long PlannedWireRequests { get; init; }

    /// <summary>Successful operations per second.</summary>
    public required RateStatistics OperationsPerSecond { get; init; }

    /// <summary>Lower end of the 95 % interval of <see cref="OperationsPerSecond"/> in the overlap, of this point alone; null where the
    /// window is too short, and in points of older builds.</summary>
    public double? OperationsPerSecondLow { get; init; }

    /// <summary>Its upper end.</summary>
    public double? OperationsPerSecondHigh { get; init; }

    /// <summary>Payload bytes per second.</summary>
    public required RateStatistics BytesPerSecond { get; init; }

    /// <summary>
    /// Latency of successful operations; in an open loop from their intended starts, and without percentiles where the rate was not
    /// sustained.
    /// </summary>
    public required LatencyStatistics Latency { get; init; }

    /// <summary>Rates offered and achieved, service time and lag of an open loop; null in a closed one.</summary>
    public OpenLoopSummary? OpenLoop { get; init; }

    /// <summary>How precisely the median latency is known, where the point was to measure until it is; else null.</summary>
    public PrecisionSummary? Precision { get; init; }

    /// <summary>The clients' first operations against their later ones, where the experiment compares them; else null.</summary>
    public FirstOperation? FirstOperation { get; init; }

    /// <summary>
    /// Bytes that the storage was seen to move over those of successful operations, where these go past the system's caches; else null, or
    /// where the system does not tell it.
    /// </summary>
    public double? UncachedShare { get; init; }

    /// <summary>Latest minus earliest first start over the clients.</summary>
    public required double StartSkewSeconds { get; init; }

    /// <summary>By how much the start skew may be wrong, because the clocks of several workers are compared; 0 with one worker.</summary>
    public double StartSkewBoundSeconds { get; init; }

    /// <summary>How the workers' clocks ran; empty with one worker, or in points of older builds.</summary>
    public IReadOnlyList<WorkerClock> Clocks { get; init; } = [];

    /// <summary>Mean number of active clients from the latest first start to the last end, or thought.</summary>
    public double MeanActiveClients { get; init; }

    /// <summary>Length of the window in which all clients were active for certain; 0 when there was none.</summary>
    public required double OverlapSeconds { get; init; }

    /// <summary>The overlap window over the median client's duration; 1 is perfect.</summary>
    public required double OverlapRatio { get; init; }

    /// <summary>Time between one operation's end and the next one's start, summed over clients: follow-ups, bookkeeping, and pauses after
    /// failures; in an open loop without the wait for the next arrival.</summary>
    public required double HarnessSeconds { get; init; }

    /// <summary>Warm-up, before the measurement; never part of a rate.</summary>
    public required double WarmUpSeconds { get; init; }

    /// <summary>Warm-up operations over all clients.</summary>
    public required long WarmUpOperations { get; init; }

    /// <summary>Of them, those that failed.</summary>
    public required long WarmUpFailures { get; init; }

    /// <summary>Successful operations whose follow-up (deleting a received message, say) failed.</summary>
    public long FollowUpFailures { get; init; }

    /// <summary>Samples kept in the blob; below <see cref="Operations"/> when there were more than the buffer holds.</summary>
    public required long SamplesKept { get; init; }

    /// <summary>First message of each failed outcome, shortened; says what the target answered.</summary>
    public SortedDictionary<OperationOutcome, string> FailureMessages { get; init; } = [];

    /// <summary>First message of a failed follow-up, shortened; empty when none failed.</summary>
    public string FollowUpMessage { get; init; } = "";

    /// <summary>How long each phase of an operation took; null where operations have none, and in points of older builds.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<PhaseSummary>? Phases { get; init; }

    /// <summary>How throughput ran while all clients were active.</summary>
    public SteadyStateClass SteadyState { get; init; }

    /// <summary>When its steady part began, in seconds since the start; null when it has none or that was not assessed.</summary>
    public double? SteadyFromSeconds { get; init; }
}
