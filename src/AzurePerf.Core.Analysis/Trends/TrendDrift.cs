using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Trends;

/// <summary>A trend that rises or falls from its first run to its last and so has no level that a change could be told from.</summary>
/// <param name="LastOverFirst">Change over all of it as a ratio, from the median slope of the logarithms (Theil and Sen); above 1 the
/// values rise.</param>
/// <param name="Probability">Of such an order by chance, by Mann and Kendall, for values that may be alike.</param>
public sealed record TrendDrift(double LastOverFirst, double Probability)
{
    /// <summary>Null where chance explains it, the change is too small to matter, or a value is not above 0.</summary>
    /// <param name="values">In the order of time.</param>
    /// <param name="rule">Of changes, which holds here too.</param>
    internal static TrendDrift? Of(IReadOnlyList<double> values, ChangePointRule rule)
    {
        if (values.Any(value => value <= 0)
            || MannKendall.OfDependent(values).TwoSided is var probability && probability >= ChangePointRule.MaximumProbability)
        {
            return null;
        }

        var drift = new TrendDrift(TheilSen.LastOverFirst(values), probability);
        return Math.Abs(Math.Log(drift.LastOverFirst)) > Math.Log(1 + rule.MinimumMagnitude) ? drift : null;
    }
}
