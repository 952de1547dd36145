namespace AzurePerf.Core.Measurements;

/// <summary>What was observed of the operations of one type, of all clients.</summary>
/// <param name="Type">As the probe declares it.</param>
/// <param name="Latencies">Of the successful ones; in an open loop from their intended starts.</param>
/// <param name="Failures">Failed ones by outcome; outcomes that did not occur are absent.</param>
public sealed record ObservedOperationType(
    OperationType Type, LatencyHistogram Latencies, IReadOnlyDictionary<OperationOutcome, FailedOperations> Failures)
{
    /// <summary>The successful ones over time.</summary>
    public required LatencyCourse Course { get; init; }

    /// <summary>Those of several workers, type by type.</summary>
    /// <exception cref="InvalidDataException">They do not have the same types.</exception>
    internal static IReadOnlyList<ObservedOperationType> MergeAll(IReadOnlyList<AlignedMeasurement> members)
    {
        var types = members[0].Observation.OperationTypes;
        return members.Any(
            member => !member.Observation.OperationTypes.Select(one => one.Type).SequenceEqual(types.Select(one => one.Type)))
            ? throw new InvalidDataException("the members did not perform the same types of operation")
            : [.. types.Select((one, index) => new ObservedOperationType(
                one.Type,
                LatencyHistogram.Sum(members.Select(member => member.Observation.OperationTypes[index].Latencies)),
                FailedOperations.MergeAll(members.Select(member => member.Observation.OperationTypes[index].Failures)))
            {
                Course = CourseOf(members, index),
            })];
    }

    private static LatencyCourse CourseOf(IReadOnlyList<AlignedMeasurement> members, int index)
    {
        var all = new LatencyCourseRecorder();
        foreach (var member in members)
        {
            all.Add(member.Observation.OperationTypes[index].Course, member.OnCommonClock);
        }

        return all.Read();
    }
}

/// <summary>The successes of one client that were of one type.</summary>
/// <param name="Completed">How many.</param>
/// <param name="OverlapOperations">Those while all clients were active; one that began before or ended after counts by the share of its
/// time inside.</param>
public sealed record ClientTypeCount(long Completed, double OverlapOperations);

/// <summary>The operations of a point that were of one type.</summary>
public sealed record OperationTypeSummary
{
    /// <summary>As the probe declares it.</summary>
    public required string Name { get; init; }

    /// <summary>Operations ended, whatever their outcome.</summary>
    public required long Operations { get; init; }

    /// <summary>Operations by outcome; outcomes that did not occur are absent.</summary>
    public required SortedDictionary<OperationOutcome, long> Outcomes { get; init; }

    /// <summary>Successful operations per second: over all the time of the clients, whatever types they performed in it.</summary>
    public required RateStatistics OperationsPerSecond { get; init; }

    /// <summary>Latency of successful operations; in an open loop from their intended starts.</summary>
    public required LatencyStatistics Latency { get; init; }

    /// <summary>Lower end of the 95 % interval of the mean latency, of this point alone; null where it is too short, or has too few of the
    /// type.</summary>
    public double? MeanNanosecondsLow { get; init; }

    /// <summary>Upper end; null likewise.</summary>
    public double? MeanNanosecondsHigh { get; init; }

    /// <summary>How long an operation of the type should take at most; null where nobody says.</summary>
    public long? LimitNanoseconds { get; init; }

    /// <summary>Operations that succeeded within the limit; null without one, and where operations that nobody started would have taken
    /// longer.</summary>
    public long? WithinLimit { get; init; }

    /// <summary>The type's share of the operations as planned, in a unit that all types of the point have; null where nothing is
    /// planned.</summary>
    public double? PlannedShare { get; init; }
}
