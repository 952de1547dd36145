namespace AzurePerf.Core.Statistics;

/// <summary>Whether two things can be called the same within a margin, which is more than having seen no difference.</summary>
/// <remarks>
/// Source: two one-sided tests at 5 % (Schuirmann 1987, J. Pharmacokinet. Biopharm. 15, 657-680), which is the same as a 90 % interval, not
/// a 95 % one, that lies wholly inside the margin (Westlake 1981, Biometrics 37, 589-594; Berger and Hsu 1996, Stat. Sci. 11, 283-319). The
/// margin of a ratio is symmetric on logarithms, so that exchanging the samples changes nothing.
/// </remarks>
public static class Equivalence
{
    /// <summary>Confidence of the interval that must lie inside the margin for an error of at most 5 %.</summary>
    public const double Confidence = 0.90;

    /// <summary>True when the interval lies between 1 / (1 + margin) and 1 + margin. Without a margin nothing is shown to be the same, also
    /// where all values are equal.</summary>
    /// <param name="ratio">Interval of the ratio with <see cref="Confidence"/>.</param>
    /// <param name="margin">Share, not negative: 0.05 for 5 %.</param>
    /// <exception cref="ArgumentOutOfRangeException">The margin is negative.</exception>
    public static bool Holds(ConfidenceInterval ratio, double margin)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(margin);
        return margin > 0 && ratio.LiesWithin(1 / (1 + margin), 1 + margin);
    }
}
