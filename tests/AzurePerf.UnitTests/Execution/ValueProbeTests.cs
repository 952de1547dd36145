using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Runs;
using AzurePerf.Testing.Measurements;
using AzurePerf.Worker.Execution;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Execution;

public sealed class ValueProbeTests
{
    private readonly RunnerScene _scene = new();

    [Fact]
    public async Task A_point_without_operations_has_values_and_distributions_and_says_how_long_it_was_measured()
    {
        var recorder = new DistributionRecorder("ready after", "ns");
        var probe = new Probe(recorder, _ =>
        {
            for (var instance = 1; instance <= 8; instance++)
            {
                recorder.RecordBetween(instance * 1_000_000_000L, (instance + 1) * 1_000_000_000L);
            }

            recorder.RecordAtLeast(60_000_000_000);
            recorder.Record(500_000_000);
            _scene.Advance(9_000);
            return Task.CompletedTask;
        });

        var measurement = await _scene.RunAsync(probe, new TestLoad());
        var result = measurement.Result;

        Assert.Null(result.Operations);
        Assert.Equal(9, result.ElapsedSeconds);
        Assert.Empty(result.Flags);
        Assert.Equal(10, result.ValueOf("instances"));
        var ready = result.DistributionOf("ready after")!;
        Assert.Equal((1, 1, 8), (ready.Exact, ready.RightCensored, ready.IntervalCensored));
        Assert.Equal(5_000_000_000, ready.P50);
        Assert.Null(measurement.LatencyLog);
    }

    [Fact]
    public async Task What_is_stored_of_it_gives_the_same_result_again()
    {
        var recorder = new DistributionRecorder("ready after", "ns");
        var measurement = await _scene.RunAsync(new Probe(recorder, _ =>
        {
            recorder.Record(3);
            return Task.CompletedTask;
        }), new TestLoad());
        var file = measurement.Details.ToFile();
        var point = new PointRecord
        {
            Number = 1,
            Repetition = 1,
            Levels = [],
            Status = PointStatus.Measured,
            Attempt = 1,
            Result = measurement.Result,
            DetailsBlob = "blob",
            DetailsHash = FileHash.Of(file),
        };

        Assert.Equal(RecomputationState.Same, (await PointRecomputation.OfAsync(point, file, null)).State);
    }

    [Fact]
    public async Task One_that_is_stopped_keeps_what_it_observed_and_is_partial()
    {
        using var stop = new CancellationTokenSource();
        var recorder = new DistributionRecorder("ready after", "ns");
        var measurement = await _scene.RunAsync(new Probe(recorder, token =>
        {
            recorder.Record(3);
            stop.Cancel();
            token.ThrowIfCancellationRequested();
            return Task.CompletedTask;
        }), new TestLoad(), stop.Token);

        Assert.Equal([PointFlag.Partial], measurement.Result.Flags);
        Assert.Equal(1, measurement.Result.DistributionOf("ready after")!.Exact);
    }

    [Fact]
    public async Task One_that_ends_without_a_word_when_it_is_stopped_is_partial_too()
    {
        using var stop = new CancellationTokenSource();
        var measurement = await _scene.RunAsync(new Probe(new("ready after", "ns"), _ => stop.CancelAsync()), new TestLoad(), stop.Token);

        Assert.Equal([PointFlag.Partial], measurement.Result.Flags);
    }

    [Fact]
    public void One_whose_worker_was_at_its_limit_is_bound_by_its_generator()
    {
        var observation = Observed() with
        {
            MeasuredNanoseconds = 1_000_000_000,
            Environment = SampleEnvironment.Value with { WindowSeconds = 10, ProcessorSeconds = 9.5, Processors = 1, ProcessorQuota = null },
        };

        var result = PointSummariser.Summarise(observation);

        Assert.Null(result.Operations);
        Assert.Equal([PointFlag.GeneratorBound], result.Flags);
        Assert.Contains("95.0 % of its processors", Assert.Single(result.Reasons).Text, StringComparison.Ordinal);
        Assert.Empty(PointSummariser.Summarise(observation with { MeasuresWorker = true }).Flags);
    }

    [Fact]
    public void Intervals_of_many_workers_are_rounded_outwards_until_they_are_no_more_than_a_distribution_may_have()
    {
        var members = Enumerable.Range(0, 3).Select(member => new ObservedDistribution
        {
            Name = "ready after",
            Unit = "ns",
            Exact = new(),
            AtLeast = new(),
            Between = [.. Enumerable.Range(1, DistributionRecorder.MostIntervals)
                .Select(number => new ObservedInterval((number * 3_000_000L) + member, (number * 3_000_000L) + 1_000_000 + member, 1))],
        }).ToArray();

        var merged = Assert.Single(ObservedDistribution.MergeAll([.. members.Select(member => new[] { member })]));

        Assert.InRange(merged.Between.Count, 100, DistributionRecorder.MostIntervals);
        Assert.Equal(3 * DistributionRecorder.MostIntervals, merged.Between.Sum(interval => interval.Count));
        Assert.All(merged.Between, interval => Assert.True(0 <= interval.Low && interval.Low < interval.High));
        Assert.Equal(30_000_000_000, merged.Summarise().P50!.Value, 0.01 * 30_000_000_000);
        Assert.Equal(members[0].Between, Assert.Single(ObservedDistribution.MergeAll([[members[0]]])).Between);
    }

    [Fact]
    public async Task An_observation_beyond_what_a_histogram_holds_is_a_lower_bound_and_no_exact_hour()
    {
        var recorder = new DistributionRecorder("lived", "ns");
        var measurement = await _scene.RunAsync(new Probe(recorder, _ =>
        {
            recorder.Record(7_200_000_000_000);
            return Task.CompletedTask;
        }), new TestLoad());

        var lived = measurement.Result.DistributionOf("lived")!;
        Assert.Equal((0, 1), (lived.Exact, lived.RightCensored));
    }

    [Fact]
    public async Task A_value_that_is_no_finite_number_is_left_out_with_a_note_and_the_rest_of_the_point_is_stored()
    {
        var probe = new Probe(new("ready after", "ns"), _ => Task.CompletedTask) { More = [new("hit share", "share", double.NaN), new("rate", "1/s", double.PositiveInfinity)] };

        var measurement = await _scene.RunAsync(probe, new TestLoad());

        Assert.NotEmpty(measurement.Details.ToFile());
        Assert.Equal(["instances"], measurement.Result.Values.Select(value => value.Name));
        Assert.Equal(["hit share", "rate"], measurement.Details.ValuesLeftOut!);
        Assert.Equal(["a value 'hit share' was NaN and is left out", "a value 'rate' was Infinity and is left out"], measurement.Result.Notes);
    }

    [Fact]
    public async Task One_that_cannot_measure_fails_its_point() =>
        await Assert.ThrowsAsync<IOException>(() => _scene.RunAsync(new Probe(new("", ""), _ => throw new IOException("no")), new TestLoad()));

    private sealed class Probe(DistributionRecorder recorder, Func<CancellationToken, Task> measure) : IValueProbe
    {
        public IReadOnlyList<PointValue> More { get; init; } = [];

        public IReadOnlyList<PointValue> Values => [new("instances", "", 10, ValueMerge.Sum), .. More];

        public IReadOnlyList<ObservedDistribution> Distributions => [recorder.Read()];

        public Task MeasureAsync(CancellationToken cancellationToken) => measure(cancellationToken);

        public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public Task PreparePointAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
