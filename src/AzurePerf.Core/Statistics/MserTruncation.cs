namespace AzurePerf.Core.Statistics;

/// <summary>MSER-5: how much of the beginning of a series to leave out so that the mean of the rest is known best.</summary>
/// <remarks>
/// Source: White 1997 (Simulation 69, 323-334); in batches of five White, Cobb and Spratt 2000 (Winter Simulation Conference, 755-760): the
/// d that minimises the sum over i &gt; d of (y_i - mean)^2 / (n - d)^2, y_i being batch means. The last five batches are never left alone,
/// because few values can be alike by chance (Hoad, Robinson and Davies 2010, J. Oper. Res. Soc. 61, 1365-1381).
/// </remarks>
public static class MserTruncation
{
    /// <summary>Values per batch.</summary>
    public const int BatchSize = 5;

    private const int KeptBatches = 5;

    /// <summary>The number of values to leave out, a multiple of <see cref="BatchSize"/>; null when the series has fewer than ten
    /// batches.</summary>
    /// <remarks>What is left after the last whole batch is not looked at.</remarks>
    /// <exception cref="ArgumentException">A value is not finite.</exception>
    public static int? Of(IReadOnlyList<double> series)
    {
        var values = Sample.Copy(series, 0, nameof(series));
        double[] batches = [.. values.Chunk(BatchSize).Where(batch => batch.Length == BatchSize).Select(batch => batch.Average())];
        if (batches.Length < 2 * KeptBatches)
        {
            return null;
        }

        return BatchSize * Enumerable.Range(0, batches.Length - KeptBatches + 1).MinBy(skipped => MarginalError(batches.AsSpan(skipped)));
    }

    private static double MarginalError(ReadOnlySpan<double> batches) =>
        SampleMoments.Of(batches).SquaredDeviations / ((double)batches.Length * batches.Length);
}
