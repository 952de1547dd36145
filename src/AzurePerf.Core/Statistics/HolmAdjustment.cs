namespace AzurePerf.Core.Statistics;

/// <summary>Probabilities of several tests, raised so that the chance of even one false rejection stays at the level they are compared
/// with.</summary>
/// <remarks>
/// Source: Holm 1979 (Scand. J. Stat. 6, 65-70): the i-th smallest of m times m - i + 1, never below an earlier one, at most 1. Needs no
/// independence.
/// </remarks>
public static class HolmAdjustment
{
    /// <summary>The adjusted probabilities, in the order given.</summary>
    /// <param name="probabilities">Each from 0 to 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">One is not from 0 to 1.</exception>
    public static IReadOnlyList<double> Of(IReadOnlyList<double> probabilities)
    {
        ArgumentNullException.ThrowIfNull(probabilities);
        if (probabilities.Any(probability => !(probability is >= 0 and <= 1)))
        {
            throw new ArgumentOutOfRangeException(nameof(probabilities), "Every probability must be from 0 to 1.");
        }

        var adjusted = new double[probabilities.Count];
        var (remaining, greatest) = (probabilities.Count, 0.0);
        foreach (var index in Enumerable.Range(0, probabilities.Count).OrderBy(index => probabilities[index]))
        {
            greatest = Math.Max(greatest, Math.Min(1, remaining * probabilities[index]));
            adjusted[index] = greatest;
            remaining--;
        }

        return adjusted;
    }
}
