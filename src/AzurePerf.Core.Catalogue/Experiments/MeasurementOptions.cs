using System.Text.Json.Serialization;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Targets;

namespace AzurePerf.Core.Experiments;

/// <summary>What every measuring experiment is told about load: how many simulated clients, when their operations start, and what ends
/// them.</summary>
public abstract record MeasurementOptions
{
    /// <summary>The most clients one point may have.</summary>
    public const int MaximumClients = 192;

    /// <summary>The most operations that one point may have under way at once, each over a connection of its own.</summary>
    public const int MaximumLanes = 4_096;

    private const double ShortestExpectedSeconds = 0.001;

    /// <summary>A year: no limit is of use beyond, and four times as much can still be counted.</summary>
    private const double LongestExpectedSeconds = 366 * 86_400.0;

    [Parameter("Simulated clients that run at once, each with its own connections.", Minimum = 1, Maximum = MaximumClients, Factor = true)]
    public int Clients { get; init; } = 1;

    [Parameter("Operations per client; 0 for no limit.", Unit = "operations", Maximum = 10_000_000)]
    public long OperationsPerClient { get; init; } = 100;

    [Parameter("Payload bytes per client after which it starts no more operations; 0 for no limit.", Unit = "B", Maximum = 1L << 50)]
    public long BytesPerClient { get; init; }

    [Parameter("Seconds after which a client starts no more operations; 0 for no limit.", Unit = "s", Maximum = 86_400)]
    public double DurationSeconds { get; init; }

    [Parameter(
        "Per cent of the median latency within which both ends of its 95 % interval must lie for the point to end early; 0 to end by the "
            + "other limits alone.",
        Unit = "%", Maximum = 50)]
    public double PrecisionPercent { get; init; }

    [Parameter(
        "When operations start: closed when the client's last one has ended; constant and poisson at a given rate, whether or not "
            + "earlier ones have ended.")]
    public ArrivalKind Arrivals { get; init; }

    [Parameter("Operations that all clients together start per second in an open loop, the same share each; 0 in a closed loop.",
        Unit = "1/s", Maximum = 100_000, Factor = true, SilentAtDefault = true)]
    public double OperationsPerSecond { get; init; }

    [Parameter(
        "Operations that one client of an open loop has under way at most, each over connections of its own; one that finds no room "
            + "starts late.",
        Unit = "operations", Minimum = 1, Maximum = 256)]
    public int InFlightPerClient { get; init; } = 8;

    [Parameter("Operations per client that warm up connections and code first; not counted.", Unit = "operations", Maximum = 10_000_000)]
    public int WarmUpOperations { get; init; } = 200;

    [Parameter("Seconds after which a client's warm-up ends, if its operations have not ended it before.", Unit = "s", Maximum = 7_200)]
    public double WarmUpSeconds { get; init; } = 10;

    [Parameter(
        "Seconds after which one operation counts as timed out; of a stream (tcp.bandwidth and its series, disk.warm) one block. Has no "
            + "effect on disk.mark and compute.*, whose operations take as long as they need.",
        Unit = "s", Minimum = 0.1, Maximum = 3_600)]
    public double OperationTimeoutSeconds { get; init; } = 60;

    /// <summary>True when operations start at a given rate, whether or not earlier ones have ended.</summary>
    [JsonIgnore]
    public bool IsOpenLoop => Arrivals != ArrivalKind.Closed;

    /// <summary>Operations that one client may have under way at once.</summary>
    [JsonIgnore]
    public int LanesPerClient => IsOpenLoop ? InFlightPerClient : 1;

    /// <summary>Operations of a client's warm-up on each of its connections: all of them together do what was asked for, and each at least
    /// one if any.</summary>
    [JsonIgnore]
    public int WarmUpOperationsPerLane => (int)(((long)WarmUpOperations + LanesPerClient - 1) / LanesPerClient);

    /// <summary>The kind of target that is measured.</summary>
    [JsonIgnore]
    public virtual TargetKind Target => AccountTarget.Kind;

    /// <summary>True where a worker on another system than Linux refuses it.</summary>
    [JsonIgnore]
    public virtual bool NeedsLinux => false;

    /// <summary>True where a run does not choose the number of clients: the level of that factor is 1 and says nothing.</summary>
    [JsonIgnore]
    public virtual bool FixesClients => false;

    /// <summary>True where the rate of each client's first operation is compared with that of its later ones.</summary>
    [JsonIgnore]
    public virtual bool ComparesFirstOperation => false;

    /// <summary>Seconds that pass between the set-up of a point and its warm-up, in no figure.</summary>
    [JsonIgnore]
    public virtual double RestSecondsBefore => 0;

    /// <summary>Seconds that a client of a closed loop waits between one measured operation and the next: no part of an operation, and in
    /// no rate.</summary>
    [JsonIgnore]
    public virtual double RestSecondsBetween => 0;

