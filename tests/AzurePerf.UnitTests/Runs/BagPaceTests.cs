using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class BagPaceTests
{
    [Theory]
    [InlineData(100, 1_000, 100, false, 500)]
    [InlineData(100, 1_000, 100, true, 1_000)]
    [InlineData(1, 20, 100, false, 80)]
    [InlineData(1, 20, 100, true, 80)]
    [InlineData(200, 1_000, 0, false, 5)]
    [InlineData(1, 1_000, 1, false, 1_000)]
    public void The_next_look_is_when_half_is_worked_off_or_all_where_no_more_follow_but_a_pace_is_not_believed_for_long(
        int workedOff, int betweenMilliseconds, int left, bool areLast, int expectedMilliseconds) => Assert.Equal(
            TimeSpan.FromMilliseconds(expectedMilliseconds), BagPace.NextLook(workedOff, TimeSpan.FromMilliseconds(betweenMilliseconds), left, areLast));

    [Theory]
    [InlineData(16, null, 64)]
    [InlineData(16, 60_000, 64)]
    [InlineData(16, 400, 80)]
    [InlineData(16, 20, 256)]
    [InlineData(512, 20, 1_024)]
    public void Two_messages_for_each_slot_are_out_and_of_short_ones_those_of_two_seconds_up_to_a_bound(int slots, int? messageMeanMilliseconds, int expected) =>
        Assert.Equal(expected, BagPace.WindowOf(slots, slots, messageMeanMilliseconds is { } mean ? TimeSpan.FromMilliseconds(mean) : null));

    [Theory]
    [InlineData(1, 0, 0, true)]
    [InlineData(0, 17, 16, true)]
    [InlineData(0, 16, 16, false)]
    [InlineData(0, 3, 16, false)]
    public void Tasks_wait_while_some_are_not_handed_out_or_more_messages_are_out_than_are_worked_on(int left, int outstanding, int running, bool expected) =>
        Assert.Equal(expected, BagPace.TasksWait(left, outstanding, running));

    [Fact]
    public void Slots_that_are_not_there_work_off_nothing() => Assert.Equal(160, BagPace.WindowOf(configuredSlots: 80, aliveSlots: 16, TimeSpan.FromMilliseconds(625)));

    [Theory]
    [InlineData(80, 8, 100)]
    [InlineData(1, 1, 1_000)]
    [InlineData(8, 64, 40)]
    public void A_pool_whose_limit_is_raised_after_the_deployment_grows_to_it(int configuredSlots, int slotsPerWorker, int raisedLimit)
    {
        var limits = new ScaleLimits(0, raisedLimit, slotsPerWorker);
        var workers = 0;
        for (var look = 0; look < 20; look++)
        {
            workers = limits.WorkersFor(BagPace.WindowOf(configuredSlots, workers * slotsPerWorker, messageMean: null));
        }

        Assert.Equal(raisedLimit, workers);
    }

    [Theory]
    [InlineData(0, 100)]
    [InlineData(0, 0)]
    [InlineData(-100, 200)]
    public void Where_nothing_was_worked_off_the_looks_become_rare(int workedOff, int left) =>
        Assert.Equal(TimeSpan.FromSeconds(4), BagPace.NextLook(workedOff, TimeSpan.FromSeconds(1), left, areLast: false));

    [Theory]
    [InlineData(16, 2, 2.0)]
    [InlineData(160, 2, 0.2)]
    [InlineData(15, 2, null)]
    [InlineData(-1, 2, null)]
    public void Tasks_take_at_most_as_long_on_average_as_if_all_slots_had_been_busy_and_few_that_are_over_say_nothing(int workedOff, int seconds, double? expected) =>
        Assert.Equal(expected, BagPace.LongestMean(workedOff, TimeSpan.FromSeconds(seconds), slots: 16)?.TotalSeconds);
}
