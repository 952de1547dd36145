namespace AzurePerf.Core.Statistics;

/// <summary>An interval for a share, from a count of hits among n independent trials; both ends lie between 0 and 1.</summary>
/// <param name="Low">Lower end.</param>
/// <param name="High">Upper end.</param>
/// <remarks>
/// Wilson's score interval without continuity correction (Wilson 1927, J. Am. Stat. Assoc. 22, 209-212; method 3 of Newcombe 1998, Stat.
/// Med. 17, 857-872): all shares p that a two-sided score test does not reject, |k/n - p| &lt;= z sqrt(p (1 - p) / n). Unlike the usual k/n
/// +- z s it never leaves 0 to 1, and says something where k is 0 or n. Its coverage swings about 95 % with p and n; on average over p it
/// is right (Brown, Cai and DasGupta 2001, Stat. Sci. 16, 101-133).
/// </remarks>
public readonly record struct WilsonInterval(double Low, double High)
{
    // The 97.5 % quantile of the standard normal distribution: two-sided 95 %.
    private const double Z = 1.959963984540054;

    /// <summary>The 95 % interval for a share; 0 to 1 when there was no trial.</summary>
    /// <param name="hits">From 0 to <paramref name="trials"/>.</param>
    /// <param name="trials">n, not negative.</param>
    /// <exception cref="ArgumentOutOfRangeException">The number of trials is negative, or the hits are not among them.</exception>
    public static WilsonInterval Of(long hits, long trials)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(trials);
        ArgumentOutOfRangeException.ThrowIfNegative(hits);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(hits, trials);
        if (trials == 0)
        {
            return new(0, 1);
        }

        var share = (double)hits / trials;
        var correction = Z * Z / trials;
        var centre = share + (correction / 2);
        var half = Z * Math.Sqrt(((share * (1 - share)) + (correction / 4)) / trials);

        // At the ends the formula gives 0 and 1 only up to rounding.
        return new(
            hits == 0 ? 0 : (centre - half) / (1 + correction),
            hits == trials ? 1 : (centre + half) / (1 + correction));
    }
}
