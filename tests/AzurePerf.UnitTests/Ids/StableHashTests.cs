using System.Numerics;
using AzurePerf.Core.Ids;
using Xunit;

namespace AzurePerf.UnitTests.Ids;

public sealed class StableHashTests
{
    /// <summary>Draws of stored runs depend on these values: no build may ever give others. The second is the second output of SplitMix64 seeded with 0.</summary>
    [Fact]
    public void The_values_never_change()
    {
        Assert.Equal(0x9E3779B97F4A7C15UL, StableHash.Of());
        Assert.Equal(0x6E789E6AA1B965F4UL, StableHash.Of(0));
        Assert.Equal(0x612043051340D3B4UL, StableHash.Of(-1));
        Assert.Equal(0x53A9C5FDCEF668D7UL, StableHash.Of(1, 2));
        Assert.Equal(0x2EE7471D39617AA8UL, StableHash.Of(2, 1));
        Assert.Equal(0xFEB77AF717462C0FUL, StableHash.Of(7, 10, 3, 1));
    }

    [Fact]
    public void A_change_of_one_bit_of_any_number_changes_half_of_the_bits()
    {
        for (var position = 0; position < 3; position++)
        {
            var flipped = 0.0;
            for (var bit = 0; bit < 32; bit++)
            {
                for (var sample = 0; sample < 50; sample++)
                {
                    int[] numbers = [sample, 3 * sample, 7];
                    var before = StableHash.Of(numbers);
                    numbers[position] ^= 1 << bit;
                    flipped += BitOperations.PopCount(before ^ StableHash.Of(numbers));
                }
            }

            Assert.InRange(flipped / (32 * 50), 31, 33);
        }
    }
}
