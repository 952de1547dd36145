namespace AzurePerf.Core.Statistics;

/// <summary>The percentile interval of a statistic of a time series, resampled in overlapping blocks so that what is near in time stays together.</summary>
/// <remarks>
/// Source: Kuensch 1989 (Ann. Stat. 17, 1217-1241). Block length: the best one for the variance of the mean of an autoregression of the first order,
/// (2 r / (1 - r^2))^(2/3) n^(1/3) (Carlstein 1986, Ann. Stat. 14, 1171-1179), times (3/2)^(1/3) because the blocks overlap (Kuensch 1989).
/// </remarks>
public static class BlockBootstrap
{
    /// <summary>With fewer blocks than these the resamples are hardly different from the series.</summary>
    public const int MinimumBlocks = 4;

    /// <summary>The interval, or null when the series is shorter than <see cref="MinimumBlocks"/> blocks.</summary>
    /// <param name="series">In the order of time; at least 2 finite values.</param>
    /// <param name="statistic">Of a series of the same length.</param>
    /// <param name="seed">The same seed gives the same interval.</param>
    /// <param name="replicates">At least 1.</param>
    /// <param name="confidence">Above 0 and below 1.</param>
    /// <exception cref="ArgumentException">An argument is out of its range.</exception>
    public static ConfidenceInterval? Of(
        IReadOnlyList<double> series,
        Func<ReadOnlySpan<double>, double> statistic,
        int seed,
        int replicates = BcaBootstrap.DefaultReplicates,
        double confidence = QuantileSupport.DefaultConfidence)
    {
        ArgumentNullException.ThrowIfNull(statistic);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(replicates);
        QuantileSupport.ThrowUnlessBetween0And1(confidence, nameof(confidence));
        var values = Sample.Copy(series, 2, nameof(series));
        var length = BlockLength(values.Length, Autocorrelation.Of(values).Lag1);
        if (values.Length < MinimumBlocks * length)
        {
            return null;
        }

        var random = new Random(seed);
        var (drawn, resample) = (new double[replicates], new double[values.Length]);
        for (var replicate = 0; replicate < replicates; replicate++)
        {
            Resample(values, length, random, resample);
            drawn[replicate] = statistic(resample);
        }

        Array.Sort(drawn);
        return new(Sample.QuantileOfSorted(drawn, (1 - confidence) / 2), Sample.QuantileOfSorted(drawn, (1 + confidence) / 2));
    }

    /// <summary>At least 1, which is what a series without positive autocorrelation gets.</summary>
    internal static int BlockLength(int count, double lag1) =>
        lag1 <= 0 || lag1 >= 1 ? 1 : (int)Math.Ceiling(Math.Cbrt(1.5 * count) * Math.Pow(2 * lag1 / (1 - (lag1 * lag1)), 2.0 / 3));

    /// <summary>Fills an array with blocks of the series, each from a place that is drawn.</summary>
    internal static void Resample(double[] series, int length, Random random, double[] into)
    {
        for (var filled = 0; filled < into.Length; filled += length)
        {
            var start = random.Next(series.Length - length + 1);
            series.AsSpan(start, Math.Min(length, into.Length - filled)).CopyTo(into.AsSpan(filled));
        }
    }
}
