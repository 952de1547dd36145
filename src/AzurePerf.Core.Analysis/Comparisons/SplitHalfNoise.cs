using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Comparisons;

/// <summary>The noise floor of one side of a comparison, from nothing but its own repetitions: how different two halves of them
/// look.</summary>
/// <remarks>
/// The halves differ by the ratio of Hodges and Lehmann, as two runs do, and by the same figure to the last digits. Either has half of the
/// repetitions, so independent ones make halves differ 1.41 times as much as two whole runs of as many: the floor is cautious, and is not
/// corrected. What differs from one run to the next is not in it, which makes it too small where the target drifts;
/// <see cref="NoiseFloor"/> over several runs sees that.
/// </remarks>
public static class SplitHalfNoise
{
    /// <summary>Two halves that could be compared.</summary>
    public const int MinimumRepetitions = 2 * ComparisonRule.MinimumRepetitions;

    /// <summary>Only series have more, whose repetitions depend on each other.</summary>
    public const int MostRepetitions = 1_000;

    /// <summary>Random halvings. Their 95th percentile is known to 3 % of itself then; 12 repetitions know their own spread to 21 %, 50 to
    /// 10 %.</summary>
    public const int Halvings = 1_000;

    private const int Seed = 1;

    /// <summary>
    /// The difference, as a share, that 95 of 100 random halvings stay within; null with fewer than <see cref="MinimumRepetitions"/>, more
    /// than <see cref="MostRepetitions"/>, or where a value is not positive. The same values give the same floor.
    /// </summary>
    /// <param name="values">Of the repetitions; of an odd number the last one is left out.</param>
    public static double? FloorOf(IReadOnlyList<double> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        if (values.Count is < MinimumRepetitions or > MostRepetitions || !values.All(value => value > 0 && double.IsFinite(value)))
        {
            return null;
        }

        var halves = new SplitHalves([.. values.Take(values.Count / 2 * 2).Select(value => Math.Log(value))]);
        var random = new Random(Seed);
        var differences = new double[Halvings];
        for (var halving = 0; halving < Halvings; halving++)
        {
            differences[halving] = halves.Draw(random);
        }

        Array.Sort(differences);
        return Math.Exp(Sample.QuantileOfSorted(differences, NoiseFloor.Coverage)) - 1;
    }
}
