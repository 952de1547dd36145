namespace AzurePerf.Core.Statistics;

/// <summary>Where a series changed for good.</summary>
/// <param name="Index">The first value of the new segment, from 0.</param>
/// <param name="MeanBefore">Mean of the segment that ends just before it; the geometric one where logarithms were tested.</param>
/// <param name="MeanAfter">The same of the segment that begins with it.</param>
/// <param name="Probability">Two-sided, of both segments having one mean.</param>
public readonly record struct ChangePoint(int Index, double MeanBefore, double MeanAfter, double Probability)
{
    /// <summary>The change relative to the smaller mean: 1 for a doubling and for a halving. Infinite from or to 0.</summary>
    public double Magnitude =>
        MeanBefore == MeanAfter ? 0 : Math.Max(Math.Abs((MeanAfter / MeanBefore) - 1), Math.Abs((MeanBefore / MeanAfter) - 1));

    internal static ChangePoint Of(ReadOnlySpan<double> before, ReadOnlySpan<double> after, int index, ChangePointRule rule)
    {
        var (left, right) = (SampleMoments.Of(before), SampleMoments.Of(after));
        return new(index, left.Mean, right.Mean,
            StudentTest.TwoSided(left, right, rule.Independent ? 1 : SerialDependence.IndependentShare(before, after)));
    }

    internal bool Holds(ChangePointRule rule) => Probability < ChangePointRule.MaximumProbability && Magnitude > rule.MinimumMagnitude;
}
