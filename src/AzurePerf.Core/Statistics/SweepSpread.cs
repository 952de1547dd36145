namespace AzurePerf.Core.Statistics;

/// <summary>Whether the two sides of the pairs of a sweep vary differently, all pairs together, by permutation.</summary>
/// <remarks>
/// A permutation of values about different levels is exact only where both sides vary alike. One pair of six repetitions says little about
/// that, dozens together much. The statistic is the sum of the squared logarithms of the ratios of both sides' variances, so pairs may
/// differ in either direction. What is permuted are values about the means of their sides, so that a change of level is no difference of
/// spread, and whole blocks of them, as in <see cref="StepDownMaxT"/>. A few degrees of freedom are lost by that, which is cautious.
/// </remarks>
internal static class SweepSpread
{
    private const int Permutations = 199;
    private const int Seed = 1;

    /// <summary>Share of the squares of all values that rounding may leave where none is.</summary>
    private const double Rounding = 1e-12;

    /// <summary>Probability of so different spreads if they were equal in all pairs.</summary>
    /// <param name="values">As <see cref="StepDownMaxT.SecondIsGreater"/> takes them.</param>
    /// <param name="firstBlocks">Blocks of the first side.</param>
    public static double Probability(IReadOnlyList<double[]> values, int firstBlocks)
    {
        ArgumentNullException.ThrowIfNull(values);
        if (values.Count == 0)
        {
            return 1;
        }

        Row[] rows = [.. values.Select(row => Row.Of(row, firstBlocks)).Where(row => row.Squares > 0)];
        int[] blocks = [.. Enumerable.Range(0, values[0].Length)];
        var (seen, random, asGreat) = (rows.Sum(row => row.Distance(blocks)), new Random(Seed), 0);
        for (var permutation = 0; permutation < Permutations; permutation++)
        {
            random.Shuffle(blocks);
            asGreat += rows.Sum(row => row.Distance(blocks)) >= seen - (1e-9 * seen) ? 1 : 0;
        }

        return (1.0 + asGreat) / (Permutations + 1);
    }

    /// <summary>The values of one pair about the means of their sides, each side with its share of the variance.</summary>
    private sealed record Row(double[] Values, int First, int Second, double Total, double Squares)
    {
        public static Row Of(double[] values, int firstBlocks)
        {
            double[] centred = [.. About(values[..firstBlocks]), .. About(values[firstBlocks..])];
            double[] known = [.. centred.Where(value => !double.IsNaN(value))];
            var first = centred.Take(firstBlocks).Count(value => !double.IsNaN(value));
            return new(centred, first, known.Length - first, known.Sum(), known.Sum(value => value * value));
        }

        /// <summary>The squared logarithm of the ratio of both sides' variances, when as many values as the first side has come
        /// first.</summary>
        public double Distance(int[] order)
        {
            var (sum, squares, left) = (0.0, 0.0, First);
            for (var place = 0; left > 0; place++)
            {
                if (Values[order[place]] is var value && !double.IsNaN(value))
                {
                    sum += value;
                    squares += value * value;
                    left--;
                }
            }

            var log = Math.Log(Variance(Total - sum, Squares - squares, Second) / Variance(sum, squares, First));
            return log * log;
        }

        private double Variance(double sum, double squares, int count) =>
            Math.Max(squares - (sum * sum / count), Rounding * Squares) / (count - 1);

        private static IEnumerable<double> About(double[] side)
        {
            double[] known = [.. side.Where(value => !double.IsNaN(value))];
            var (mean, share) = (known.Average(), Math.Sqrt(known.Length / (known.Length - 1.0)));
            return side.Select(value => share * (value - mean));
        }
    }
}