    /// <summary>Seconds that a client of a closed loop waits after each operation, also in the warm-up and after one that failed: part of
    /// the load, and of the time that rates are over.</summary>
    [JsonIgnore]
    public virtual double ThinkSecondsBetween => 0;

    /// <summary>True where an operation has no timeout: it keeps a thread until it has done its work, and counts however long that
    /// took.</summary>
    [JsonIgnore]
    public virtual bool NeverTimesOut => false;

    /// <summary>Requests of one operation to the measured account, what follows it included.</summary>
    [JsonIgnore]
    public virtual double RequestsPerOperation => 1;

    /// <summary>The same of one operation of the warm-up, which may work on less and is put right again by itself.</summary>
    [JsonIgnore]
    public virtual double WarmUpRequestsPerOperation => RequestsPerOperation;

    /// <summary>Requests of one operation that only read, which may have another price where they read blobs.</summary>
    [JsonIgnore]
    public virtual double ReadsPerOperation => 0;

    /// <summary>Requests that make what the operations need before they begin.</summary>
    [JsonIgnore]
    public virtual double RequestsBefore => 0;

    /// <summary>About what the data take in the target that are made before the operations begin, in bytes; 0 where that is
    /// little.</summary>
    [JsonIgnore]
    public virtual double BytesBefore => 0;

    /// <summary>Operations that the operator's limits leave to all clients together; null for any number. Set by the planner, never by a
    /// request.</summary>
    [JsonIgnore]
    public long? MostOperations { get; init; }

    /// <summary>Payload bytes that the operator's limits leave to all clients together; null for any number.</summary>
    [JsonIgnore]
    public long? MostBytes { get; init; }

    /// <summary>Names the data that points with these options read and that the prepare stage makes once for all of them; null when a point
    /// makes its own.</summary>
    public virtual string? Dataset() => null;

    /// <summary>How fast its operations are expected to be at the least; null where nothing is known of them.</summary>
    protected virtual OperationPace? Pace => null;

    /// <summary>How long a probe without operations measures a point at the most that is expected, in seconds; null where clients
    /// perform operations.</summary>
    protected virtual double? ValueSeconds => null;

    /// <summary>True where an operation may take as long as it moves: the time-out is that of each block.</summary>
    protected virtual bool TimesOutByBlock => false;

    /// <summary>What one operation moves, in bytes; 0 where none does, and then no limit of bytes may be set.</summary>
    protected virtual long PayloadBytes => 0;

    /// <summary>Bytes that one operation of the warm-up moves.</summary>
    public virtual long WarmUpPayloadBytes => PayloadBytes;

    /// <summary>Requests that make or remove what this point alone has among data that several points read.</summary>
    /// <param name="measured">Measured operations of all clients.</param>
    protected virtual double RequestsAround(double measured) => 0;

    /// <summary>
    /// How long a measurement with these options is expected to take, from the first operation to the end of the last: until the first of
    /// its limits is reached by operations at
    /// <see cref="OperationPace"/>. Where nothing is known of the operations, each is expected to take as long as it may. Above zero.
    /// </summary>
    public TimeSpan ExpectedDuration()
    {
        if (ValueSeconds is { } seconds)
        {
            return TimeSpan.FromSeconds(Math.Clamp(seconds, ShortestExpectedSeconds, LongestExpectedSeconds));
        }

        var operation = Math.Min(SecondsOfOne, NeverTimesOut || TimesOutByBlock ? double.PositiveInfinity : OperationTimeoutSeconds);
        double[] limits =
        [
            OperationsPerClient > 0 ? SecondsOf(OperationsPerClient, operation) : double.PositiveInfinity,
            BytesPerClient > 0 && PayloadBytes > 0
                ? SecondsOf(Math.Ceiling(BytesPerClient / (double)PayloadBytes), operation)
                : double.PositiveInfinity,
            DurationSeconds > 0 ? DurationSeconds + operation : double.PositiveInfinity,
        ];
        return TimeSpan.FromSeconds(Math.Min(limits.Min(), LongestExpectedSeconds));
    }

