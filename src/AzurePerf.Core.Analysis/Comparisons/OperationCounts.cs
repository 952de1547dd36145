using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>How many operations ended, and how many of them failed.</summary>
/// <param name="Ended">Whatever their outcome.</param>
/// <param name="Failed">Of them, those that did not succeed.</param>
public sealed record OperationCounts(long Ended = 0, long Failed = 0)
{
    /// <summary>Failed over ended; null without any operation.</summary>
    public double? FailedShare => Ended == 0 ? null : (double)Failed / Ended;

    /// <summary>Those of all repetitions together.</summary>
    public static OperationCounts Sum(IReadOnlyCollection<OperationCounts> repetitions) =>
        new(repetitions.Sum(one => one.Ended), repetitions.Sum(one => one.Failed));

    /// <summary>True when the 95 % intervals of both shares of failures, by <see cref="GroupedShareInterval"/>, have nothing in common:
    /// each repetition is a group, because failures come together. False where a side has fewer than two repetitions.</summary>
    public static bool FailOtherwise(IEnumerable<OperationCounts> first, IEnumerable<OperationCounts> second) =>
        ShareOf(first) is { } one && ShareOf(second) is { } other && (one.Low > other.High || other.Low > one.High);

    private static ConfidenceInterval? ShareOf(IEnumerable<OperationCounts> repetitions) =>
        GroupedShareInterval.Of([.. repetitions.Select(one => (one.Failed, one.Ended))]);
}
