using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>The standard deviation of one sample over that of another, with a bootstrap interval.</summary>
/// <remarks>
/// Independent values: Bonett 2006 (Appl. Psychol. Meas. 30, 430-439), the logarithm of the ratio of the variances, its standard error from the kurtosis of both samples together about
/// trimmed means. It holds for skewed values too, where the bootstrap does not. Series that depend on themselves: the percentile interval of blocks as in <see cref="BlockBootstrap"/>.
/// </remarks>
/// <param name="Value">Numerator over denominator.</param>
/// <param name="Interval">Of 95 %; null where a sample has fewer than <see cref="MinimumSamples"/> values or too few blocks.</param>
/// <param name="Probability">Two-sided, of so different spreads if they were equal (<see cref="BrownForsythe"/>).</param>
public sealed record DeviationRatio(double Value, ConfidenceInterval? Interval, double Probability)
{
    /// <summary>Fewer values have no interval.</summary>
    public const int MinimumSamples = 10;

    private const int Seed = 1;

    /// <summary>(B + 1) times a tail of 2.5 % is a whole number.</summary>
    private const int Replicates = 999;

    /// <summary>The ratio; null where a sample has fewer than two values, or the denominator never varies.</summary>
    /// <param name="numerator">Finite, in the order of time.</param>
    /// <param name="denominator">Likewise.</param>
    public static DeviationRatio? Of(IReadOnlyList<double> numerator, IReadOnlyList<double> denominator)
    {
        ArgumentNullException.ThrowIfNull(numerator);
        ArgumentNullException.ThrowIfNull(denominator);
        double[] above = [.. numerator];
        double[] below = [.. denominator];
        if (above.Length < 2 || below.Length < 2 || DeviationOf(below) == 0)
        {
            return null;
        }

        var (first, second) = (Autocorrelation.Of(above), Autocorrelation.Of(below));
        var depends = first.NeedsBlocks || second.NeedsBlocks;
        var share = depends ? Math.Min(first.EffectiveSamples / above.Length, second.EffectiveSamples / below.Length) : 1;
        return new(DeviationOf(above) / DeviationOf(below), IntervalOf(above, below, first, second), BrownForsythe.TwoSided(above, below, share));
    }

    private static ConfidenceInterval? IntervalOf(double[] above, double[] below, Autocorrelation first, Autocorrelation second)
    {
        var (long1, long2) = (BlockOf(above, first), BlockOf(below, second));
        return Math.Min(above.Length, below.Length) < MinimumSamples || DeviationOf(above) == 0 ? null
            : long1 == 1 && long2 == 1 ? Independent(above, below)
            : above.Length < BlockBootstrap.MinimumBlocks * long1 || below.Length < BlockBootstrap.MinimumBlocks * long2 ? null
            : OfBlocks(above, below, long1, long2);
    }

    private static ConfidenceInterval OfBlocks(double[] above, double[] below, int long1, int long2)
    {
        var random = new Random(Seed);
        var (one, other) = (new double[above.Length], new double[below.Length]);
        var drawn = new double[Replicates];
        for (var replicate = 0; replicate < Replicates; replicate++)
        {
            BlockBootstrap.Resample(above, long1, random, one);
            BlockBootstrap.Resample(below, long2, random, other);

            // A resample of one value again and again has no spread: beyond all others.
            drawn[replicate] = DeviationOf(other) is > 0 and var spread ? DeviationOf(one) / spread : double.MaxValue;
        }

        Array.Sort(drawn);
        return new(Sample.QuantileOfSorted(drawn, 0.025), Sample.QuantileOfSorted(drawn, 0.975));
    }

    private static ConfidenceInterval Independent(double[] above, double[] below)
    {
        var (one, other) = (SampleMoments.Of(above), SampleMoments.Of(below));
        var squares = one.SquaredDeviations + other.SquaredDeviations;
        var kurtosis = (above.Length + below.Length) * (FourthPowers(above) + FourthPowers(below)) / (squares * squares);
        var error = Math.Sqrt(Math.Max(0, Part(kurtosis, above.Length) + Part(kurtosis, below.Length)));
        var z = Normal.InvCDF(0, 1, 0.975);
        var middle = Math.Log(above.Length / (above.Length - z) / (below.Length / (below.Length - z)) * one.Variance / other.Variance);
        return new(Math.Exp((middle - (z * error)) / 2), Math.Exp((middle + (z * error)) / 2));
    }

    private static double Part(double kurtosis, double count) => (kurtosis - ((count - 3) / count)) / (count - 1);

    /// <summary>About the mean of what is left when a share of 1 / (2 sqrt(n - 4)) is cut off at either end.</summary>
    private static double FourthPowers(double[] values)
    {
        var cut = (int)(values.Length / (2 * Math.Sqrt(values.Length - 4.0)));
        var mean = values.Order().Skip(cut).Take(values.Length - (2 * cut)).Average();
        return values.Sum(value => Math.Pow(value - mean, 4));
    }

    private static int BlockOf(double[] values, Autocorrelation autocorrelation) => autocorrelation.NeedsBlocks ? BlockBootstrap.BlockLength(values.Length, autocorrelation.Lag1) : 1;

    private static double DeviationOf(ReadOnlySpan<double> values) => Math.Sqrt(SampleMoments.Of(values).Variance);
}
