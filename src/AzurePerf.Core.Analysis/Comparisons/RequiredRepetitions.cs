using AzurePerf.Core.Runs;
using AzurePerf.Core.Statistics;
using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Comparisons;

/// <summary>How many repetitions would probably decide what is undecided: in four of five tries or more.</summary>
/// <remarks>
/// An estimate: it takes the ratio that was found for the true one, and the interval to shrink with the square root of the repetitions, as
/// that of Hodges and Lehmann does in large samples (Lehmann 1975, Nonparametrics, section 2.3). With several pairs the interval for a
/// change is widened as Holm's first step asks. The next estimate lies elsewhere, so the distance to the margin has room for that, too;
/// without it, every second try would decide (Cohen 1988, Statistical Power Analysis, chapter 2).
/// </remarks>
public static class RequiredRepetitions
{
    private const double Power = 0.8;

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
        var room = distance > limit
            ? ErrorOf(effect.Interval, Critical(1)) * (Critical(pairs) + Quantile(Power))

            // Either limit may be the one that is missed.
            : ErrorOf(effect.EquivalenceInterval, OneSided) * (OneSided + Quantile((1 + Power) / 2));
        var needed = Math.Ceiling(repetitions * Math.Pow(room / Math.Abs(distance - limit), 2));
        return needed <= SpecLimits.Repetitions ? Math.Max(repetitions + 1, (int)needed) : null;
    }

    private static double OneSided => Quantile(1 - ComparisonRule.Significance);

    private static double Critical(int pairs) => Quantile(1 - (ComparisonRule.Significance / (2 * pairs)));

    private static double Quantile(double share) => Normal.InvCDF(0, 1, share);

    private static double ErrorOf(ConfidenceInterval interval, double critical) => Math.Log(interval.High / interval.Low) / 2 / critical;
}
