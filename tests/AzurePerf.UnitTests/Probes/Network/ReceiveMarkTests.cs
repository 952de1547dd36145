using AzurePerf.Probes.Network;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Network;

public sealed class ReceiveMarkTests
{
    private const int BlockBytes = 131_072;

    [Theory]
    [InlineData(65_536, 16_000, BlockBytes)]
    [InlineData(1_448, 116_000, 12_482)]
    [InlineData(1_448, 11_600_000, 124)]
    [InlineData(1, 60_000_000_000, 1)]
    [InlineData(BlockBytes, 0, BlockBytes)]
    [InlineData(int.MaxValue, 1, BlockBytes)]
    public void A_receiver_sleeps_until_a_millisecond_s_worth_has_come_and_at_most_a_block(int received, long nanoseconds, int bytes) =>
        Assert.Equal(bytes, ReceiveMark.Of(received, nanoseconds, BlockBytes));
}
