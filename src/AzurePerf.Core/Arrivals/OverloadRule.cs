namespace AzurePerf.Core.Arrivals;

/// <summary>Whether what was offered was more than could be done.</summary>
/// <remarks>
/// When more arrives than leaves, the lag of the k-th start grows in proportion to time, by 1 - capacity / rate. So a lag that grows through the whole second half is
/// a backlog that grows, while a stall raises the lag once and then lets it fall.
/// </remarks>
public static class OverloadRule
{
    /// <summary>The share of the offered rate below which a point is overloaded.</summary>
    public const double AchievedShare = 0.95;

    /// <summary>From which growth on the lag counts as growing: seconds per second.</summary>
    public const double GrowthPerSecond = 0.01;

    /// <param name="offeredPerSecond">Arrivals per second.</param>
    /// <param name="achievedPerSecond">Successes per second.</param>
    /// <param name="lags">Of all starts.</param>
    /// <param name="endNanoseconds">When the arrivals ended.</param>
    /// <param name="medianServiceNanoseconds">Of the successes; null when there are too few.</param>
    public static OverloadCause Judge(double offeredPerSecond, double achievedPerSecond, LagSeries lags, long endNanoseconds, long? medianServiceNanoseconds)
    {
        ArgumentNullException.ThrowIfNull(lags);
        return achievedPerSecond < AchievedShare * offeredPerSecond ? OverloadCause.RateNotAchieved
            : Grew(lags, endNanoseconds / 4.0, medianServiceNanoseconds ?? 0) ? OverloadCause.BacklogGrew
            : OverloadCause.None;
    }

    /// <summary>From the second to the third and to the fourth quarter, and to more than what an operation takes: less would hardly show in a latency.</summary>
    private static bool Grew(LagSeries lags, double quarter, long medianServiceNanoseconds)
    {
        var second = lags.MeanBetween(quarter, 2 * quarter);
        var third = lags.MeanBetween(2 * quarter, 3 * quarter);
        var fourth = lags.MeanBetween(3 * quarter, 4 * quarter);
        return third - second >= GrowthPerSecond * quarter && fourth - third >= GrowthPerSecond * quarter && fourth > medianServiceNanoseconds;
    }
}
