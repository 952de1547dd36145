using AzurePerf.Core.Arrivals;

namespace AzurePerf.Core.Measurements;

/// <summary>
/// Puts what the members of a gang measured together into one point: the same observations on one clock, summarised by the same <see cref="PointSummariser"/> as those of
/// one worker.
/// </summary>
public static class GangSummariser
{
    /// <summary>Flags that say something about a member that no figure of it tells.</summary>
    private static readonly PointFlag[] Inherited = [PointFlag.SameAccount, PointFlag.ThroughProxy];

    /// <summary>Merges the members' measurements; those that are missing make the point a partial one.</summary>
    /// <param name="measurements">Of one attempt at one point, each with its <see cref="MeasurementDetails.Timing"/>; at least one.</param>
    /// <param name="members">How many the gang has.</param>
    /// <param name="answering">How many of them only answered the others, and measured nothing.</param>
    /// <exception cref="InvalidDataException">They cannot be members of one gang that started by one agreement, or cannot be read.</exception>
    public static GangMeasurement Summarise(IReadOnlyCollection<MemberMeasurement> measurements, int members, int answering = 0)
    {
        ArgumentNullException.ThrowIfNull(measurements);
        MemberReading[] parts = [.. measurements.Select(MemberReading.Of).OrderBy(part => part.Timing.Member)];
        RequireOneGang(parts, members);
        MemberReading.CountInOverlap(parts);
        var observations = Observe(parts);
        var result = PointSummariser.Summarise(observations);
        var flags = result.Flags
            .Concat(measurements.SelectMany(measurement => measurement.Flags).Intersect(Inherited))
            .Concat(parts.Length + answering < members ? [PointFlag.Partial] : [])
            .Distinct();
        return new(result with { Flags = [.. flags] }, MemberMerge.Merge(parts, observations), MemberMerge.MergeLogs(parts, observations));
    }

    private static void RequireOneGang(MemberReading[] parts, int members)
    {
        if (parts.Length == 0 || parts.Length > members)
        {
            throw new InvalidDataException($"a gang of {members} cannot have {parts.Length} measurements");
        }

        if (parts.Select(part => part.Timing.Member).Distinct().Count() < parts.Length || parts.Any(part => part.Timing.Member < 0 || part.Timing.Member >= members))
        {
            throw new InvalidDataException($"the members {string.Join(", ", parts.Select(part => part.Timing.Member))} are not those of a gang of {members}");
        }

        if (parts.DistinctBy(part => (part.Timing.Before.Clock, part.GoNanoseconds)).Count() > 1)
        {
            throw new InvalidDataException("the members did not start by one agreement");
        }

        if (parts.DistinctBy(part => part.Details.PlannedWireRequestsPerOperation).Count() > 1)
        {
            throw new InvalidDataException("the members did not perform the same operation");
        }

        if (parts.DistinctBy(part => part.Details.OpenLoop?.Arrivals).Count() > 1)
        {
            throw new InvalidDataException("the members did not start their operations by the same rule");
        }

        if (parts.SelectMany(part => part.Clients).GroupBy(client => client.Client).FirstOrDefault(same => same.Count() > 1) is { } twice)
        {
            throw new InvalidDataException($"client {twice.Key} belongs to more than one member");
        }
    }

    private static PointObservations Observe(MemberReading[] parts) => new()
    {
        Clients = [.. parts.SelectMany(part => part.Clients)],
        Latencies = LatencyHistogram.Sum(parts.Select(part => part.Latencies)),
        Failures = MemberMerge.MergeFailures(parts),
        FollowUpMessage = parts.Select(part => part.Details.FollowUpMessage).FirstOrDefault(message => message.Length > 0) ?? "",
        PlannedWireRequestsPerOperation = parts[0].Details.PlannedWireRequestsPerOperation,
        SetUpNanoseconds = parts.Max(part => part.Details.SetUpNanoseconds),
        WarmUpNanoseconds = parts.Max(part => part.Details.WarmUpNanoseconds),
        OpenLoop = OpenLoopObservations.Sum([.. parts.Select(part => part.OpenLoop).OfType<OpenLoopObservations>()]),
        Generators = [.. parts.Select(part => part.Load)],
        Clocks = [.. parts.Select(part => WorkerClock.Of(part.Timing, part.BoundNanoseconds))],
        OperationBins = MemberMerge.MergeOperations(parts),
        VerifiesContent = parts[0].Details.VerifiesContent,
        MeasuresWorker = parts[0].Details.MeasuresWorker,
        Figures = PointValue.MergeAll(parts.Select(part => part.Details.Figures)),
        ProbeNotes = parts[0].Details.ProbeNotes,
        UncachedDirection = parts[0].Details.UncachedDirection,
        FirstOperation = parts[0].Details.FirstOperation is null ? null : FirstOperation.Of(parts.SelectMany(part => part.Samples)),
        Phases = parts[0].Details.Phases,
        ServiceLimit = parts[0].Details.ServiceLimit,
        SamplesKept = parts.Sum(part => (long)part.Samples.Count),
    };
}
