using System.Text.Json.Serialization;
using AzurePerf.Core.Arrivals;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Measurements.Logs;

namespace AzurePerf.Core.Measurements;

/// <summary>What is kept of one attempt at a point beside its summary: enough to compute the summary again. Stored as a blob, see <see cref="MeasurementDetailsFile"/>.</summary>
public sealed record MeasurementDetails
{
    /// <summary>
    /// 2 added the exact totals of the latencies, and what several workers need to measure together; 3 the origin, the hash of the log beside it, precision targets, and open
    /// loops, which builds before would merge and summarise as closed ones.
    /// </summary>
    public const int CurrentVersion = 3;

    /// <summary>The oldest that can be read.</summary>
    public const int FirstVersion = 1;

    /// <summary>Format of this record; readers accept it and the ones before.</summary>
    public int Version { get; init; } = CurrentVersion;

    /// <summary>One entry per simulated client.</summary>
    public required IReadOnlyList<ClientMeasurement> Clients { get; init; }

    /// <summary>Requests that one operation needs when nothing is retried.</summary>
    public required int PlannedWireRequestsPerOperation { get; init; }

    /// <summary>Making the point's own data.</summary>
    public required long SetUpNanoseconds { get; init; }

    /// <summary>From the start of the warm-up to the start of the measured window.</summary>
    public required long WarmUpNanoseconds { get; init; }

    /// <summary>Latencies of successful operations, over all clients: HdrHistogram V2, compressed, base64.</summary>
    public required string Latencies { get; init; }

    /// <summary>Their exact totals; null in a file of version 1.</summary>
    public LatencyTotals? LatencyTotals { get; init; }

    /// <summary>The same for failed operations, by outcome; how long each took to fail.</summary>
    public required SortedDictionary<OperationOutcome, string> FailureLatencies { get; init; }

    /// <summary>First message of each failed outcome, shortened and without secrets.</summary>
    public required SortedDictionary<OperationOutcome, string> FailureMessages { get; init; }

    /// <summary>First message of a failed follow-up; empty when none failed.</summary>
    public required string FollowUpMessage { get; init; }

    /// <summary>What an open loop observed beside the latencies, which then count from the intended starts; else null.</summary>
    public OpenLoopDetails? OpenLoop { get; init; }

    /// <summary>How precisely the median is known, where the point was to measure until it is; else null.</summary>
    public PrecisionSummary? Precision { get; init; }

    /// <summary>The times of single blocks, where the probe moved streams; else null.</summary>
    public string? BlockLatencies { get; init; }

    /// <summary>Bytes over time, where the probe moved streams; else null.</summary>
    public ByteBins? Throughput { get; init; }

    /// <summary>True where each operation verified the content that it moved; false in files of older builds.</summary>
    public bool VerifiesContent { get; init; }

    /// <summary>True where the worker's own machine is what is measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool MeasuresWorker { get; init; }

    /// <summary>What only the probe could observe of the point.</summary>
    public IReadOnlyList<PointValue> Figures { get; init; } = [];

    /// <summary>What only the probe knows and a reader should, in clauses without a full stop.</summary>
    public IReadOnlyList<string> ProbeNotes { get; init; } = [];

    /// <summary>What the storage must have done with the payload, where operations go past the system's caches; else null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DiskDirection? UncachedDirection { get; init; }

    /// <summary>The clients' first operations against their later ones, where the experiment compares them; else null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public FirstOperation? FirstOperation { get; init; }

    /// <summary>What the phases of an operation are called; null where it has none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Phases { get; init; }

    /// <summary>What the service is said to take at most; null where nothing is known of it, and in files of older builds.</summary>
    public ServiceLimit? ServiceLimit { get; init; }

    /// <summary>Successful operations over time; null in files of older builds.</summary>
    public OperationBins? OperationBins { get; init; }

    /// <summary>Samples in <see cref="Samples"/>.</summary>
    public required long SamplesKept { get; init; }

    /// <summary>Operations that found the sample buffer full: each client keeps its first ones.</summary>
    public required long SamplesNotKept { get; init; }

    /// <summary>The samples kept, client by client in order of time, as <see cref="SampleText"/>.</summary>
    public required string Samples { get; init; }

    /// <summary>Where and under which circumstances; with several workers, that of the first.</summary>
    public required MeasurementEnvironment Environment { get; init; }

    /// <summary>Which point this is; null in files of older versions.</summary>
    public MeasurementOrigin? Origin { get; init; }

    /// <summary><see cref="FileHash"/> of the histogram log beside this file; empty when there is none, or in files of older versions.</summary>
    public string LatencyLogHash { get; init; } = "";

    /// <summary>Why a log is not the one that was stored beside this file; null when it is, or when none was or an older version stored it.</summary>
    /// <param name="log">Its bytes; null when it is gone.</param>
    public string? ProblemOf(byte[]? log) =>
        LatencyLogHash.Length == 0 ? null
        : log is null ? $"{LatencyLog.FileName} is gone"
        : FileHash.Of(log) is var hash && hash != LatencyLogHash ? $"{LatencyLog.FileName} has the SHA-256 {hash}; stored was {LatencyLogHash}"
        : null;

    /// <summary>What ties this part to the others, in the file of one member of a gang; else null.</summary>
    public MemberTiming? Timing { get; init; }

    /// <summary>The parts that this was put together from, by member; empty where one worker measured alone.</summary>
    public IReadOnlyList<MemberPart> Members { get; init; } = [];
}
