using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class StudentTestTests
{
    // R: t.test(A, B, var.equal = TRUE)$p.value, t.test(A[1:2], B[1:3], var.equal = TRUE)$p.value
    [Theory]
    [InlineData(10, 10, 0.007644792868170781)]
    [InlineData(2, 3, 0.14993084664463519)]
    public void Its_probability_is_that_of_R(int first, int second, double probability)
        => Assert.Equal(probability, Of(ReferenceSamples.A[..first], ReferenceSamples.B[..second]), 1e-12);

    [Fact]
    public void Two_values_alone_show_nothing() => Assert.Equal(1, Of([1], [100]));

    [Fact]
    public void A_step_without_any_spread_is_certain() => Assert.Equal(0, Of([2, 2, 2], [3, 3]));

    private static double Of(double[] left, double[] right) => StudentTest.TwoSided(SampleMoments.Of(left), SampleMoments.Of(right));
}
