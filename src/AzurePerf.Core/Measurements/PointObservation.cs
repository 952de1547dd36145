using System.IO.Compression;
using System.Text.Json;
using System.Text.Json.Serialization;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Measurements.Logs;

namespace AzurePerf.Core.Measurements;

/// <summary>
/// Everything that was observed of one attempt at one point, from the runner to the blob and back: <see cref="PointSummariser"/> computes
/// the point's result from this alone, so that it can be computed again. What the members of a gang observed becomes one by
/// <see cref="Merge"/>.
/// </summary>
public sealed record PointObservation
{
    /// <summary>Format of this record; a build reads its own and no other.</summary>
    public const int CurrentVersion = 4;

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
        RespectNullableAnnotations = true,
    };

    /// <summary>See <see cref="CurrentVersion"/>.</summary>
    public int Version { get; init; } = CurrentVersion;

    /// <summary>One entry per simulated client, also of those that started nothing; empty where the point has no operations.</summary>
    public required IReadOnlyList<ClientMeasurement> Clients { get; init; }

    /// <summary>Latencies of successful operations, of all clients; in an open loop from their intended starts.</summary>
    public required LatencyHistogram Latencies { get; init; }

    /// <summary>Failed operations by outcome; outcomes that did not occur are absent.</summary>
    public required IReadOnlyDictionary<OperationOutcome, FailedOperations> Failures { get; init; }

    /// <summary>The same by type of operation, in the order in which the probe declares the types; empty where it declares none.</summary>
    public IReadOnlyList<ObservedOperationType> OperationTypes { get; init; } = [];

    /// <summary>What the first failed follow-up said, shortened and without secrets; empty when none failed.</summary>
    public string FollowUpMessage { get; init; } = "";

    /// <summary>Requests that one operation needs when nothing is retried.</summary>
    public required int PlannedWireRequestsPerOperation { get; init; }

    /// <summary>Making the point's own data.</summary>
    public required long SetUpNanoseconds { get; init; }

    /// <summary>From the start of the warm-up to the start of the measured window.</summary>
    public required long WarmUpNanoseconds { get; init; }

    /// <summary>How long a point without operations was measured; 0 where there are operations, whose instants tell it.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public long MeasuredNanoseconds { get; init; }

    /// <summary>True where a point without operations was stopped before it was measured; clients say it of operations.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Stopped { get; init; }

    /// <summary>True where a stop ended what was measured, and not its own limits.</summary>
    [JsonIgnore]
    public bool WasInterrupted => Stopped || Clients.Any(client => client.End == ClientEnd.Stopped);

    /// <summary>What an open loop observed beside the latencies; null in a closed one.</summary>
    public OpenLoopObservations? OpenLoop { get; init; }

    /// <summary>How precisely the median is known, where the point was to measure until it is; else null.</summary>
    public PrecisionSummary? Precision { get; init; }

    /// <summary>The times of single blocks, where the probe moved streams; else null.</summary>
    public LatencyHistogram? BlockLatencies { get; init; }

    /// <summary>True where each client was to move one stream and no more.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool SingleTransfers { get; init; }

    /// <summary>Bytes over time, where the probe moved streams; else null.</summary>
    public ByteBins? Throughput { get; init; }

    /// <summary>Successful operations over time, in bins since the start; null when they were not counted so.</summary>
    public OperationBins? OperationBins { get; init; }

    /// <summary>True where each operation verified the content that it moved.</summary>
    public bool VerifiesContent { get; init; }

    /// <summary>True where the worker's own machine is what is measured, so that it cannot be what limits the measurement by
    /// mistake.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool MeasuresWorker { get; init; }

    /// <summary>Numbers that the probe observed.</summary>
    public IReadOnlyList<PointValue> Values { get; init; } = [];

    /// <summary>Names of those that were no finite numbers and are not among them; null for none. What one of several workers lacks so, the
    /// point lacks, because the others' is not that of all.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? ValuesLeftOut { get; init; }

    /// <summary>Distributions that the probe observed.</summary>
    public IReadOnlyList<ObservedDistribution> Distributions { get; init; } = [];

    /// <summary>Latencies in nanoseconds, ascending, for which the result tells the share of operations that took no longer.</summary>
    public IReadOnlyList<long> CumulativeBins { get; init; } = [];

    /// <summary>What only the probe knows and a reader should, in clauses without a full stop.</summary>
    public IReadOnlyList<string> ProbeNotes { get; init; } = [];

    /// <summary>Flags that no figure tells: the worker knew them of its target.</summary>
    public IReadOnlyList<PointFlag> TargetFlags { get; init; } = [];

    /// <summary>What the storage must have done with the payload, where operations go past the system's caches; else null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DiskDirection? UncachedDirection { get; init; }

    /// <summary>The clients' first operations against their later ones, where the experiment compares them; else null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public FirstOperation? FirstOperation { get; init; }

    /// <summary>What the phases of an operation are called; null where it has none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Phases { get; init; }

    /// <summary>What the service is said to take at most; null where nothing is known of it.</summary>
    public ServiceLimit? ServiceLimit { get; init; }

    /// <summary>Samples in <see cref="Samples"/>.</summary>
    public required long SamplesKept { get; init; }

    /// <summary>Operations that found the sample buffer full: each client keeps its first ones.</summary>
    public long SamplesNotKept { get; init; }

    /// <summary>The samples kept, client by client in order of time; in the file as <see cref="SampleText"/>.</summary>
    [JsonConverter(typeof(SampleTextJson))]
    public IReadOnlyList<Sample> Samples { get; init; } = [];

    /// <summary>Where and under which circumstances; with several workers, that of the first.</summary>
    public required MeasurementEnvironment Environment { get; init; }

    /// <summary>Which point this is; null before the worker has said it.</summary>
    public MeasurementOrigin? Origin { get; init; }

    /// <summary><see cref="FileHash"/> of the histogram log beside this file; empty when there is none.</summary>
    public string LatencyLogHash { get; init; } = "";

    /// <summary>What ties this part to the others, in the file of one member of a gang; else null.</summary>
    public MemberTiming? Timing { get; init; }

    /// <summary>The parts that this was put together from, by member; empty where one worker measured alone.</summary>
    public IReadOnlyList<MemberPart> Members { get; init; } = [];

    /// <summary>Members of the gang whose part is missing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int MissingMembers { get; init; }

    /// <summary>False where the probe measured something else than operations.</summary>
    [JsonIgnore]
    public bool HasOperations => Clients.Count > 0;

    /// <summary>True when each client starts an operation as soon as its last one has ended.</summary>
    [JsonIgnore]
    public bool ClosedLoop => OpenLoop is null;

    /// <summary>Requests that the successful operations needed when nothing is retried.</summary>
    [JsonIgnore]
    public long PlannedWireRequests =>
        Clients.Sum(client => (client.Completed * PlannedWireRequestsPerOperation) + client.ContinuationRequests);

    /// <summary>The workers that made the load.</summary>
    [JsonIgnore]
    public IReadOnlyList<GeneratorLoad> Generators =>
        Members.Count == 0 ? [GeneratorLoad.Of("", Environment, Clients, Latencies, OpenLoop)] : [.. Members.Select(LoadOf)];

    /// <summary>How the workers' clocks ran, of a point that several measured; else empty.</summary>
    [JsonIgnore]
    public IReadOnlyList<WorkerClock> Clocks => [.. Members.Select(part => WorkerClock.Of(part.Timing, part.BoundNanoseconds))];

    /// <summary>Puts what the members of a gang observed together: the same on one clock, as if one worker had observed all of
    /// it.</summary>
    /// <param name="members">Of one attempt at one point, each with its <see cref="Timing"/>; at least one.</param>
    /// <param name="expected">Members that were to measure. Those that are missing make the point a partial one.</param>
    /// <exception cref="InvalidDataException">They cannot be members of one gang that started by one agreement.</exception>
    public static PointObservation Merge(IReadOnlyCollection<PointObservation> members, int expected) =>
        MemberMerge.Merge(members, expected);

    /// <summary>Why a log is not the one that was stored beside this file; null when it is, or when none was.</summary>
    /// <param name="log">Its bytes; null when it is gone.</param>
    public string? ProblemOf(byte[]? log) =>
        LatencyLogHash.Length == 0 ? null
        : log is null ? $"{LatencyLog.FileName} is gone"
        : FileHash.Of(log) is var hash && hash != LatencyLogHash
            ? $"{LatencyLog.FileName} has the SHA-256 {hash}; stored was {LatencyLogHash}"
        : null;

    /// <summary>As it lies in a blob: JSON, gzip. 100,000 samples make about 1 MB.</summary>
    public byte[] ToFile()
    {
        using var file = new MemoryStream();
        using (var gzip = new GZipStream(file, CompressionLevel.Fastest, leaveOpen: true))
        using (var writer = new Utf8JsonWriter(gzip))
        {
            JsonSerializer.Serialize(writer, this, Json);
        }

        return file.ToArray();
    }

    /// <exception cref="InvalidDataException">Not such a file, of a format that this build does not know, or with samples that cannot be
    /// read.</exception>
    public static async Task<PointObservation> ReadAsync(Stream file, CancellationToken cancellationToken)
    {
        try
        {
            await using var gzip = new GZipStream(file, CompressionMode.Decompress, leaveOpen: true);
            using var document = await JsonDocument.ParseAsync(gzip, cancellationToken: cancellationToken);
            var version = document.RootElement is { ValueKind: JsonValueKind.Object } root && root.TryGetProperty("version", out var format)
                && format.TryGetInt32(out var number) ? number : 0;
            return version == CurrentVersion
                ? document.Deserialize<PointObservation>(Json)!
                : throw new InvalidDataException(
                    $"details of format {version} cannot be read by this build, which has format {CurrentVersion}");
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            throw new InvalidDataException($"not the details of a measurement: {exception.Message}", exception);
        }
    }

    private GeneratorLoad LoadOf(MemberPart part)
    {
        ClientMeasurement[] own = [.. Clients.Where(client => client.Member == part.Timing.Member)];
        return new(part.Timing.WorkerId, part.Environment, part.MedianNanoseconds, own.Sum(client => client.Completed + client.Failed),
            own.Sum(client => client.Bytes));
    }
}

/// <summary>What the service is said to take at most.</summary>
/// <param name="Resource">Of what: one queue, the account, ...</param>
/// <param name="PerSecond">How many of them per second.</param>
/// <param name="Unit">Of what kind.</param>
public sealed record ServiceLimit(string Resource, long PerSecond, string Unit);
