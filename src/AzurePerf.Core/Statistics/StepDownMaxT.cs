namespace AzurePerf.Core.Statistics;

/// <summary>Probabilities of all pairs of a sweep at once, by permutation: the chance of even one false rejection stays at the
/// level.</summary>
/// <remarks>
/// Source: Westfall and Young 1993, Resampling-Based Multiple Testing, algorithm 4.1 (step-down maxT). What is permuted are whole blocks,
/// each with its value of every pair, so that what a block's minute did to all of its values counts once. A block without a value of a pair
/// is passed over for that pair, so each pair keeps its numbers of values on either side, which may differ. The count of permutations that
/// reach the statistic is itself uncertain, so its standard error is added to it. Unlike Holm's, the least probability is the same for one
/// pair and for hundreds.
/// </remarks>
internal static class StepDownMaxT
{
    /// <summary>With those as they were measured a whole number: the least probability is 1 in 2,000.</summary>
    private const int MostPermutations = 1_999;

    private const int FewestPermutations = 399;
    private const int Seed = 1;

    /// <summary>Values that are added up in all: more of them get fewer permutations.</summary>
    private const long Work = 100_000_000;

    /// <summary>Of each pair, the one-sided probability of a second side so far above the first if no pair had a shift upwards; adjusted
    /// for the number of pairs.</summary>
    /// <param name="values">Of each pair: the first side's blocks, then the second side's; not a number where a block has no value. At
    /// least 2 values on either side.</param>
    /// <param name="firstBlocks">Blocks of the first side.</param>
    public static IReadOnlyList<double> SecondIsGreater(IReadOnlyList<double[]> values, int firstBlocks)
    {
        ArgumentNullException.ThrowIfNull(values);
        if (values.Count == 0)
        {
            return [];
        }

        var statistic = new ModeratedShift(values, firstBlocks);
        int[] blocks = [.. Enumerable.Range(0, values[0].Length)];
        var (seen, drawn) = (new double[values.Count], new double[values.Count]);
        statistic.Compute(blocks, seen);
        int[] ascending = [.. Enumerable.Range(0, values.Count).OrderBy(pair => seen[pair])];
        var permutations = (int)Math.Clamp(Work / ((long)values.Count * blocks.Length), FewestPermutations, MostPermutations);
        var (exceeding, random) = (new int[values.Count], new Random(Seed));
        for (var permutation = 0; permutation < permutations; permutation++)
        {
            random.Shuffle(blocks);
            statistic.Compute(blocks, drawn);
            Count(ascending, seen, drawn, exceeding);
        }

        return Adjusted(ascending, exceeding, permutations);
    }

    /// <summary>Counts for each pair whether the greatest statistic of it and of all that showed less is as great as its own was.</summary>
    private static void Count(int[] ascending, double[] seen, double[] drawn, int[] exceeding)
    {
        var greatest = double.NegativeInfinity;
        foreach (var pair in ascending)
        {
            greatest = Math.Max(greatest, drawn[pair]);

            // Sums in another order differ in their last digits.
            exceeding[pair] += greatest >= seen[pair] - (1e-9 * Math.Abs(seen[pair])) ? 1 : 0;
        }
    }

    private static double[] Adjusted(int[] ascending, int[] exceeding, int permutations)
    {
        var (adjusted, greatest) = (new double[exceeding.Length], 0.0);
        foreach (var pair in ascending.Reverse())
        {
            greatest = Math.Max(greatest, Math.Min(1, (1 + exceeding[pair] + Math.Sqrt(exceeding[pair])) / (permutations + 1)));
            adjusted[pair] = greatest;
        }

        return adjusted;
    }
}
