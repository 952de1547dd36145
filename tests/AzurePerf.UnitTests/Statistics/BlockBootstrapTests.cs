using AzurePerf.Core.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Statistics;

public sealed class BlockBootstrapTests
{
    [Theory]
    [InlineData(200, 0.5, 9)]
    [InlineData(1_000, 0.8, 31)]
    [InlineData(200, 0, 1)]
    [InlineData(200, -0.4, 1)]
    public void The_blocks_grow_with_the_autocorrelation(int count, double lag1, int length) => Assert.Equal(length, BlockBootstrap.BlockLength(count, lag1));
}
