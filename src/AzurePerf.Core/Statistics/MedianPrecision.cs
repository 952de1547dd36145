namespace AzurePerf.Core.Statistics;

/// <summary>How precisely a median is known from blocks of time, each of which gave a median of its own.</summary>
/// <param name="Blocks">Blocks, n.</param>
/// <param name="EffectiveBlocks">How many independent ones they are worth: <see cref="Autocorrelation"/>.</param>
/// <param name="Median">The median of the blocks' medians.</param>
/// <param name="FarthestEnd">
/// How far the farther end of its 95 % interval lies from it, as a share of it; null when there are too few blocks for an interval, or the median is not positive.
/// </param>
/// <remarks>
/// Operations that follow each other are alike, so that an interval over operations would be too narrow; a block is one observation (batch means, Law and Kelton,
/// Simulation Modeling and Analysis, section 9.5). The interval is that of order statistics (<see cref="QuantileInterval"/>) for the effective number, its ranks
/// stretched to n. Both ends are asked for, as CONFIRM does (Maricq et al., OSDI 2018).
/// </remarks>
public sealed record MedianPrecision(int Blocks, double EffectiveBlocks, double Median, double? FarthestEnd)
{
    /// <param name="medians">One per block, in the order of time; null comes back below two.</param>
    public static MedianPrecision? Of(IReadOnlyList<double> medians)
    {
        ArgumentNullException.ThrowIfNull(medians);
        if (medians.Count < 2)
        {
            return null;
        }

        var effective = Autocorrelation.Of(medians).EffectiveSamples;
        double[] sorted = [.. medians.Order()];
        var median = (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
        return new(medians.Count, effective, median, median > 0 ? FarthestEndOf(sorted, effective, median) : null);
    }

    private static double? FarthestEndOf(double[] sorted, double effective, double median)
    {
        if (QuantileInterval.For((long)effective, 0.5) is not { } interval)
        {
            return null;
        }

        // The interval of the median is symmetric in its ranks: as many left out below as above.
        var leftOut = (int)((interval.LowerRank - 1) * sorted.Length / (long)effective);
        return Math.Max(median - sorted[leftOut], sorted[^(leftOut + 1)] - median) / median;
    }
}
