using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Measurements.Arrivals;

/// <summary>Whether what was offered was more than could be done.</summary>
/// <remarks>
/// When more arrives than leaves, the lag of the k-th start grows in proportion to time, by 1 - capacity / rate, while a stall raises it
/// once and then lets it fall, and the queue of random arrivals wanders. So the mean lags of equal parts of the time are taken, and how
/// much each is above the one before: the lag grew when the 95 % interval of the mean of these steps (<see cref="MeanInterval"/>) lies
/// above 0. Steps of a queue that wanders about one level cancel each other, those of a backlog do not.
/// What still waits at the end of the arrivals ends too late for the rate that is achieved, and of few arrivals an ordinary queue is more
/// than 5 %. So the rate is judged only where more is missing than chance lets wait: a queue at its capacity is a random walk reflected at
/// 0, which after n arrivals is about sqrt(n) long (Gross et al., Fundamentals of Queueing Theory, 4th edition, section 7.2), and each
/// client has one of its own.
/// </remarks>
public static class OverloadRule
{
    /// <summary>The share of the offered rate below which a point is overloaded.</summary>
    public const double AchievedShare = 0.95;

    /// <summary>Where more than this share of the operations is missing, it is overload however few they are.</summary>
    public const double SurelyMissingShare = 0.5;

    /// <summary>Parts of the time whose mean lags are compared.</summary>
    public const int Parts = 16;

    /// <summary>Of fewer steps there is no interval. Steps of means are about normal, so few of them suffice.</summary>
    private const int FewestSteps = 5;

    /// <summary>What arrivals may come late by their pacing alone; a smaller growth is none.</summary>
    private const double LeastGrowthNanoseconds = 1e6;

    /// <param name="offeredPerSecond">Arrivals per second.</param>
    /// <param name="endedPerSecond">Operations that ended per second, whatever their outcome: what fails is no backlog.</param>
    /// <param name="lags">Of all starts.</param>
    /// <param name="endNanoseconds">When the arrivals ended.</param>
    /// <param name="medianServiceNanoseconds">Of the successes; null when there are too few.</param>
    /// <param name="clients">That share the arrivals.</param>
    public static OverloadCause Judge(
        double offeredPerSecond, double endedPerSecond, LagTimeline lags, long endNanoseconds, long? medianServiceNanoseconds,
        int clients = 1)
    {
        ArgumentNullException.ThrowIfNull(lags);
        var arrivals = offeredPerSecond * endNanoseconds / 1e9;
        return endedPerSecond < AchievedShare * offeredPerSecond
            && offeredPerSecond - endedPerSecond > offeredPerSecond * ShareThatChanceLetsWait(arrivals, clients)
            ? OverloadCause.RateNotAchieved
            : Grew(lags, endNanoseconds / (double)Parts, medianServiceNanoseconds ?? 0) ? OverloadCause.BacklogGrew
            : OverloadCause.None;
    }

    /// <summary>The queues of all clients are about sqrt(n clients) together, and vary by about sqrt(n).</summary>
    private static double ShareThatChanceLetsWait(double arrivals, int clients) =>
        Math.Min(SurelyMissingShare, (1.5 + Math.Sqrt(clients)) / Math.Sqrt(Math.Max(1, arrivals)));

    /// <summary>By more than what an operation takes, too: less would hardly show in a latency.</summary>
    private static bool Grew(LagTimeline lags, double part, long medianServiceNanoseconds)
    {
        double[] means = [.. Enumerable.Range(0, Parts).Select(index => lags.MeanBetween(index * part, (index + 1) * part))
            .OfType<double>()];
        return means.Length > FewestSteps
            && means[^1] - means[0] > Math.Max(medianServiceNanoseconds, LeastGrowthNanoseconds)
            && MeanInterval.Of([.. means.Zip(means.Skip(1), (before, next) => next - before)], minimum: FewestSteps) is { Low: > 0 };
    }
}