    /// <summary>What a point with these options does to its target, at the most where something else than time ends it.</summary>
    /// <param name="probe">Its probe; the service is the first part of the name.</param>
    public PointLoad Load(string probe)
    {
        var service = probe.Split('.')[0];
        service = service is "blob" or "queue" or "table" ? service : "";
        if (ValueSeconds is not null)
        {
            return new(service, 0, 0, 0, RequestsBefore, RequestsAround(0), RestSecondsBefore, IsBound: true) { BytesBefore = BytesBefore };
        }

        double[] bounds =
        [
            OperationsPerClient > 0 ? (double)Clients * OperationsPerClient : double.PositiveInfinity,
            BytesPerClient > 0 && PayloadBytes > 0
                ? Clients * Math.Ceiling(BytesPerClient / (double)PayloadBytes)
                : double.PositiveInfinity,
            DurationSeconds > 0 && IsOpenLoop ? Math.Ceiling(OperationsPerSecond * DurationSeconds) : double.PositiveInfinity,
        ];
        var isBound = double.IsFinite(bounds.Min());
        var measured = isBound ? bounds.Min() : Clients * Math.Ceiling(DurationSeconds / SecondsOf(1, SecondsOfOne));
        var warmUpByTime = isBound ? double.PositiveInfinity : Math.Ceiling(WarmUpSeconds / (SecondsOfOne + ThinkSecondsBetween));
        var warmUp = (double)Clients * LanesPerClient * Math.Min(WarmUpOperationsPerLane, warmUpByTime);
        return new(
            service,
            measured + warmUp,
            (measured * PayloadBytes) + (warmUp * WarmUpPayloadBytes),
            (measured * RequestsPerOperation) + (warmUp * WarmUpRequestsPerOperation),
            RequestsBefore,
            RequestsAround(measured),
            (WarmUpOperations == 0 ? 0 : Math.Max(WarmUpSeconds, NeverTimesOut ? SecondsOfOne : 0)) + RestSecondsBefore,
            isBound)
        {
            BytesBefore = BytesBefore,
            Reads = (measured + warmUp) * ReadsPerOperation,
        };
    }

    /// <summary>Faults that no single range can express; names are as in a request.</summary>
    public virtual IEnumerable<ParameterFault> Faults()
    {
        if (OperationsPerClient == 0 && BytesPerClient == 0 && DurationSeconds == 0)
        {
            yield return new(
                "operationsPerClient", "must be above 0 where bytesPerClient and durationSeconds are 0, or the point would never end");
        }

        if (BytesPerClient > 0 && PayloadBytes == 0 && ValueSeconds is null)
        {
            yield return new("bytesPerClient", "must be 0: operations of this experiment move no bytes, so that it would end nothing");
        }

        if (IsOpenLoop != OperationsPerSecond > 0)
        {
            yield return new("operationsPerSecond", IsOpenLoop
                ? "must be above 0 where arrivals is constant or poisson: it is the rate at which operations start"
                : "must be 0 where arrivals is closed: for a given rate, set arrivals to constant or poisson");
        }

        if (IsOpenLoop && ValueSeconds is not null)
        {
            yield return new("arrivals", "must be closed: a point has no operations that could start at a rate");
        }

        if (Clients * LanesPerClient > MaximumLanes)
        {
            yield return new(
                "inFlightPerClient", $"times clients must be at most {MaximumLanes}: each operation under way has connections of its own");
        }
    }

    /// <summary>What one operation takes at the most that is expected.</summary>
    private double SecondsOfOne => Pace?.SecondsOf(Clients, PayloadBytes) ?? OperationTimeoutSeconds;

    /// <summary>How long one client takes for so many operations.</summary>
    private double SecondsOf(double operations, double operation) => IsOpenLoop
        ? (operations * Math.Max(Clients / OperationsPerSecond, Pace?.SecondsBetween(Clients, PayloadBytes) ?? 0)) + operation
        : operations * (operation + RestSecondsBetween + ThinkSecondsBetween);

    /// <summary>The same load, for the probe that an experiment chooses by a factor.</summary>
    protected MeasurementOptions LoadInto(MeasurementOptions probeOptions) => probeOptions with
    {
        Clients = Clients,
        OperationsPerClient = OperationsPerClient,
        BytesPerClient = BytesPerClient,
        DurationSeconds = DurationSeconds,
        PrecisionPercent = PrecisionPercent,
        Arrivals = Arrivals,
        OperationsPerSecond = OperationsPerSecond,
        InFlightPerClient = InFlightPerClient,
        WarmUpOperations = WarmUpOperations,
        WarmUpSeconds = WarmUpSeconds,
        OperationTimeoutSeconds = OperationTimeoutSeconds,
    };

    /// <summary>The fault of an experiment whose operations keep a thread.</summary>
    /// <param name="because">Why nothing else can start meanwhile.</param>
    protected IEnumerable<ParameterFault> NeedsClosedLoop(string because)
    {
        if (IsOpenLoop)
        {
            yield return new("arrivals", $"must be closed: {because}, so that nothing else can start on it");
        }
    }

    /// <summary>The fault of an experiment whose operations each consume an object made beforehand, so that their number must be
    /// known.</summary>
    protected IEnumerable<ParameterFault> NeedsOperationCount()
    {
        if (OperationsPerClient == 0)
        {
            yield return new(
                "operationsPerClient", "must be above 0: each operation consumes an object that is made before the measurement");
        }
    }
}

/// <summary>What is wrong with one parameter, in words that say what would be right.</summary>
/// <param name="Parameter">Name as in a request.</param>
/// <param name="Message">One clause without the name: "must be from 1 to 192".</param>
public sealed record ParameterFault(string Parameter, string Message);
