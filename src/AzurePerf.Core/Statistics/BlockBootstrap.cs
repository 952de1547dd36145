namespace AzurePerf.Core.Statistics;

/// <summary>Resamples a time series in overlapping blocks, so that what is near in time stays together.</summary>
/// <remarks>
/// Source: Kuensch 1989 (Ann. Stat. 17, 1217-1241). Block length: the best one for the variance of the mean of an autoregression of the first order,
/// (2 r / (1 - r^2))^(2/3) n^(1/3) (Carlstein 1986, Ann. Stat. 14, 1171-1179), times (3/2)^(1/3) because the blocks overlap (Kuensch 1989).
/// </remarks>
internal static class BlockBootstrap
{
    /// <summary>With fewer blocks than these the resamples are hardly different from the series.</summary>
    public const int MinimumBlocks = 4;

    /// <summary>At least 1, which is what a series without positive autocorrelation gets.</summary>
    public static int BlockLength(int count, double lag1) =>
        lag1 <= 0 || lag1 >= 1 ? 1 : (int)Math.Ceiling(Math.Cbrt(1.5 * count) * Math.Pow(2 * lag1 / (1 - (lag1 * lag1)), 2.0 / 3));

    /// <summary>Fills an array with blocks of the series, each from a place that is drawn.</summary>
    public static void Resample(double[] series, int length, Random random, double[] into)
    {
        for (var filled = 0; filled < into.Length; filled += length)
        {
            var start = random.Next(series.Length - length + 1);
            series.AsSpan(start, Math.Min(length, into.Length - filled)).CopyTo(into.AsSpan(filled));
        }
    }
}
