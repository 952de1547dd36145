using MathNet.Numerics.Distributions;

namespace AzurePerf.Core.Statistics;

/// <summary>The standard deviation of one sample over that of another, with a bootstrap interval.</summary>
/// <remarks>
/// Both samples are resampled. Independent values: BCa (see <see cref="BcaBootstrap"/>), with the acceleration of several samples, sum l^3 / n^3 over 6 (sum l^2 / n^2)^1.5 of the
/// jackknife's influences l = (n - 1) (estimate - value without one) (Davison and Hinkley 1997, Bootstrap Methods and their Application, sections 3.2 and 5.3). Series that depend on
/// themselves: the percentile interval of blocks as in <see cref="BlockBootstrap"/>.
/// </remarks>
/// <param name="Value">Numerator over denominator.</param>
/// <param name="Interval">Of 95 %; null where a sample has fewer than <see cref="BcaBootstrap.MinimumSamples"/> values or too few blocks.</param>
/// <param name="Probability">Two-sided, of so different spreads if they were equal (<see cref="BrownForsythe"/>).</param>
public sealed record DeviationRatio(double Value, ConfidenceInterval? Interval, double Probability)
{
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
        if (Math.Min(above.Length, below.Length) < BcaBootstrap.MinimumSamples
            || (long1 > 1 && above.Length < BlockBootstrap.MinimumBlocks * long1)
            || (long2 > 1 && below.Length < BlockBootstrap.MinimumBlocks * long2))
        {
            return null;
        }

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
        var (low, high) = long1 > 1 || long2 > 1 ? (0.025, 0.975) : Levels(above, below, drawn);
        return double.IsNaN(low) || double.IsNaN(high) ? null : new(Sample.QuantileOfSorted(drawn, low), Sample.QuantileOfSorted(drawn, high));
    }

    private static (double Low, double High) Levels(double[] above, double[] below, double[] drawn)
    {
        var estimate = DeviationOf(above) / DeviationOf(below);
        var bias = BcaBootstrap.BiasCorrection(drawn, estimate);
        var acceleration = Acceleration(above, below);
        var z = Normal.InvCDF(0, 1, 0.975);
        return (BcaBootstrap.Level(bias, acceleration, -z), BcaBootstrap.Level(bias, acceleration, z));
    }

    private static double Acceleration(double[] above, double[] below)
    {
        // Relative to the estimate, which cancels.
        var (one, other) = (DeviationOf(above), DeviationOf(below));
        double[] first = [.. WithoutEach(above).Select(deviation => 1 - (deviation / one))];
        double[] second = [.. WithoutEach(below).Select(deviation => 1 - (other / deviation))];
        var (cubes, squares) = (0.0, 0.0);
        foreach (var influences in new[] { first, second })
        {
            var scale = (influences.Length - 1.0) / influences.Length;
            cubes += influences.Sum(influence => Math.Pow(scale * influence, 3));
            squares += influences.Sum(influence => Math.Pow(scale * influence, 2));
        }

        return squares == 0 || !double.IsFinite(squares) ? 0 : cubes / (6 * Math.Pow(squares, 1.5));
    }

    /// <summary>The standard deviation of the sample without each of its values in turn, from its moments: what a value of distance d takes away is d^2 n / (n - 1).</summary>
    private static IEnumerable<double> WithoutEach(double[] values)
    {
        var moments = SampleMoments.Of(values);
        var count = (double)values.Length;
        return values.Select(value => Math.Sqrt(Math.Max(0, moments.SquaredDeviations - (Math.Pow(value - moments.Mean, 2) * count / (count - 1))) / (count - 2)));
    }

    private static int BlockOf(double[] values, Autocorrelation autocorrelation) => autocorrelation.NeedsBlocks ? BlockBootstrap.BlockLength(values.Length, autocorrelation.Lag1) : 1;

    private static double DeviationOf(ReadOnlySpan<double> values) => Math.Sqrt(SampleMoments.Of(values).Variance);
}
