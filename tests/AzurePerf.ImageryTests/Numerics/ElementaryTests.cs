using System.Runtime.Intrinsics;
using AzurePerf.Imagery.Numerics;
using Xunit;

namespace AzurePerf.ImageryTests.Numerics;

public sealed class ElementaryTests
{
    [Fact]
    public void The_functions_agree_with_the_C_library_to_the_last_bits()
    {
        for (var step = -1000; step <= 1000; step++)
        {
            var angle = step * 0.00731;
            Assert.Equal(Math.Sin(angle), Elementary.Sin(angle), 1e-15);
            Assert.Equal(Math.Cos(angle), Elementary.Cos(angle), 1e-15);
            Assert.Equal(Math.Atan2(angle, 1.3), Elementary.Atan2(angle, 1.3), 1e-15);
            Assert.Equal(Math.Atan2(-1.3, angle), Elementary.Atan2(-1.3, angle), 1e-15);
            Assert.Equal(Math.Asin(step / 1000.0), Elementary.Asin(step / 1000.0), 1e-15);
            Assert.Equal(1, Elementary.Exp(angle) / Math.Exp(angle), 2e-15);
            Assert.Equal(Math.Log(1e-9 + Math.Abs(angle)), Elementary.Log(1e-9 + Math.Abs(angle)), 4e-15);
        }
    }

    [Fact]
    public void The_cosines_of_four_latitudes_are_those_of_one_bit_for_bit()
    {
        for (var step = -900; step <= 900; step++)
        {
            var latitude = step * 0.1 * Elementary.Degree;
            var four = Elementary.CosLatitude(Vector256.Create(latitude, -latitude, latitude / 3, latitude / 7));

            Assert.Equal(Math.Cos(latitude), four[0], 4e-16);
            Assert.Equal(Elementary.CosLatitude(latitude), four[0]);
            Assert.Equal(Elementary.CosLatitude(-latitude), four[1]);
            Assert.Equal(Elementary.CosLatitude(latitude / 3), four[2]);
            Assert.Equal(Elementary.CosLatitude(latitude / 7), four[3]);
        }
    }

    [Fact]
    public void The_angles_of_four_points_are_those_of_one_bit_for_bit()
    {
        double[] numbers = [0, 1e-300, 1e-9, 0.3, 0.41421356237309503, 0.5, 1, 2.5, 1e9, double.NaN];
        double[] all = [.. numbers, .. numbers.Select(number => -number), .. Enumerable.Range(0, 50).Select(step => (step * 37 % 101 - 50) * 0.0173)];
        foreach (var y in all)
            for (var at = 0; at + 4 <= all.Length; at++)
            {
                var four = Elementary.Atan2(Vector256.Create(y), Vector256.Create<double>(all.AsSpan(at, 4)));
                for (var one = 0; one < 4; one++)
                    Assert.Equal(Elementary.Atan2(y, all[at + one]), four[one]);
            }
    }

    [Fact]
    public void The_edges_are_exact()
    {
        Assert.Equal(0, Elementary.Atan2(0, 0));
        Assert.Equal(Math.PI, Elementary.Atan2(0, -1));
        Assert.Equal(Math.PI / 2, Elementary.Asin(1));
        Assert.Equal(1, Elementary.CosLatitude(0));
        Assert.Equal(1, Elementary.Exp(0));
        Assert.Equal(0, Elementary.Log(1));
    }
}
