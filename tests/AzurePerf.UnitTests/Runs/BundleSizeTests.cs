using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class BundleSizeTests
{
    private static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(20);

    [Theory]
    [InlineData(0.0, 32)]
    [InlineData(0.01, 32)]
    [InlineData(0.625, 32)]
    [InlineData(1.0, 20)]
    [InlineData(9.9, 2)]
    [InlineData(10.0, 2)]
    [InlineData(10.1, 1)]
    [InlineData(3_600.0, 1)]
    public void A_message_holds_one_heartbeat_of_work_and_longer_tasks_go_alone(double seconds, int size) =>
        Assert.Equal(size, BundleSize.Of(TimeSpan.FromSeconds(seconds), Heartbeat, left: 1_000_000, slots: 16, most: 32));

    [Theory]
    [InlineData(1_024, 32)]
    [InlineData(1_023, 31)]
    [InlineData(100, 3)]
    [InlineData(32, 1)]
    [InlineData(1, 1)]
    [InlineData(0, 1)]
    public void Towards_the_end_each_slot_still_gets_two_messages(int left, int size) =>
        Assert.Equal(size, BundleSize.Of(TimeSpan.Zero, Heartbeat, left, slots: 16, most: 32));

    [Fact]
    public void Tasks_go_alone_while_nobody_knows_how_long_they_take() =>
        Assert.Equal(1, BundleSize.Of(mean: null, Heartbeat, left: 1_000_000, slots: 16, most: 32));

    [Fact]
    public void What_is_set_is_the_most() =>
        Assert.Equal((5, 1), (BundleSize.Of(TimeSpan.Zero, Heartbeat, 1_000_000, 16, most: 5), BundleSize.Of(TimeSpan.Zero, Heartbeat, 1_000_000, 16, most: 1)));
}
