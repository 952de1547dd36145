namespace AzurePerf.Core.Measurements;

/// <summary>What was observed of the operations of one type, of all clients.</summary>
/// <param name="Name">As the probe declares it.</param>
/// <param name="Latencies">Of the successful ones; in an open loop from their intended starts.</param>
/// <param name="Failures">Failed ones by outcome; outcomes that did not occur are absent.</param>
public sealed record ObservedOperationType(
    string Name, LatencyHistogram Latencies, IReadOnlyDictionary<OperationOutcome, FailedOperations> Failures)
{
    /// <summary>Those of several workers, type by type.</summary>
    /// <exception cref="InvalidDataException">They do not have the same types.</exception>
    internal static IReadOnlyList<ObservedOperationType> MergeAll(IReadOnlyList<IReadOnlyList<ObservedOperationType>> members) =>
        members.Any(types => !types.Select(type => type.Name).SequenceEqual(members[0].Select(type => type.Name)))
            ? throw new InvalidDataException("the members did not perform the same types of operation")
            : [.. members[0].Select((type, index) => new ObservedOperationType(
                type.Name,
                LatencyHistogram.Sum(members.Select(types => types[index].Latencies)),
                FailedOperations.MergeAll(members.Select(types => types[index].Failures))))];
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
}
