using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class MeanIntervalTests
{
    // R: t.test(A)$conf.int, t.test(A, conf.level = 0.9)$conf.int, t.test(A[1:5])$conf.int
    [Theory]
    [InlineData(10, 0.95, 12.102420560262567, 12.897579439737434)]
    [InlineData(10, 0.90, 12.177826092401379, 12.822173907598621)]
    [InlineData(5, 0.95, 11.888415185314205, 13.071584814685796)]
    public void It_is_the_interval_of_R(int count, double confidence, double low, double high)
    {
        var interval = MeanInterval.Of(ReferenceSamples.A[..count], confidence, minimum: 5)!.Value;

        Assert.Equal(low, interval.Low, 1e-10);
        Assert.Equal(high, interval.High, 1e-10);
    }

    [Fact]
    public void Nineteen_points_allow_no_claim()
    {
        double[] twenty = [.. ReferenceSamples.A, .. ReferenceSamples.B];

        Assert.Null(MeanInterval.Of(twenty[..19]));
        Assert.NotNull(MeanInterval.Of(twenty));
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_value_that_is_not_finite_is_refused(double value) => Assert.Throws<ArgumentException>(() => MeanInterval.Of([1, 2, 3, 4, value]));

    [Fact]
    public void It_moves_and_stretches_with_the_values_and_does_not_know_their_order() => SeededProperty.Holds(
        SampleGenerators.Values(5, 30),
        values =>
        {
            var plain = MeanInterval.Of(values, minimum: 5)!.Value;
            var moved = MeanInterval.Of([.. SampleGenerators.Shuffled(values).Select(value => (3 * value) + 7)], minimum: 5)!.Value;
            return Math.Abs(moved.Low - ((3 * plain.Low) + 7)) < 1e-8 && Math.Abs(moved.High - ((3 * plain.High) + 7)) < 1e-8;
        });

    [Theory]
    [InlineData(6)]
    [InlineData(10)]
    public void It_covers_the_mean_of_seeded_normal_values_in_95_of_100_cases(int count)
    {
        const int Rounds = 10_000;
        var random = new Random(3);
        var covered = Enumerable.Range(0, Rounds).Count(_ => MeanInterval.Of(ReferenceSamples.Normal(random, count, 50, 4), minimum: 6)!.Value.Contains(50));

        // Three standard errors.
        Assert.Equal(0.95, covered / (double)Rounds, 0.0066);
    }
}
