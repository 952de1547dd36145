using AzurePerf.Core.Statistics;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class HolmAdjustmentTests
{
    // R: p.adjust(c(...), "holm")
    [Theory]
    [InlineData(new[] { 0.01, 0.02, 0.03, 0.005, 0.2, 0.9 }, new[] { 0.05, 0.08, 0.09, 0.03, 0.4, 0.9 })]
    [InlineData(new[] { 0.04, 0.04, 0.011, 0.6 }, new[] { 0.12, 0.12, 0.044, 0.6 })]
    [InlineData(new[] { 0.03 }, new[] { 0.03 })]
    [InlineData(new double[0], new double[0])]
    public void It_is_the_adjustment_of_R(double[] probabilities, double[] expected)
        => Assert.Equal(expected, HolmAdjustment.Of(probabilities).Select(probability => Math.Round(probability, 12)));

    [Fact]
    public void What_is_no_probability_is_refused() => Assert.Throws<ArgumentOutOfRangeException>(() => HolmAdjustment.Of([0.1, double.NaN]));

    [Fact]
    public void It_never_lowers_keeps_the_order_and_is_at_least_bonferroni_for_the_smallest() => SeededProperty.Holds(
        Gen.Int[0, 1_000].Select(step => step / 1_000.0).Array[12],
        probabilities =>
        {
            var adjusted = HolmAdjustment.Of(probabilities);
            var smallest = Array.IndexOf(probabilities, probabilities.Min());
            return probabilities.Zip(adjusted).All(pair => pair.Second >= pair.First && pair.Second <= 1)
                && probabilities.Zip(adjusted).OrderBy(pair => pair.First).Select(pair => pair.Second).SequenceEqual(adjusted.Order())
                && Math.Abs(adjusted[smallest] - Math.Min(1, 12 * probabilities[smallest])) < 1e-12;
        });
}
