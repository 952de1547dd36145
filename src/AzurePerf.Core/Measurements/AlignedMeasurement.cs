using AzurePerf.Core.Gangs;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Measurements.Generators;

namespace AzurePerf.Core.Measurements;

/// <summary>One member's measurement on the clock that the gang has in common: nanoseconds since the agreed start, as the barrier's clock
/// counts them.</summary>
internal sealed class AlignedMeasurement
{
    private AlignedMeasurement(PointObservation observation, MemberTiming timing)
    {
        Observation = observation;
        Timing = timing;
        Mapping = new(timing.Before, timing.After);
        Clients = [.. observation.Clients.Select(OnCommonClock)];
        Samples = [.. observation.Samples.Select(OnCommonClock)];
        Load = GeneratorLoad.Of(timing.WorkerId, observation.Environment, observation.Clients, observation.Latencies, observation.OpenLoop);
    }

    public PointObservation Observation { get; }

    public MemberTiming Timing { get; }

    /// <summary>The agreed start on the barrier's clock.</summary>
    public long GoNanoseconds => Timing.PlannedStartNanoseconds + Timing.Before.OffsetNanoseconds;

    public IReadOnlyList<ClientMeasurement> Clients { get; private set; }

    public IReadOnlyList<Sample> Samples { get; }

    /// <summary>The load that this member made.</summary>
    public GeneratorLoad Load { get; }

    /// <summary>How far its instants may be off.</summary>
    public long BoundNanoseconds => Clients.Count == 0 ? 0 : Clients.Max(client => client.ClockBoundNanoseconds);

    public bool HasAllSamples => Observation.SamplesNotKept == 0;

    private ClockMapping Mapping { get; }

    /// <exception cref="InvalidDataException">It is not the measurement of a member.</exception>
    public static AlignedMeasurement Of(PointObservation observation) =>
        new(observation,
            observation.Timing ?? throw new InvalidDataException("a measurement that was not made in a gang cannot be merged"));

    /// <summary>
    /// Replaces the work that each client did while all of its own worker's clients were active by the work it did while those of all
    /// workers were. Workers cannot know of each other's starts and ends while they measure, so it is counted from the samples; where only
    /// some were kept, by the share of time.
    /// </summary>
    public static void CountInOverlap(IReadOnlyList<AlignedMeasurement> members)
    {
        var common = ClientSpans.Of([.. members.SelectMany(member => member.Clients)]);
        foreach (var member in members)
        {
            member.Clients = member.CountInOverlap(common);
        }
    }

    public MemberPart ToPart() => new()
    {
        Timing = Timing,
        BoundNanoseconds = BoundNanoseconds,
        FirstStartNanoseconds = Clients.Min(client => client.FirstStartNanoseconds),
        LastEndNanoseconds = Clients.Max(client => client.LastEndNanoseconds),
        OverlapFromSamples = HasAllSamples,
        MedianNanoseconds = Load.MedianNanoseconds,
        Environment = Observation.Environment,
    };

    /// <summary>An instant since the member's clients were let go, on the common clock.</summary>
    public long OnCommonClock(long nanoseconds) => Mapping.ToBarrier(Timing.OpenedNanoseconds + nanoseconds) - GoNanoseconds;

    private ClientMeasurement OnCommonClock(ClientMeasurement client) => client with
    {
        Member = Timing.Member,
        ClockBoundNanoseconds = Math.Max(BoundAt(client.ActiveFromNanoseconds), BoundAt(client.WorkedUntilNanoseconds)),
        FirstStartNanoseconds = client.FirstStartNanoseconds is { } start ? OnCommonClock(start) : null,
        LastEndNanoseconds = client.LastEndNanoseconds is { } end ? OnCommonClock(end) : null,
        Arrivals = client.Arrivals is { } arrivals ? OnCommonClock(arrivals) : null,
    };

    private ClientArrivals OnCommonClock(ClientArrivals arrivals) => arrivals with
    {
        StartNanoseconds = OnCommonClock(arrivals.StartNanoseconds),
        EndNanoseconds = OnCommonClock(arrivals.EndNanoseconds),
        LastStartNanoseconds = arrivals.LastStartNanoseconds is { } start ? OnCommonClock(start) : null,
    };

    private Sample OnCommonClock(Sample sample) => sample with
    {
        IntendedStartNanoseconds = OnCommonClock(sample.IntendedStartNanoseconds),
        StartNanoseconds = OnCommonClock(sample.StartNanoseconds),
        EndNanoseconds = OnCommonClock(sample.EndNanoseconds),
    };

    private long BoundAt(long? nanoseconds) => Mapping.BoundAt(Timing.OpenedNanoseconds + (nanoseconds ?? 0));

    private ClientMeasurement[] CountInOverlap(ClientSpans common)
    {
        var own = ClientSpans.Of([.. Clients.Select(client => client with { ClockBoundNanoseconds = 0 })]);
        var share = own.OverlapNanoseconds > 0 ? Math.Min(1, common.OverlapNanoseconds / (double)own.OverlapNanoseconds) : 0;
        var samples = Samples.ToLookup(sample => sample.Client);
        return [.. Clients.Select(client =>
        {
            var operations = HasAllSamples ? InOverlap(samples[client.Client], common, _ => 1) : client.OverlapOperations * share;
            return client with
            {
                OverlapOperations = operations,
                OverlapBytes =
                    HasAllSamples ? InOverlap(samples[client.Client], common, sample => sample.Bytes) : client.OverlapBytes * share,
                OverlapRestNanoseconds = (long)(client.OverlapRestNanoseconds * share),
                Types = client.Types is { } types ? Spread(operations, types) : null,
            };
        })];
    }

    /// <summary>Samples do not say of which type they are: what a client did in the overlap is spread as its own overlap was, or as all of
    /// its work where it had none, so that the types add up to it.</summary>
    private static ClientTypeCount[] Spread(double operations, IReadOnlyList<ClientTypeCount> types)
    {
        var own = types.Sum(type => type.OverlapOperations);
        var all = types.Sum(type => (double)type.Completed);
        return [.. types.Select(type => type with
        {
            OverlapOperations = own > 0 ? operations * (type.OverlapOperations / own) : all > 0 ? operations * (type.Completed / all) : 0,
        })];
    }

    private static double InOverlap(IEnumerable<Sample> samples, ClientSpans common, Func<Sample, long> work) =>
        common.OverlapNanoseconds == 0
            ? 0
            : samples.Where(sample => sample.Outcome == OperationOutcome.Ok).Sum(sample => work(sample) * ShareInside(sample, common));

    private static double ShareInside(Sample sample, ClientSpans common)
    {
        var (from, until) = (common.OverlapStartNanoseconds, common.OverlapStartNanoseconds + common.OverlapNanoseconds);
        var (start, end) = (sample.StartNanoseconds, sample.EndNanoseconds);
        return end > start
            ? Math.Max(0, Math.Min(end, until) - Math.Max(start, from)) / (double)(end - start)
            : end >= from && end <= until ? 1 : 0;
    }
}
