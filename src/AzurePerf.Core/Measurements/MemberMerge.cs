using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Measurements.Logs;

namespace AzurePerf.Core.Measurements;

/// <summary>Puts the observations of the members of a gang together, and their histogram logs. See
/// <see cref="PointObservation.Merge"/>.</summary>
public static class MemberMerge
{
    internal static PointObservation Merge(IReadOnlyCollection<PointObservation> members, int expected)
    {
        AlignedMeasurement[] parts = [.. members.Select(AlignedMeasurement.Of).OrderBy(part => part.Timing.Member)];
        RequireOneGang(parts, expected);
        AlignedMeasurement.CountInOverlap(parts);
        var first = parts[0].Observation;
        string[] valuesLeftOut = [.. parts.SelectMany(part => part.Observation.ValuesLeftOut ?? []).Distinct()];
        return new()
        {
            Clients = [.. parts.SelectMany(part => part.Clients)],
            Latencies = LatencyHistogram.Sum(parts.Select(part => part.Observation.Latencies)),
            Failures = FailedOperations.MergeAll(parts.Select(part => part.Observation.Failures)),
            OperationTypes = ObservedOperationType.MergeAll(parts),
            FollowUpMessage = parts.Select(part => part.Observation.FollowUpMessage).FirstOrDefault(message => message.Length > 0) ?? "",
            PlannedWireRequestsPerOperation = first.PlannedWireRequestsPerOperation,
            SetUpNanoseconds = parts.Max(part => part.Observation.SetUpNanoseconds),
            WarmUpNanoseconds = parts.Max(part => part.Observation.WarmUpNanoseconds),
            MeasuredNanoseconds = parts.Max(part => part.Observation.MeasuredNanoseconds),
            Stopped = parts.Any(part => part.Observation.Stopped),
            OpenLoop = OpenLoopObservations.Sum([.. parts.Select(part => part.Observation.OpenLoop).OfType<OpenLoopObservations>()]),
            BlockLatencies = MergeBlocks(parts),
            SingleTransfers = first.SingleTransfers,
            Throughput = MergeThroughput(parts),
            OperationBins = MergeOperations(parts),
            VerifiesContent = first.VerifiesContent,
            MeasuresWorker = first.MeasuresWorker,
            Values = [.. PointValue.MergeAll(parts.Select(part => part.Observation.Values))
                .Where(value => !valuesLeftOut.Contains(value.Name))],
            ValuesLeftOut = valuesLeftOut.Length == 0 ? null : valuesLeftOut,
            Distributions = ObservedDistribution.MergeAll(parts.Select(part => part.Observation.Distributions)),
            CumulativeBins = first.CumulativeBins,
            ProbeNotes = [.. parts.SelectMany(part => part.Observation.ProbeNotes).Distinct()],
            TargetFlags = [.. parts.SelectMany(part => part.Observation.TargetFlags).Distinct()],
            UncachedDirection = first.UncachedDirection,
            FirstOperation = first.FirstOperation is null ? null : FirstOperation.Of(parts.SelectMany(part => part.Samples)),
            Phases = first.Phases,
            ServiceLimit = first.ServiceLimit,
            SamplesKept = parts.Sum(part => (long)part.Samples.Count),
            SamplesNotKept = parts.Sum(part => part.Observation.SamplesNotKept),
            Samples = [.. parts.SelectMany(part => part.Samples)],
            Environment = first.Environment,
            Origin = first.Origin,
            Members = [.. parts.Select(part => part.ToPart())],
            MissingMembers = expected - parts.Length,
        };
    }

    /// <summary>The members' logs as one on the common clock; null unless every member has one, because a part of them would pass for
    /// all.</summary>
    /// <param name="members">Each member with its log.</param>
    /// <param name="merged">What they observed together.</param>
    public static string? MergeLogs(IReadOnlyCollection<(PointObservation Member, string? Log)> members, PointObservation merged)
    {
        ArgumentNullException.ThrowIfNull(members);
        ArgumentNullException.ThrowIfNull(merged);
        if (members.Any(member => member.Log is null))
        {
            return null;
        }

        var series = new LatencyTimeline();
        var parts = members.Select(member => (Reading: AlignedMeasurement.Of(member.Member), member.Log))
            .OrderBy(part => part.Reading.Timing.Member);
        var starts = parts.Select(part => LatencyLog.Add(part.Log!, series, part.Reading.OnCommonClock)).ToArray();
        return LatencyLog.Write(starts[0], series, merged.Failures, merged.Clients.Max(client => client.LastEndNanoseconds) ?? 0);
    }

    private static void RequireOneGang(AlignedMeasurement[] parts, int expected)
    {
        if (parts.Length == 0 || parts.Length > expected)
        {
            throw new InvalidDataException($"a gang of {expected} cannot have {parts.Length} measurements");
        }

        if (parts.Select(part => part.Timing.Member).Distinct().Count() < parts.Length || parts.Any(part => part.Timing.Member < 0))
        {
            throw new InvalidDataException(
                $"the members {string.Join(", ", parts.Select(part => part.Timing.Member))} are not those of a gang of {expected}");
        }

        if (parts.DistinctBy(part => (part.Timing.Before.Clock, part.GoNanoseconds)).Count() > 1)
        {
            throw new InvalidDataException("the members did not start by one agreement");
        }

        if (parts.DistinctBy(part => part.Observation.PlannedWireRequestsPerOperation).Count() > 1)
        {
            throw new InvalidDataException("the members did not perform the same operation");
        }

        if (parts.DistinctBy(part => part.Observation.OpenLoop?.Arrivals).Count() > 1)
        {
            throw new InvalidDataException("the members did not start their operations by the same rule");
        }

        if (parts.SelectMany(part => part.Clients).GroupBy(client => client.Client).FirstOrDefault(same => same.Count() > 1) is { } twice)
        {
            throw new InvalidDataException($"client {twice.Key} belongs to more than one member");
        }
    }

    /// <summary>Operations over the common time, in the widest bins of any member. Null unless every member counted.</summary>
    private static OperationBins? MergeOperations(AlignedMeasurement[] parts)
    {
        if (parts.Any(part => part.Observation.OperationBins is null))
        {
            return null;
        }

        var all = BinTimeline.OfOperations();
        foreach (var part in parts)
        {
            all.AddBins(part.Observation.OperationBins!.BinNanoseconds, part.Observation.OperationBins.Operations, part.OnCommonClock);
        }

        return OperationBins.Of(all);
    }

    private static LatencyHistogram? MergeBlocks(AlignedMeasurement[] parts)
    {
        LatencyHistogram[] blocks = [.. parts.Select(part => part.Observation.BlockLatencies).OfType<LatencyHistogram>()];
        return blocks.Length == 0 ? null : LatencyHistogram.Sum(blocks);
    }

    private static ByteBins? MergeThroughput(AlignedMeasurement[] parts)
    {
        AlignedMeasurement[] moving = [.. parts.Where(part => part.Observation.Throughput is not null)];
        if (moving.Length == 0)
        {
            return null;
        }

        var all = BinTimeline.Coarse();
        foreach (var part in moving)
        {
            all.AddBins(part.Observation.Throughput!.BinNanoseconds, part.Observation.Throughput.Bytes, part.OnCommonClock);
        }

        return ByteBins.Of(all);
    }
}
