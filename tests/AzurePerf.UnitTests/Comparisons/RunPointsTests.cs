using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class RunPointsTests
{
    private static readonly MeasurementSetting Setting = ComparedPoints.Setting;

    [Fact]
    public void Repetitions_of_the_same_levels_become_one_point_in_the_order_of_measurement()
    {
        var points = Of(Record(3, 16, 30), Record(1, 16, 10), Record(2, 1, 5), Record(4, 1, 6));

        Assert.Equal([16, 1], points.Select(point => point.Levels["clients"]!.GetValue<int>()));
        Assert.Equal([10, 30], points[0].Values);
        Assert.Equal([5, 6], points[1].Values);
    }

    [Theory]
    [InlineData(PointFlag.GeneratorBound, 0)]
    [InlineData(PointFlag.Partial, 0)]
    [InlineData(PointFlag.ServiceThrottled, 1)]
    public void What_the_generator_limited_or_a_stop_cut_short_is_left_out(PointFlag flag, int counted) =>
        Assert.Equal(counted, Assert.Single(Of(Record(1, 16, 10, flag))).Values.Count);

    [Fact]
    public void Points_say_whether_their_workers_met_through_a_proxy()
    {
        Assert.Equal("direct", Assert.Single(Of(Record(1, 16, 10))).Setting.Path);
        Assert.Equal("proxy", Assert.Single(Of(Record(1, 16, 10, PointFlag.ThroughProxy))).Setting.Path);
        Assert.NotEqual("proxy", Assert.Single(Of(Record(1, 16, 10, PointFlag.ThroughProxy), Record(2, 16, 10))).Setting.Path);
    }

    [Fact]
    public void What_is_left_out_is_counted_by_its_first_reason()
    {
        PointRecord[] records =
        [
            Record(1, 16, 10, PointFlag.GeneratorBound), Record(2, 16, 10), Record(3, 16, 10, PointFlag.GeneratorBound, PointFlag.Partial),
            Record(4, 16, 10) with { Status = PointStatus.Failed }, Overloaded(Record(5, 16, 10)),
        ];

        Assert.Equal(new(Incomplete: 2, GeneratorBound: 1), Assert.Single(Of(records)).LeftOut);
        Assert.Equal(new(2, 1, Overloaded: 1, TooFewOperations: 1), Assert.Single(Of(OperationMetrics.P99Latency, records)).LeftOut);
        Assert.Equal(5, new LeftOutRepetitions(2, 1, 1, 1).Total);
    }

    [Fact]
    public void A_time_that_dropped_starts_keep_from_being_known_is_not_said_to_lack_operations()
    {
        var dropping = Open(Record(1, 16, 10), SampleSummary.OpenLoop(OverloadCause.None) with { DroppedStarts = 20 });
        dropping = dropping with { Result = dropping.Result!.With(operations => operations with { Operations = 10_000, Outcomes = new() { [OperationOutcome.Ok] = 10_000 } }) };

        var point = Assert.Single(Of(OperationMetrics.P99Latency, [dropping]));

        Assert.Equal(new(DroppedStarts: 1), point.LeftOut);
        Assert.Equal("1 with dropped starts", LeftOutText.Reasons(point.LeftOut));
        Assert.Contains(ComparisonObstacle.DroppedStarts, new PointPair(point, point).Obstacles(new()));
        Assert.Equal((0, 1), (Assert.Single(Of(dropping)).MayBeWorse, point.MayBeWorse));
    }

    [Fact]
    public void A_dropped_start_is_not_the_reason_where_there_are_too_few_operations_anyway()
    {
        var dropping = Open(Record(1, 16, 10), SampleSummary.OpenLoop(OverloadCause.None) with { DroppedStarts = 1 });

        Assert.Equal(new(TooFewOperations: 1), Assert.Single(Of(OperationMetrics.P99Latency, [dropping])).LeftOut);
    }

    [Fact]
    public void Operations_and_failures_are_those_of_the_repetitions_that_count_even_without_a_value()
    {
        var point = Assert.Single(Of(OperationMetrics.P99Latency, [Record(1, 16, 10), Record(2, 16, 10), Record(3, 16, 10, PointFlag.Partial)]));

        Assert.Equal(new(640, 2), point.Operations);
        Assert.Equal(2 / 640.0, point.Operations.FailedShare);
        Assert.Null(new OperationCounts().FailedShare);
    }

    [Fact]
    public void The_rate_of_an_open_loop_that_kept_up_is_the_offered_one()
    {
        Assert.False(Assert.Single(Of(Record(1, 16, 10))).IsOfferedRate);
        Assert.True(Assert.Single(Of(Sustained(Record(1, 16, 10)))).IsOfferedRate);
        Assert.False(Assert.Single(Of(Sustained(Record(1, 16, 10)), Overloaded(Record(2, 16, 10)))).IsOfferedRate);
        Assert.False(Assert.Single(Of(OperationMetrics.MedianLatency, [Sustained(Record(1, 16, 10))])).IsOfferedRate);
    }

    [Fact]
    public void Client_library_build_and_machine_are_those_of_every_repetition_that_was_measured()
    {
        var point = Assert.Single(Of(Record(1, 16, 10, PointFlag.GeneratorBound) with { Sdk = "s1", Sku = "k1" }, Record(2, 16, 10) with { Status = PointStatus.Failed, Build = "" }));

        Assert.Empty(point.Values);
        Assert.Equal(("s1", "b1", "k1"), (point.Setting.Sdk, point.Setting.Build, point.Setting.Size));
    }

    [Fact]
    public void A_failed_repetition_is_left_out_even_with_figures_and_so_is_one_without_any() =>
        Assert.Empty(Assert.Single(Of(Record(1, 16, 10) with { Status = PointStatus.Failed }, Record(2, 16, 10) with { Result = null })).Values);

    [Fact]
    public void A_repetition_without_the_figure_is_left_out() =>
        Assert.Empty(Assert.Single(Of(OperationMetrics.P99Latency, [Record(1, 16, 10)])).Values);

    [Fact]
    public void The_build_is_that_of_the_workers_whatever_the_run_says()
    {
        Assert.Equal("b1", Of(Record(1, 16, 10), Record(2, 16, 11))[0].Setting.Build);
        Assert.Equal("b1, b2", Of(Record(1, 16, 10) with { Build = "b2" }, Record(2, 16, 11))[0].Setting.Build);
    }

    [Fact]
    public void An_emulator_has_its_own_scale()
    {
        Assert.Equal(Setting.Scale, Of(Record(1, 16, 10))[0].Setting.Scale);
        Assert.Equal("emulator", Of(Record(1, 16, 10) with { Emulator = true })[0].Setting.Scale);
    }

    private static IReadOnlyList<ComparedPoint> Of(params PointRecord[] records) => Of(OperationMetrics.OperationRate, records);

    private static IReadOnlyList<ComparedPoint> Of(Metric metric, PointRecord[] records) => RunPoints.Of(Shipped.Results(SampleSpecs.Of("""{ "experiment": "queue.add" }""") with { Parameters = [] }, records), metric, Setting);

    private static PointRecord Sustained(PointRecord record) => Open(record, SampleSummary.OpenLoop(OverloadCause.None));

    private static PointRecord Overloaded(PointRecord record) => Open(record, SampleSummary.OpenLoop(OverloadCause.BacklogGrew));

    private static PointRecord Open(PointRecord record, OpenLoopSummary openLoop) => record with
    {
        Result = record.Result!.With(operations => operations with { OpenLoop = openLoop }),
    };

    private static PointRecord Record(int number, int clients, double rate, params PointFlag[] flags) => new()
    {
        Number = number,
        Repetition = 1,
        Levels = new JsonObject { ["clients"] = clients },
        Status = PointStatus.Measured,
        Attempt = 1,
        Build = "b1",
        Result = SampleSummary.Of(clients, flags).With(operations => operations with { OperationsPerSecond = new(rate, null, rate, rate) }),
    };
}
