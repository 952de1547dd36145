using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Testing.Measurements;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Measurements.Generators;

public sealed class GeneratorHealthTests
{
    private const long Median = 10_000_000;

    /// <summary>Ten seconds on two processors with nothing to complain of.</summary>
    private static readonly MeasurementEnvironment Idle = SampleEnvironment.Value with { WindowSeconds = 10, ProcessorSeconds = 1, Processors = 2 };

    [Theory]
    [InlineData(16.0, false)]
    [InlineData(16.1, true)]
    public void More_than_80_percent_of_the_processors_is_too_much(double seconds, bool limited) =>
        Check(Idle with { ProcessorSeconds = seconds }, limited, "the worker used 80.5 % of its processors; 80.0 % is allowed");

    [Theory]
    [InlineData(8.0, false)]
    [InlineData(8.1, true)]
    public void More_than_80_percent_of_one_processor_is_too_much_for_a_thread_that_receives(double seconds, bool limited) =>
        Check(Idle with { ReceivingThreadSeconds = seconds }, limited, "a thread that receives answers used 81.0 % of a processor; 80.0 % is allowed");

    [Fact]
    public void A_quota_of_processor_time_counts_where_it_is_less_than_the_processors()
    {
        Check(Idle with { ProcessorSeconds = 4.5, ProcessorQuota = 0.5 }, true, "the worker used 90.0 % of its processors; 80.0 % is allowed");
        Check(Idle with { ProcessorSeconds = 4.5, ProcessorQuota = 8 }, false, "");
    }

    [Theory]
    [InlineData(1_000_000, false)]
    [InlineData(1_010_000, true)]
    public void A_hiccup_above_a_tenth_of_the_median_operation_is_too_long(long nanoseconds, bool limited) => Check(
        Idle with { Canary = new(new(1_000, 1, nanoseconds, nanoseconds), new(0, null, null, null), 0) }, limited,
        "a sleeping thread woke 1.01 ms late at the 99th percentile, 10.1 % of the median operation (10.0 ms); 10.0 % is allowed");

    [Fact]
    public void The_thread_pool_is_too_slow_when_half_of_all_work_waits_for_a_tenth_of_an_operation() => Check(
        Idle with { Canary = new(new(0, null, null, null), new(10, 5_000_000, null, 9_000_000), 4) }, true,
        "half of all work waited 5.00 ms or more for a thread of the thread pool, 50.0 % of the median operation (10.0 ms); 10.0 % is allowed");

    [Theory]
    [InlineData(8_490_000_000, false)]
    [InlineData(8_500_000_000, true)]
    public void From_85_percent_of_what_a_worker_can_move_it_is_the_limit(long bytes, bool limited) => Check(
        Idle with { Calibration = new(1e6, 1, 1e9) }, limited,
        "the worker moved 850 MB/s, 85.0 % of the 1,000 MB/s that it moves without a service; less than 85.0 % is allowed", bytes: bytes);

    [Theory]
    [InlineData(11_110_000_000, true)]
    [InlineData(11_120_000_000, false)]
    public void What_a_worker_was_measured_to_move_is_not_believed_below_nine_tenths_of_what_it_then_moved(long bytes, bool limited) => Check(
        Idle with { Calibration = new(1e6, 1, 1e9) }, limited,
        "the worker moved 1,111 MB/s, 111 % of the 1,000 MB/s that it moves without a service; less than 85.0 % is allowed", bytes: bytes);

    [Fact]
    public void What_other_workers_of_the_machine_move_is_not_held_against_what_one_moves_alone() => Check(
        Idle with { Calibration = new(1e6, 1, 1e9), Machine = new() { ReceivedBytes = 20_000_000_000, SentBytes = 20_000_000_000, LoopbackBytes = 20_000_000_000 } }, false, "",
        bytes: 1_000_000_000);

    [Theory]
    [InlineData(10_590_000_000, false)]
    [InlineData(10_625_000_000, true)]
    public void From_85_percent_of_what_its_network_is_sold_with_a_machine_is_the_limit(long bytes, bool limited) => Check(
        Idle with { NetworkLimitBytesPerSecond = 1.25e9, Machine = new() { ReceivedBytes = 1_000_000, SentBytes = bytes, LoopbackBytes = 90_000_000_000 } }, limited,
        "the worker's machine moved 1,063 MB/s, 85.0 % of the 1,250 MB/s that its network is sold with; less than 85.0 % is allowed");

    [Theory]
    [InlineData(0.049, false)]
    [InlineData(0.05, true)]
    public void From_5_percent_of_the_processors_time_on_what_the_hypervisor_gave_to_others_is_the_limit(double share, bool limited) => Check(
        Idle with { Machine = new() { StealShare = share } }, limited, "the hypervisor gave 5.00 % of the processors' time to others; less than 5.00 % is allowed");

