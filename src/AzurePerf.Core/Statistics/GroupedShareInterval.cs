using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>An interval for a share whose trials come in groups that may be alike inside and differ from each other.</summary>
/// <remarks>
/// Source: Korn and Graubard 1998 (Survey Methodology 24, 193-201). The variance of the share, over the variance that independent trials
/// would have, says how many independent trials all are worth, never more than there are. That number is made smaller for the few groups,
/// by the square of the normal quantile over Student's, and then Clopper's and Pearson's interval is taken (1934, Biometrika 26, 404-413).
/// Without a hit, or with hits only, the groups look alike.
/// The variance is that of trials and, by the moments of the groups' shares about the whole, of groups that differ (DerSimonian and Laird
/// 1986, Control. Clin. Trials 7, 177-188). For groups of one size it is the usual one, of a ratio. But a group with most of the trials
/// draws the share to itself, so that its own deviation tells little: with ten times the trials of the five others the usual interval
/// holds in 75 to 83 %, and this one in 96 to 99 %.
/// </remarks>
public static class GroupedShareInterval
{
    private const double Tail = (1 - QuantileSupport.DefaultConfidence) / 2;

    /// <summary>The 95 % interval; null with fewer than two groups that have trials.</summary>
    /// <param name="groups">Hits among trials of each group, neither negative, no more hits than trials.</param>
    /// <exception cref="ArgumentOutOfRangeException">An argument is out of its range.</exception>
    public static ConfidenceInterval? Of(IReadOnlyCollection<(long Hits, long Trials)> groups)
    {
        ArgumentNullException.ThrowIfNull(groups);
        (long Hits, long Trials)[] used = [.. groups.Where(group => group.Trials > 0)];
        if (used.Any(group => group.Hits < 0 || group.Hits > group.Trials))
        {
            throw new ArgumentOutOfRangeException(nameof(groups), "Hits must be among the trials.");
        }

        if (used.Length < 2)
        {
            return null;
        }

        double trials = used.Sum(group => group.Trials);
        var share = used.Sum(group => group.Hits) / trials;
        double[] weights = [.. used.Select(group => group.Trials / trials)];
        var independent = trials / DesignEffect(used, share, weights) * FewGroups(Freedom(weights));
        var hits = share * independent;
        return new(
            hits <= 0 ? 0 : Beta.InvCDF(hits, independent - hits + 1, Tail),
            share >= 1 ? 1 : Beta.InvCDF(hits + 1, independent - hits, 1 - Tail));
    }

    /// <summary>The fewest groups, from a least number on, whose interval lies below a limit when no trial hits.</summary>
    /// <param name="trialsOfGroup">At least 1.</param>
    /// <param name="limit">Above 0.</param>
    /// <param name="least">At least 2.</param>
    /// <param name="most">Where the search ends; null comes back when more would be needed.</param>
    public static int? FewestGroups(double trialsOfGroup, double limit, int least, int most)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(trialsOfGroup, 1);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(limit);
        ArgumentOutOfRangeException.ThrowIfLessThan(least, 2);
        for (var groups = least; groups <= most; groups++)
        {
            // Clopper's and Pearson's upper end without a hit.
            var independent = groups * trialsOfGroup * FewGroups(groups - 1);
            if (1 - Math.Pow(Tail, 1 / independent) <= limit)
            {
                return groups;
            }
        }

        return null;
    }

    private static double DesignEffect((long Hits, long Trials)[] groups, double share, double[] weights)
    {
        var (alone, squares) = (share * (1 - share), weights.Sum(weight => weight * weight));
        var spread = groups.Sum(group => Math.Pow(group.Hits - (share * group.Trials), 2) / group.Trials);
        return alone == 0 ? 1 : Math.Max(1, 1 + (((spread / alone) - (groups.Length - 1)) * squares / (1 - squares)));
    }

    /// <summary>Of the variance between groups whose shares differ, by Satterthwaite: one less than the groups where all have as many
    /// trials.</summary>
    private static double Freedom(double[] weights)
    {
        var (squares, cubes) = (weights.Sum(weight => weight * weight), weights.Sum(weight => weight * weight * weight));
        var freedom = (1 - squares) * (1 - squares) / (squares - (2 * cubes) + (squares * squares));
        return Math.Clamp(freedom, 1, weights.Length - 1);
    }

    private static double FewGroups(double freedom) =>
        Math.Pow(Normal.InvCDF(0, 1, 1 - Tail) / StudentT.InvCDF(0, 1, freedom, 1 - Tail), 2);
}
