namespace AzurePerf.Core.Statistics;

/// <summary>How far the second side of each pair of a sweep lies above the first one, in standard errors that borrow from the other
/// pairs.</summary>
/// <remarks>
/// Source: Welch's standard error, moderated as by Smyth 2004 (Stat. Appl. Genet. Mol. Biol. 3, article 3): pairs that vary alike lend each
/// other degrees of freedom, pairs that vary differently keep their own. Where Smyth inverts the trigamma function, the first two terms of
/// its series are inverted; a test by permutation is exact with any statistic. Values farther from the middle of both sides together than
/// <see cref="Reach"/> robust standard deviations count as if they lay there (Huber 1981, Robust Statistics, section 1.7).
/// </remarks>
internal sealed class ModeratedShift
{
    /// <summary>Standard deviations, as the median distance from the median tells them, within which values count in full.</summary>
    private const double Reach = 3;

    /// <summary>The standard deviation of a normal distribution over its median distance from the median.</summary>
    private const double DeviationPerDistance = 1.4826;

    /// <summary>Share of the variance of all values that rounding may leave where none is.</summary>
    private const double Rounding = 1e-12;

    private readonly Row[] _rows;
    private readonly double[] _differences;
    private readonly double[] _variances;
    private readonly double[] _logs;

    /// <param name="values">Of each pair: the first side's blocks, then the second side's; not a number where a block has no value. At
    /// least 2 values on either side.</param>
    /// <param name="firstBlocks">Blocks of the first side.</param>
    public ModeratedShift(IEnumerable<double[]> values, int firstBlocks)
    {
        _rows = [.. values.Select(row => Row.Of(row, firstBlocks))];
        _differences = new double[_rows.Length];
        _variances = new double[_rows.Length];
        _logs = new double[_rows.Length];
    }

    /// <summary>The statistic of each pair.</summary>
    /// <param name="order">The blocks of both sides; of each pair's values, as many as its first side has come first.</param>
    /// <param name="into">One place for each pair.</param>
    public void Compute(ReadOnlySpan<int> order, Span<double> into)
    {
        for (var index = 0; index < _rows.Length; index++)
        {
            (_differences[index], _variances[index]) = _rows[index].Split(order);
        }

        var (freedom, typical) = Prior();
        for (var index = 0; index < _rows.Length; index++)
        {
            var row = _rows[index];
            var variance = ((freedom * typical) + (row.Freedom * _variances[index])) / (freedom + row.Freedom);
            into[index] = row.Variance == 0 ? 0 : _differences[index] / Math.Sqrt(variance * row.Scale);
        }
    }

    /// <summary>Degrees of freedom that the pairs lend each other, and the variance that they lend: Smyth's equations, section
    /// 6.2.</summary>
    private (double Freedom, double Variance) Prior()
    {
        var (count, noise) = (0, 0.0);
        for (var index = 0; index < _rows.Length; index++)
        {
            if (_rows[index].Variance > 0)
            {
                _logs[count++] = Math.Log(_variances[index]) + Bias(_rows[index].Freedom);
                noise += Trigamma(_rows[index].Freedom / 2);
            }
        }

        if (count < 2)
        {
            return (0, 0);
        }

        var logs = SampleMoments.Of(_logs.AsSpan(0, count));
        var excess = logs.Variance - (noise / count);

        // Without any excess the pairs vary alike: no pair has degrees of freedom of its own that would count next to those of all.
        var freedom = excess <= 0 ? double.MaxValue : 2 / (Math.Sqrt(1 + (2 * excess)) - 1);
        return (Math.Min(freedom, 1e9), Math.Exp(logs.Mean - Bias(freedom)));
    }

    /// <summary>How far the mean logarithm of a sample variance lies below the logarithm of the true one, for these degrees of
    /// freedom.</summary>
    private static double Bias(double freedom) => (1 / freedom) + (1 / (3 * freedom * freedom));

    private static double Trigamma(double x) => (1 / x) + (1 / (2 * x * x)) + (1 / (6 * x * x * x));

    /// <summary>The values of one pair, about their common mean.</summary>
    private sealed record Row(double[] Values, int First, int Second, double Total, double Squares)
    {
        public double Freedom { get; } = First + Second - 2;

        /// <summary>What a variance is multiplied with to be that of the difference of the means.</summary>
        public double Scale { get; } = (1.0 / First) + (1.0 / Second);

        /// <summary>Of all values together, whichever side they are of.</summary>
        public double Variance { get; } = Squares / (First + Second);

        public static Row Of(double[] values, int firstBlocks)
        {
            double[] known = [.. values.Where(value => !double.IsNaN(value)).Order()];
            var middle = Sample.QuantileOfSorted(known, 0.5);
            var reach = Reach * DeviationPerDistance
                * Sample.QuantileOfSorted([.. known.Select(value => Math.Abs(value - middle)).Order()], 0.5);
            double[] near = reach > 0 ? [.. values.Select(value => Math.Clamp(value, middle - reach, middle + reach))] : values;
            var mean = near.Where(value => !double.IsNaN(value)).Average();
            double[] centred = [.. near.Select(value => value - mean)];
            double[] present = [.. centred.Where(value => !double.IsNaN(value))];
            var first = centred.Take(firstBlocks).Count(value => !double.IsNaN(value));
            return new(centred, first, present.Length - first, present.Sum(), present.Sum(value => value * value));
        }

        /// <summary>Mean of the second side minus mean of the first, and the variance that its standard error rests on.</summary>
        public (double Difference, double Variance) Split(ReadOnlySpan<int> order)
        {
            var (sum, squares, left) = (0.0, 0.0, First);
            for (var place = 0; left > 0; place++)
            {
                var value = Values[order[place]];
                if (!double.IsNaN(value))
                {
                    sum += value;
                    squares += value * value;
                    left--;
                }
            }

            var (first, second) = (sum / First, (Total - sum) / Second);
            var below = (squares - (First * first * first)) / (First - 1) / First;
            var above = (Squares - squares - (Second * second * second)) / (Second - 1) / Second;
            return (second - first, Math.Max((below + above) / Scale, Rounding * Variance));
        }
    }
}
