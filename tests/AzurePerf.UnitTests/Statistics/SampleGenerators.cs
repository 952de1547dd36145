using CsCheck;

namespace AzurePerf.UnitTests.Statistics;

/// <summary>Samples for properties: values on a coarse grid, so that ties occur and sums are exact.</summary>
internal static class SampleGenerators
{
    public static Gen<double[]> Values(int minimum, int maximum) =>
        Gen.Int[1, 400].Select(step => step / 4.0).Array[minimum, maximum];

    public static Gen<(double[] First, double[] Second)> Pairs(int minimum, int maximum) =>
        Gen.Select(Values(minimum, maximum), Values(minimum, maximum));

    /// <summary>The same values in another order.</summary>
    public static double[] Shuffled(double[] values)
    {
        double[] copy = [.. values];
        new Random(17).Shuffle(copy);
        return copy;
    }
}
