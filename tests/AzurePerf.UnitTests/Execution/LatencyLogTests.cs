using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class LatencyLogTests
{
    private readonly RunnerScene _scene = new();

    [Fact]
    public async Task Each_success_stands_in_the_second_in_which_it_ended_and_failures_in_one_line_of_their_own()
    {
        var durations = new[] { 400, 500, 700, 2_500, 100 };
        var probe = FakeProbe.Immediate(operation =>
        {
            _scene.Advance(durations[operation.Index]);
            return operation.Index == 2 ? throw new ThrottledException() : new(0, 1);
        });
        var opened = _scene.Time.GetUtcNow();

        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 5 });

        var (start, intervals) = Read(measurement.LatencyLog!);
        Assert.Equal(opened, start);
        Assert.Equal(
            [("ok", 0, 1_000, "400 500"), ("ok", 4_000, 1_000, "100 2500"), ("throttled", 0, 4_200, "700")],
            intervals.Select(interval => (interval.Tag, interval.StartNanoseconds / 1_000_000, interval.LengthNanoseconds / 1_000_000, Milliseconds(interval))));
    }

    [Fact]
    public async Task The_warm_up_is_not_in_it_and_the_totals_stay_exact()
    {
        var probe = FakeProbe.Immediate(operation =>
        {
            _scene.Advance(operation.WarmUp ? 950 : 123.456);
            return new(0, 1);
        });

        var measurement = await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 100, WarmUpOperations = 3, WarmUpSeconds = 60 });

        var (_, intervals) = Read(measurement.LatencyLog!);
        Assert.Equal(13, intervals.Count);
        Assert.Equal(100, intervals.Sum(interval => interval.Decode().Count));
        Assert.Equal((100, 123_456_000, 123_456_000), (measurement.Summary.Latency.Count, measurement.Summary.Latency.MinimumNanoseconds, measurement.Summary.Latency.MaximumNanoseconds));
    }

    [Fact]
    public void What_192_clients_record_into_takes_at_most_17_MB_with_every_outcome_there_is()
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var series = new[] { new LatencyTimeline(), new LatencyTimeline() };
        var recorders = Enumerable.Range(0, 192)
            .Select(_ => (ClientRecorder.ForOperations(), new ClientLatencies(series[0]), new ClientLatencies(series[1]))).ToArray();
        var failures = Enumerable.Range(0, 2).SelectMany(_ => Enum.GetValues<OperationOutcome>().Select(outcome => new FailedOperations(new(), outcome.ToString()))).ToArray();
        var bytes = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.InRange(bytes, 33_792 * 8, 17_000_000);
        GC.KeepAlive((recorders, series, failures));
    }

    private static string Milliseconds(HistogramInterval interval) =>
        string.Join(' ', interval.Decode().RecordedBuckets().Select(bucket => Math.Round(bucket.LowestNanoseconds / 1e6)));

    private static (DateTimeOffset? Start, IReadOnlyList<HistogramInterval> Intervals) Read(string log)
    {
        using var text = new StringReader(log);
        var reader = new HistogramLogReader(text);
        var intervals = new List<HistogramInterval>();
        while (reader.Read() is { } interval)
        {
            intervals.Add(interval);
        }

        return (reader.StartTime, intervals);
    }
}
