using AzurePerf.Core.Measurements;
using AzurePerf.Core.Statistics;
using AzurePerf.UnitTests.Statistics;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class PrecisionTargetTests
{
    private readonly RunnerScene _scene = new();

    [Fact]
    public async Task A_point_ends_when_its_median_is_known()
    {
        // 100 operations a second, all of 10 ms: at the first look, after twelve whole seconds, nothing is left to learn.
        var measurement = await _scene.RunAsync(Taking(_ => 10), new TestLoad { OperationsPerClient = 100_000, PrecisionPercent = 1 });

        Assert.Equal(ClientEnd.Precision, measurement.Details.Clients[0].End);
        Assert.InRange(measurement.Result.ElapsedSeconds, 12, 13.1);
        Assert.Equal(new PrecisionSummary(1, 0, 12), measurement.Summary.Precision);
        Assert.Equal(measurement.Summary.Precision, measurement.Details.Precision);
        Assert.Equal(PointObservation.CurrentVersion, measurement.Details.Version);
        Assert.Equal(1, measurement.Summary.ClientsFinished);
    }

    [Fact]
    public async Task A_median_that_differs_from_second_to_second_needs_more_of_them()
    {
        var measurement = await _scene.RunAsync(
            Taking(second => second % 2 == 0 ? 10 : 12), new TestLoad { OperationsPerClient = 3_000, PrecisionPercent = 5 });

        var precision = measurement.Summary.Precision!;
        Assert.Equal(ClientEnd.Operations, measurement.Details.Clients[0].End);
        Assert.InRange(precision.ReachedPercent!.Value, 8, 20);
        Assert.Equal(3_000, precision.OperationsAtLeast);
    }

    [Fact]
    public async Task A_point_of_a_few_seconds_cannot_know_its_median_precisely()
    {
        var measurement = await _scene.RunAsync(Taking(_ => 10), new TestLoad { OperationsPerClient = 400, PrecisionPercent = 50 });

        Assert.Equal((null, 400), (measurement.Summary.Precision!.ReachedPercent, measurement.Summary.Precision.OperationsAtLeast));
    }

    [Fact]
    public async Task The_second_that_the_end_cuts_off_does_not_count()
    {
        var measurement = await _scene.RunAsync(
            Taking(second => second % 2 == 0 ? 10 : 12), new TestLoad { OperationsPerClient = 780, PrecisionPercent = 1 });

        Assert.Equal((8, 8), ((int)measurement.Result.ElapsedSeconds, measurement.Summary.Precision!.Blocks));
        Assert.NotEqual(8, measurement.Result.ElapsedSeconds);
    }

    [Fact]
    public async Task Where_an_operation_takes_long_a_block_is_as_many_seconds_as_six_of_them_take()
    {
        var measurement = await _scene.RunAsync(Taking(_ => 400), new TestLoad { OperationsPerClient = 1_000, PrecisionPercent = 1 });

        Assert.Equal(ClientEnd.Precision, measurement.Details.Clients[0].End);
        Assert.Equal(new PrecisionSummary(1, 0, 12), measurement.Summary.Precision);
        Assert.InRange(measurement.Result.ElapsedSeconds, 12 * 6 * 0.4, 12 * 9 * 0.4);
    }

    [Fact]
    public void A_client_that_only_fails_does_not_hold_back_what_others_recorded()
    {
        var told = new List<long>();
        var series = new LatencyTimeline { IntervalFinished = latencies => told.Add(latencies.Count) };
        var (good, bad) = (new ClientLatencies(series), new ClientLatencies(series));
        good.Record(500_000_000, 1);
        good.Record(1_500_000_000, 1);
        Assert.Empty(told);

        bad.Reach(1_100_000_000);

        Assert.Equal([1], told);
    }

    [Fact]
    public async Task Nobody_looks_where_no_target_is_set()
    {
        var measurement = await _scene.RunAsync(Taking(_ => 10), new TestLoad { OperationsPerClient = 1_000 });

        Assert.Null(measurement.Summary.Precision);
        Assert.Equal(1_000, measurement.Summary.Operations);
    }

    private FakeProbe Taking(Func<int, double> millisecondsInSecond) => FakeProbe.Immediate(_ =>
    {
        _scene.Advance(millisecondsInSecond((int)_scene.Time.Elapsed.TotalSeconds));
        return new(1, 1);
    });
}
