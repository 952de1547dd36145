using AzurePerf.Core.Peers;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Peers;

public sealed class ReceiveMarkTests
{
    private const int BlockBytes = 131_072;

    private readonly FakeTimeProvider _time = new();
    private readonly List<int> _set = [];
    private readonly ReceiveMark _mark;

    public ReceiveMarkTests()
    {
        _mark = new(_set.Add, _time);
    }

    [Theory]
    [InlineData(65_536, 16_000, BlockBytes)]
    [InlineData(1_448, 116_000, 12_482)]
    [InlineData(1_448, 11_600_000, 124)]
    [InlineData(1, 60_000_000_000, 1)]
    [InlineData(BlockBytes, 0, BlockBytes)]
    [InlineData(int.MaxValue, 1, BlockBytes)]
    public void A_receiver_sleeps_until_a_millisecond_s_worth_has_come_and_at_most_a_block(int received, long nanoseconds, int bytes) =>
        Assert.Equal(bytes, ReceiveMark.Of(received, nanoseconds, BlockBytes));

    [Fact]
    public void The_connection_is_told_when_the_rate_has_doubled_or_halved()
    {
        foreach (var received in (int[])[1_000, 1_000, 1_900, 2_000, 1_100, 1_000])
        {
            Read(received);
        }

        Assert.Equal([1_000, 2_000, 1_000], _set);
    }

    [Fact]
    public void No_receiver_waits_for_more_than_is_sure_to_come()
    {
        Read(5_000);
        Read(5_000);

        _mark.Before(5_000);
        _mark.Before(700);
        _mark.Before(800);
        _mark.Before(-3);
        _mark.Before(0);

        Assert.Equal([5_000, 700, 1], _set);
    }

    private void Read(int received)
    {
        _time.Advance(TimeSpan.FromMilliseconds(1));
        _mark.After(received, BlockBytes);
    }
}
