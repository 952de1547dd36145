using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class LostMessagesTests
{
    private static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(20);

    private readonly LostMessages _rule = new(new(Heartbeat));

    [Theory]
    [InlineData(5.9, 0, false)]
    [InlineData(6, 0, true)]
    [InlineData(6, 1, false)]
    [InlineData(7, 1, true)]
    public void A_message_may_be_lost_after_six_heartbeats_and_the_wait_that_was_asked_for(double heartbeats, double wait, bool expected) =>
        Assert.Equal(expected, _rule.MayBeLost(heartbeats * Heartbeat, wait * Heartbeat));

    [Theory]
    [InlineData(29.9, 1, false)]
    [InlineData(30, 1, true)]
    [InlineData(30, 9, true)]
    public void One_that_was_put_again_may_be_lost_when_the_one_before_it_cannot_be_hidden_any_more(double heartbeats, int reminders, bool expected) =>
        Assert.Equal(expected, _rule.MayBeLost(heartbeats * Heartbeat, TimeSpan.Zero, reminders));

    [Theory]
    [InlineData(35.9, 0, false)]
    [InlineData(36, 0, true)]
    [InlineData(36, 1, false)]
    [InlineData(37, 1, true)]
    public void It_is_lost_when_it_could_not_even_be_hidden(double heartbeats, double wait, bool expected) =>
        Assert.Equal(expected, _rule.IsLost(heartbeats * Heartbeat, wait * Heartbeat));

    [Theory]
    [InlineData(1, 72)]
    [InlineData(2, 144)]
    [InlineData(4, 576)]
    [InlineData(5, 576)]
    [InlineData(100, 576)]
    public void Each_message_that_nobody_takes_makes_the_next_wait_twice_as_long_up_to_a_few_hours(int reminders, double heartbeats)
    {
        Assert.False(_rule.IsLost((heartbeats - 0.1) * Heartbeat, TimeSpan.Zero, reminders));
        Assert.True(_rule.IsLost(heartbeats * Heartbeat, TimeSpan.Zero, reminders));
    }
}
