using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class CliffsDeltaTests
{
    // Python: sum(np.sign(b - a) for a in A for b in B) / 100
    [Fact]
    public void It_is_the_share_of_greater_pairs_minus_that_of_smaller_ones() =>
        Assert.Equal(0.64, CliffsDelta.Of(ReferenceSamples.A, ReferenceSamples.B), 1e-12);

    [Theory]
    [InlineData(5, 1)]
    [InlineData(-5, -1)]
    public void Samples_apart_reach_the_ends(double shift, double delta) => Assert.Equal(delta, CliffsDelta.Of([1, 2, 3], [1 + shift, 2 + shift, 3 + shift]));

    [Fact]
    public void Ties_count_for_neither() => Assert.Equal(0.5, CliffsDelta.Of([1, 2], [2, 2]));

    [Fact]
    public void Exchange_turns_the_sign_and_any_rising_scale_changes_nothing() => SeededProperty.Holds(
        SampleGenerators.Pairs(1, 20),
        pair =>
        {
            var delta = CliffsDelta.Of(pair.First, pair.Second);
            return delta is >= -1 and <= 1 && delta == -CliffsDelta.Of(pair.Second, pair.First)
                && delta == CliffsDelta.Of([.. pair.First.Select(Math.Sqrt)], [.. pair.Second.Select(Math.Sqrt)]);
        });
}
