namespace AzurePerf.Core.Measurements;

/// <summary>The operations of one point that ended with one outcome other than Ok.</summary>
/// <param name="Latencies">How long each took to fail.</param>
/// <param name="FirstMessage">What the first of them said, as <see cref="FailureText"/> made it.</param>
public sealed record FailedOperations(LatencyHistogram Latencies, string FirstMessage)
{
    /// <summary>Those of several workers as one.</summary>
    internal static FailedOperations Sum(IReadOnlyCollection<FailedOperations> parts) =>
        new(LatencyHistogram.Sum(parts.Select(part => part.Latencies)), parts.First().FirstMessage);

    /// <summary>Those of several workers by their outcomes.</summary>
    internal static SortedDictionary<OperationOutcome, FailedOperations> MergeAll(
        IEnumerable<IReadOnlyDictionary<OperationOutcome, FailedOperations>> members) =>
        new(
            members.SelectMany(failures => failures).GroupBy(failure => failure.Key, failure => failure.Value)
                .ToDictionary(same => same.Key, same => Sum([.. same])));
}
