namespace AzurePerf.Core.Statistics;

/// <summary>Whether values resemble the one before more than chance allows, over several series that were measured in the same
/// blocks.</summary>
/// <param name="Lag1">The correlation of a value with the next one, corrected for what a short series hides: its expectation is r - (1 + 4
/// r) / n (Kendall 1954).</param>
/// <param name="Probability">Of so great a mean correlation if every order of the blocks were as likely as any other; one-sided, by
/// permutation.</param>
internal readonly record struct SerialOrder(double Lag1, double Probability)
{
    /// <summary>Of fewer values the correlation says nothing.</summary>
    public const int MinimumSamples = 10;

    private const int MostPermutations = 499;
    private const int FewestPermutations = 99;
    private const int Seed = 1;
    private const double StrongestCorrelation = 0.99;

    /// <summary>Values that are multiplied in all: more of them get fewer permutations.</summary>
    private const long Work = 50_000_000;

    /// <summary>Null where no series is long enough, or none varies.</summary>
    /// <param name="sides">Of each side its series; in each the same blocks in the order of time, not a number where a block has no value.
    /// The blocks of a side change places together.</param>
    public static SerialOrder? Of(IReadOnlyList<IReadOnlyList<double[]>> sides)
    {
        double[][][] centred = [.. sides.Select(side => side.Select(Centred).OfType<double[]>().ToArray()).Where(side => side.Length > 0)];
        if (centred.Length == 0)
        {
            return null;
        }

        int[][] orders = [.. centred.Select(side => Enumerable.Range(0, side[0].Length).ToArray())];
        var seen = Sum(centred, orders);
        var random = new Random(Seed);
        var permutations =
            (int)Math.Clamp(Work / centred.Sum(side => (long)side.Length * side[0].Length), FewestPermutations, MostPermutations);
        var asGreat = 0;
        for (var permutation = 0; permutation < permutations; permutation++)
        {
            Array.ForEach(orders, random.Shuffle);
            asGreat += Sum(centred, orders) >= seen - 1e-9 ? 1 : 0;
        }

        return new(Corrected(seen, centred), (1.0 + asGreat) / (permutations + 1));
    }

    private static double Corrected(double sum, double[][][] sides)
    {
        var series = sides.Sum(side => side.Length);
        var length = sides.Sum(side => side.Sum(values => values.Count(double.IsFinite))) / (double)series;
        return Math.Min(((sum / series) + (1 / length)) / (1 - (4 / length)), StrongestCorrelation);
    }

    /// <summary>About their mean, their squares adding up to 1; null where there are too few or all are one.</summary>
    private static double[]? Centred(double[] series)
    {
        double[] known = [.. series.Where(double.IsFinite)];
        var moments = known.Length < MinimumSamples ? default : SampleMoments.Of(known);
        return moments.Variance > 0 ? [.. series.Select(value => (value - moments.Mean) / Math.Sqrt(moments.SquaredDeviations))] : null;
    }

    private static double Sum(double[][][] sides, int[][] orders)
    {
        var sum = 0.0;
        for (var side = 0; side < sides.Length; side++)
        {
            foreach (var series in sides[side])
            {
                sum += Correlation(series, orders[side]);
            }
        }

        return sum;
    }

    private static double Correlation(double[] series, int[] order)
    {
        var (sum, before) = (0.0, double.NaN);
        foreach (var block in order)
        {
            var value = series[block];
            if (!double.IsNaN(value))
            {
                sum += double.IsNaN(before) ? 0 : before * value;
                before = value;
            }
        }

        return sum;
    }
}