    [Theory]
    [InlineData(0.99, false)]
    [InlineData(1.0, true)]
    public void From_5_percent_of_the_processors_time_on_a_limit_of_it_is_the_limit(double seconds, bool limited) => Check(
        Idle with { Machine = new() { ThrottledSeconds = seconds, ThrottledPeriods = 9 } }, limited,
        "a limit of processor time held the worker back for 5.00 % of its processors' time; less than 5.00 % is allowed");

    [Theory]
    [InlineData(849, false)]
    [InlineData(850, true)]
    public void From_85_percent_of_the_operations_that_a_worker_can_perform_it_is_the_limit(long operations, bool limited) => Check(
        Idle with { Calibration = new(100, 1, null) }, limited,
        "the worker performed 85.0 operations/s, 85.0 % of the 100 that it performs without a service; less than 85.0 % is allowed", operations);

    [Fact]
    public void What_was_not_read_limits_nothing()
    {
        var blind = Idle with { Canary = null, Machine = null, Calibration = null };

        Assert.Empty(GeneratorHealth.Of(new GeneratorLoad("", blind, Median, 1_000_000, 1_000_000_000_000)));
        Assert.Empty(GeneratorHealth.Of(new GeneratorLoad("", Idle with { Canary = new(new(5, null, null, 99_000_000), new(0, null, null, null), 0) }, Median, 10, 0)));
        Assert.Empty(GeneratorHealth.Of(new GeneratorLoad("", Idle with { Canary = new(new(400, 1, 99_000_000, 99_000_000), new(0, null, null, null), 0) }, null, 3, 0)));
        Assert.Empty(GeneratorHealth.Of(new GeneratorLoad("", Idle with { WindowSeconds = 0 }, Median, 10, 1_000)));
    }

    [Fact]
    public void Of_several_workers_the_worst_is_named_and_the_others_are_counted()
    {
        GeneratorLoad[] loads =
        [
            Load("a", Idle with { ProcessorSeconds = 17 }), Load("b", Idle with { ProcessorSeconds = 19 }), Load("c", Idle),
        ];

        Assert.Equal(["the worker used 95.0 % of its processors; 80.0 % is allowed (b; 2 of 3 workers)"], GeneratorHealth.Of(loads));
        Assert.Equal(["the worker used 95.0 % of its processors; 80.0 % is allowed"], GeneratorHealth.Of([loads[1]]));
        Assert.Empty(GeneratorHealth.Of([]));
    }

    [Fact]
    public void A_busier_worker_is_never_judged_healthier() => SeededProperty.Holds(
        Gen.Select(Gen.Int[0, 2_000], Gen.Int[0, 2_000]),
        pair =>
        {
            var (less, more) = (Math.Min(pair.Item1, pair.Item2) / 100.0, Math.Max(pair.Item1, pair.Item2) / 100.0);
            return GeneratorHealth.Of(Load("", Idle with { ProcessorSeconds = less })).Count <= GeneratorHealth.Of(Load("", Idle with { ProcessorSeconds = more })).Count;
        });

    [Fact]
    public void The_figures_of_several_workers_are_the_worst_of_each_and_all_their_connections()
    {
        var figures = GeneratorSummary.Of(
        [
            Load("a", Idle with { ProcessorSeconds = 17, ConnectionsOpened = 2, Machine = new() { StealShare = 0.01 } }),
            Load("b", Idle with { GcPauseSeconds = 1, ConnectionsOpened = 3, Machine = new() { StealShare = 0.2, BusyShare = 0.5 } }),
        ])!;

        Assert.Equal((0.85, 0.1, 0.2, 0.5, 5), (figures.ProcessorShare, figures.GcPauseShare, figures.StealShare, figures.MachineBusyShare, figures.ConnectionsOpened));
        Assert.Null(figures.HiccupP99Nanoseconds);
        Assert.Null(GeneratorSummary.Of([Load("a", Idle with { ConnectionsOpened = 2 }), Load("b", Idle)])!.ConnectionsOpened);
        Assert.Null(GeneratorSummary.Of([]));
    }

    private static GeneratorLoad Load(string name, MeasurementEnvironment environment) => new(name, environment, Median, 100, 0);

    private static void Check(MeasurementEnvironment environment, bool limited, string text, long operations = 100, long bytes = 0) =>
        Assert.Equal(limited ? [text] : [], GeneratorHealth.Of([new GeneratorLoad("", environment, Median, operations, bytes)]));
}
