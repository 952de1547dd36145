using AzurePerf.Cli.Local;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local;

public sealed class LocalPoolTests
{
    private static readonly LocalPool Measure = new LocalClusterOptions().Pools()[0];
    private static readonly LocalPool Bag = new LocalClusterOptions { BagSlots = 3 }.Pools()[1];

    [Fact]
    public void It_is_said_what_is_started_and_why()
    {
        Assert.Equal("3 messages on tasks-measure: starting 2 measure workers", Measure.Starting(3, 2));
        Assert.Equal("1 message on tasks-bag: starting a bag worker", Bag.Starting(1, 1));
    }

    [Fact]
    public void It_is_said_what_is_stopped_and_why()
    {
        Assert.Equal("tasks-bag needed no worker for 60 s: stopping bag-worker-1", Bag.Stopping(0, TimeSpan.FromSeconds(60), ["bag-worker-1"]));
        Assert.Equal("tasks-measure needed at most 1 worker for 0.5 s: stopping worker-3, worker-2", Measure.Stopping(1, TimeSpan.FromSeconds(0.5), ["worker-3", "worker-2"]));
        Assert.Equal("tasks-measure needed at most 2 workers for 5 s: stopping worker-3", Measure.Stopping(2, TimeSpan.FromSeconds(5), ["worker-3"]));
    }

    [Fact]
    public void A_worker_is_told_its_pool_and_a_bag_worker_its_slots()
    {
        Assert.Equal([new("Worker:Pool", "measure")], Measure.Settings());
        Assert.Equal([new("Worker:Pool", "bag"), new("Worker:BagSlots", "3")], Bag.Settings());
    }

    [Fact]
    public void A_number_of_measure_workers_alone_is_fixed() => Assert.Equal(new ScaleLimits(2, 2, 1), new LocalClusterOptions { Workers = 2 }.Pools()[0].Limits);

    [Theory]
    [InlineData(-1, 2, 1, 8)]
    [InlineData(0, 0, 1, 8)]
    [InlineData(3, 2, 1, 8)]
    [InlineData(1, 65, 1, 8)]
    [InlineData(1, 1, 65, 8)]
    [InlineData(1, 1, 1, 0)]
    public void Numbers_out_of_range_are_refused(int least, int most, int mostBag, int slots) => Assert.Throws<ArgumentException>(
        () => new LocalClusterOptions { Workers = least, MostWorkers = most, MostBagWorkers = mostBag, BagSlots = slots }.Pools());
}
