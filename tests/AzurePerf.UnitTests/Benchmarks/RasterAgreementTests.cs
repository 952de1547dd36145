using AzurePerf.Benchmarks.Imagery;
using Xunit;

namespace AzurePerf.UnitTests.Benchmarks;

public sealed class RasterAgreementTests
{
    private static readonly ushort[] Drawn = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

    [Fact]
    public void Cells_count_as_equal_whether_they_are_empty_or_not()
        => Assert.Equal(new RasterAgreement(0.7, 6, 9), RasterAgreement.Of([0, 1, 2, 3, 4, 5, 6, 0, 0, 0], Drawn));

    [Theory]
    [InlineData(10, 10, true)]
    [InlineData(4, 10, true)]
    [InlineData(1, 10, false)]
    [InlineData(10, 9, false)]
    public void A_picture_that_is_empty_or_otherwise_wrong_does_not_hold(int image, int map, bool expected)
        => Assert.Equal(expected, RasterAgreement.Suffices(First(image), First(map)));

    private static RasterAgreement First(int cells) => RasterAgreement.Of([.. Drawn.Select(value => value < cells ? value : (ushort)0)], Drawn);
}
