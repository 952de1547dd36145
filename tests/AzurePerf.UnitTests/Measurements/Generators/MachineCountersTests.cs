using AzurePerf.Core.Measurements.Generators;
using Xunit;

namespace AzurePerf.UnitTests.Measurements.Generators;

public sealed class MachineCountersTests
{
    private static readonly MachineCounters Begin = new() { Machine = new(100, 10, 1_000, 50), Throttling = new(3, 1_000_000_000), Network = new(5_000, 600, 70), Storage = new(800, 90) };

    [Fact]
    public void Two_readings_tell_what_happened_between_them()
    {
        var activity = Begin.Until(new() { Machine = new(250, 20, 1_200, 80), Throttling = new(5, 1_500_000_000), Network = new(6_000, 700, 90), Storage = new(1_000, 100) });

        Assert.Equal(0.75, activity.BusyShare);
        Assert.Equal(0.05, activity.StealShare);
        Assert.Equal(30, activity.ContextSwitches);
        Assert.Equal((2, 0.5), (activity.ThrottledPeriods, activity.ThrottledSeconds));
        Assert.Equal((1_000, 100, 20), (activity.ReceivedBytes, activity.SentBytes, activity.LoopbackBytes));
        Assert.Equal((200, 10), (activity.StorageReadBytes, activity.StorageWrittenBytes));
    }

    [Fact]
    public void What_was_not_read_at_either_end_is_not_known()
    {
        Assert.Equal(new MachineActivity(), Begin.Until(MachineCounters.NotRead));
        Assert.Equal(new MachineActivity(), MachineCounters.NotRead.Until(Begin));
    }

    [Fact]
    public void In_a_window_without_a_tick_there_is_no_share() => Assert.Null(Begin.Until(Begin).BusyShare);
}
