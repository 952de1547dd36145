using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Experiments.Queues;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Experiments.Tables;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Execution;
using AzurePerf.UnitTests.Runs;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Experiments;

public sealed class ExpectedDurationTests
{
    [Fact]
    public void The_first_limit_that_is_reached_ends_what_is_expected()
    {
        var load = new BlobDownloadOptions { BlobBytes = 6_000_000, OperationsPerClient = 10 };

        Assert.Equal(11, Seconds(load), 6);
        Assert.Equal(3.3, Seconds(load with { BytesPerClient = 12_000_001 }), 6);
        Assert.Equal(2.1, Seconds(load with { DurationSeconds = 1 }), 6);
        Assert.Equal(86_401.1, Seconds(load with { OperationsPerClient = 0, DurationSeconds = 86_400 }), 6);
    }

    [Fact]
    public void A_round_trip_moves_its_message_twice() => Assert.Equal(
        1, Seconds(new TcpRttOptions { MessageBytes = 5, OperationsPerClient = 0, BytesPerClient = 1_000 }), 3);

    [Fact]
    public void No_bytes_end_a_point_whose_operations_move_none()
    {
        MeasurementOptions[] none = [new SqlSingleOptions(), new SqlScaleOptions(), new SqlAvailabilityOptions(), new TableDeleteOptions(), new DgemmOptions()];
        MeasurementOptions[] some = [new TcpRttOptions(), new QueueLengthOptions(), new InsertRatioOptions(), new TableInsertOptions(), new StreamOptions()];

        Assert.All(none, load => Assert.Equal(["bytesPerClient"], (load with { BytesPerClient = 1 }).Faults().Select(fault => fault.Parameter)));
        Assert.All(some, load => Assert.Empty((load with { BytesPerClient = 1 }).Faults()));
    }

    [Fact]
    public void An_operation_of_which_nothing_is_known_is_expected_to_take_as_long_as_it_may()
    {
        Assert.Equal(60, Seconds(new TestLoad { OperationsPerClient = 20, OperationTimeoutSeconds = 3 }), 6);
        Assert.Equal(30, Seconds(new TableFilterOptions()), 6);
    }

    [Fact]
    public void No_operation_is_expected_to_take_longer_than_it_may() =>
        Assert.Equal(5 * 60, Seconds(new BlobDownloadOptions { BlobBytes = 1L << 40, OperationsPerClient = 5, OperationTimeoutSeconds = 60 }), 6);

    [Fact]
    public void An_operation_without_a_timeout_is_expected_to_take_as_long_as_it_needs_also_in_the_warm_up()
    {
        var load = new DgemmOptions { N = 16_384, OperationsPerClient = 10, OperationTimeoutSeconds = 60 };

        Assert.Equal(10 * (0.1 + (load.FlopPerOperation / 2e9)), Seconds(load), 6);
        Assert.Equal(0.1 + (load.FlopPerOperation / 2e9), load.Load("compute.dgemm").WarmUpSeconds, 6);
        Assert.Equal(10, new DgemmOptions { N = 256 }.Load("compute.dgemm").WarmUpSeconds, 6);
    }

    /// <summary>Hill and others 2010: what the service gave to all clients together at its best; the limit of four times the expectation must leave room for a worse day.</summary>
    [Theory]
    [InlineData("blob.download", 128, (1L << 30) / 393.4e6)]
    [InlineData("blob.upload", 192, (1L << 30) / 124.25e6)]
    [InlineData("table.insert", 128, 500 / 165.0)]
    [InlineData("table.delete", 64, 500 / 622.0)]
    [InlineData("table.query", 192, 500 / 1_139.0)]
    [InlineData("table.update", 16, 100 / 37.0)]
    [InlineData("queue.add", 64, 500 / 502.0)]
    [InlineData("queue.receive", 64, 500 / 393.0)]
    [InlineData("queue.peek", 192, 500 / 3_369.0)]
    public void The_expectation_is_at_least_twice_what_was_published(string experiment, int clients, double secondsOfOneClientsShare)
    {
        var plan = RunPlanner.Plan(Shipped.Experiments.Find(experiment)!, SampleSpecs.Of($$"""{ "experiment": "{{experiment}}", "preset": "paper", "repetitions": 1 }"""));

        var longest = plan.Points.Where(point => (long)point.Levels["clients"]! == clients).Max(point => point.Expected);
        Assert.InRange(longest.TotalSeconds, 2 * clients * secondsOfOneClientsShare, 10 * clients * secondsOfOneClientsShare);
    }

    [Fact]
    public void Every_point_of_every_preset_has_an_expectation_between_a_millisecond_and_a_day() =>
        Assert.All(
            Shipped.Experiments.All.Where(definition => !definition.IsBag).SelectMany(definition => definition.Presets.Select(preset => RunPlanner.Plan(
                definition, SampleSpecs.Of($$"""{ "experiment": "{{definition.Id}}", "preset": "{{preset.Name}}", "repetitions": 1 }""")))).SelectMany(plan => plan.Points),
            point => Assert.InRange(point.Expected, TimeSpan.FromMilliseconds(1), TimeSpan.FromDays(1)));

    [Fact]
    public void More_clients_larger_payloads_and_more_operations_never_take_less() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 191], Gen.Int[1, 65_000], Gen.Int[1, 100_000]),
        choice =>
        {
            var (clients, bytes, operations) = choice;
            var load = new QueueAddOptions { Clients = clients, MessageBytes = bytes, OperationsPerClient = operations };
            var one = load.ExpectedDuration();
            return one > TimeSpan.Zero && (load with { Clients = clients + 1 }).ExpectedDuration() >= one && (load with { MessageBytes = bytes + 500 }).ExpectedDuration() >= one
                && (load with { OperationsPerClient = operations + 1 }).ExpectedDuration() > one;
        });

    private static double Seconds(MeasurementOptions load) => load.ExpectedDuration().TotalSeconds;
}
