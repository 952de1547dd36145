using MathNet.Numerics.Distributions;

namespace AzurePerf.UnitTests.Statistics;

/// <summary>Samples whose statistics were computed elsewhere, and seeded ones of known distributions.</summary>
internal static class ReferenceSamples
{
    /// <summary>Called A in the stored calls of R and SciPy; without ties, also with <see cref="B"/>.</summary>
    public static readonly double[] A = [12.4, 11.9, 13.1, 12.8, 12.2, 11.7, 12.9, 13.4, 12.0, 12.6];

    /// <summary>Called B there.</summary>
    public static readonly double[] B = [13.0, 12.7, 14.1, 13.8, 12.3, 13.3, 14.4, 13.6, 12.5, 13.9];

    public static double[] Normal(Random random, int count, double mean = 0, double deviation = 1)
    {
        var values = new double[count];
        MathNet.Numerics.Distributions.Normal.Samples(random, values, mean, deviation);
        return values;
    }

    /// <summary>Of a mean and a coefficient of variation.</summary>
    public static double[] LogNormal(Random random, int count, double mean, double variation)
    {
        var values = new double[count];
        var sigma = Math.Sqrt(Math.Log(1 + (variation * variation)));
        MathNet.Numerics.Distributions.LogNormal.Samples(random, values, Math.Log(mean) - (sigma * sigma / 2), sigma);
        return values;
    }

    /// <summary>An autoregression of the first order about 0 with deviation 1.</summary>
    public static double[] Autocorrelated(Random random, int count, double lag1)
    {
        var values = Normal(random, count, 0, Math.Sqrt(1 - (lag1 * lag1)));
        values[0] /= Math.Sqrt(1 - (lag1 * lag1));
        for (var index = 1; index < count; index++)
        {
            values[index] += lag1 * values[index - 1];
        }

        return values;
    }

    /// <summary>A chain that is at 150 for a share of the time, else at 100, with noise of deviation 1.</summary>
    public static double[] Switching(Random random, int count, double slow, double lag1)
    {
        var values = Normal(random, count);
        var isSlow = random.NextDouble() < slow;
        for (var index = 0; index < count; index++)
        {
            values[index] += isSlow ? 150 : 100;
            isSlow = random.NextDouble() < lag1 ? isSlow : random.NextDouble() < slow;
        }

        return values;
    }

    /// <summary>Events per bin at a mean of so many.</summary>
    public static double[] Counts(Random random, int bins, Func<int, double> meanOf) =>
        [.. Enumerable.Range(0, bins).Select(bin => (double)Poisson.Sample(random, meanOf(bin)))];
}
