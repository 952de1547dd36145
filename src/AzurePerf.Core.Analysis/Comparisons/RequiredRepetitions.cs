using AzurePerf.Core.Runs;
using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Comparisons;

/// <summary>How many repetitions would probably decide what is undecided.</summary>
/// <remarks>
/// An estimate: it takes the ratio that was found for the true one, and the interval to shrink with the square root of the repetitions, as
/// that of Hodges and Lehmann does in large samples (Lehmann 1975, Nonparametrics, section 2.3). With several pairs the interval for a
/// change is widened as Holm's first step asks.
/// </remarks>
public static class RequiredRepetitions
{
    /// <summary>Repetitions of either side, more than there are; null where no run can have so many, because the ratio lies too near to the
    /// margin.</summary>
    /// <param name="effect">What was found.</param>
    /// <param name="repetitions">Of the side that has fewer.</param>
    /// <param name="pairs">Pairs of the sweep that could be compared, from 1.</param>
    /// <param name="margin">Share that does not matter.</param>
    public static int? Of(PairEffect effect, int repetitions, int pairs, double margin)
    {
        ArgumentNullException.ThrowIfNull(effect);
        ArgumentOutOfRangeException.ThrowIfLessThan(pairs, 1);
        var distance = Math.Abs(Math.Log(effect.Ratio));
        var limit = Math.Log(1 + margin);
        var half = distance > limit
            ? Math.Log(effect.Interval.High / effect.Interval.Low) / 2 * Critical(pairs) / Critical(1)
            : Math.Log(effect.EquivalenceInterval.High / effect.EquivalenceInterval.Low) / 2;
        var needed = Math.Ceiling(repetitions * Math.Pow(half / Math.Abs(distance - limit), 2));
        return needed <= SpecLimits.Repetitions ? Math.Max(repetitions + 1, (int)needed) : null;
    }

    private static double Critical(int pairs) => Normal.InvCDF(0, 1, 1 - (ComparisonRule.Significance / (2 * pairs)));
}
