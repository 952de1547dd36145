using System.Numerics;
using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class SplitHalvesTests
{
    [Theory]
    [InlineData(2)]
    [InlineData(4)]
    [InlineData(6)]
    [InlineData(10)]
    [InlineData(12)]
    public void Each_halving_is_as_far_apart_as_Hodges_and_Lehmann_say(int count)
    {
        double[] values = [.. ReferenceSamples.LogNormal(new Random(count), count, 100, 0.3)];
        AssertAllHalvings(values);
    }

    [Theory]
    [InlineData(1.0, 1.0, 1.0, 1.0)]
    [InlineData(1.0, 1.0, 2.0, 2.0)]
    [InlineData(3.0, 1.0, 2.0, 2.0, 3.0, 3.0)]
    [InlineData(-5.0, 0.0, 0.0, 4.0)]
    public void Ties_are_halved_as_other_values_are(params double[] values) => AssertAllHalvings(values);

    [Fact]
    public void Halves_of_a_large_sample_are_as_far_apart_too()
    {
        var values = ReferenceSamples.LogNormal(new Random(3), 100, 100, 0.3);
        var random = new Random(4);
        var sorted = values.Order().ToArray();
        for (var halving = 0; halving < 20; halving++)
        {
            bool[] isFirst = [.. Enumerable.Range(0, 100).Select(place => place < 50)];
            random.Shuffle(isFirst);
            AssertHalving(sorted, isFirst);
        }
    }

    [Fact]
    public void Every_halving_is_as_probable_as_any_other()
    {
        // Of four values so far apart each of the three halvings has a shift of its own.
        var sample = new SplitHalves([0, 1, 10, 100]);
        var random = new Random(1);

        var counts = Enumerable.Range(0, 9_000).Select(_ => sample.Draw(random)).CountBy(shift => shift).Select(same => same.Value).ToArray();

        Assert.Equal(3, counts.Length);
        Assert.All(counts, count => Assert.InRange(count, 2_850, 3_150));
    }

    [Fact]
    public void An_odd_number_of_values_has_no_halves() => Assert.Throws<ArgumentException>(() => new SplitHalves([1, 2, 3]));

    private static void AssertAllHalvings(double[] values)
    {
        double[] sorted = [.. values.Order()];
        for (uint mask = 0; mask < 1u << sorted.Length; mask++)
        {
            if (BitOperations.PopCount(mask) == sorted.Length / 2)
            {
                AssertHalving(sorted, [.. Enumerable.Range(0, sorted.Length).Select(place => (mask >> place & 1) == 1)]);
            }
        }
    }

    private static void AssertHalving(double[] sorted, bool[] isFirst)
    {
        double[] first = [.. sorted.Where((_, place) => isFirst[place])];
        double[] second = [.. sorted.Where((_, place) => !isFirst[place])];

        Assert.Equal(Math.Abs(HodgesLehmann.Shift(first, second).Value), new SplitHalves(sorted).Shift([.. isFirst.Select(one => one ? (byte)1 : (byte)0)]), 1e-9);
    }
}
