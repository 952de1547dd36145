namespace AzurePerf.Probes.Compute.Correlation;

/// <summary>How surprising a correlation is.</summary>
internal static class Significance
{
    /// <summary>Student's t of a coefficient of correlation of so many subjects.</summary>
    public static double T(double r, int subjects) => r * Math.Sqrt((subjects - 2) / (1 - (r * r)));

    /// <summary>
    /// The probability of so great a magnitude anywhere in the whole table if nothing went together, from the greatest of each permutation
    /// (Westfall and Young 1993): permutations that reach it, and the subjects as they are, over all.
    /// </summary>
    public static double Corrected(double t, IReadOnlyCollection<double> maxima) =>
        (1.0 + maxima.Count(maximum => maximum >= Math.Abs(t))) / (maxima.Count + 1);
}
