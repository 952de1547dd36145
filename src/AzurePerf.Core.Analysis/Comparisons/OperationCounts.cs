using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>How many operations ended, and how many of them failed.</summary>
/// <param name="Ended">Whatever their outcome.</param>
/// <param name="Failed">Of them, those that did not succeed.</param>
public sealed record OperationCounts(long Ended = 0, long Failed = 0)
{
    /// <summary>Failed over ended; null without any operation.</summary>
    public double? FailedShare => Ended == 0 ? null : (double)Failed / Ended;

    /// <summary>True when the 95 % intervals of both shares, by <see cref="WilsonInterval"/>, have nothing in common.</summary>
    public bool FailsOtherwiseThan(OperationCounts other)
    {
        ArgumentNullException.ThrowIfNull(other);
        var (own, others) = (WilsonInterval.Of(Failed, Ended), WilsonInterval.Of(other.Failed, other.Ended));
        return own.Low > others.High || others.Low > own.High;
    }

    /// <summary>Those of both.</summary>
    public static OperationCounts operator +(OperationCounts left, OperationCounts right)
    {
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        return new(left.Ended + right.Ended, left.Failed + right.Failed);
    }
}
