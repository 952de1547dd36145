using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution;

namespace AzurePerf.Benchmarks.Recorder;

/// <summary>What the recorder is measured with, shared by the BenchmarkDotNet class and the `versus` entry.</summary>
internal sealed class RecorderWork
{
    private const long NanosecondsPerSecond = 1_000_000_000;
    private readonly long[] _latencies = SeededLatencies.Draw();
    private readonly LatencyHistogram _histogram = new();
    private readonly ClientLatencies _client = new(new());
    private readonly TimeProvider _time = TimeProvider.System;

    /// <summary>Records <see cref="SeededLatencies.Count"/> latencies.</summary>
    public long RecordLatencies()
    {
        foreach (var latency in _latencies)
        {
            _histogram.Record(latency);
        }

        return _histogram.Count;
    }

    /// <summary>Performs operations as a client of a closed loop does: timestamp, asynchronous operation, timestamp, record.</summary>
    public async ValueTask TimeOperationsAsync(IProbe probe, int operations)
    {
        var nanosecondsPerTick = NanosecondsPerSecond / (double)_time.TimestampFrequency;
        var opened = _time.GetTimestamp();
        for (var index = 0; index < operations; index++)
        {
            var start = _time.GetTimestamp();
            await probe.ExecuteAsync(new Operation(0, index, WarmUp: false), CancellationToken.None);
            var end = _time.GetTimestamp();
            _client.Record((long)((end - opened) * nanosecondsPerTick), (long)((end - start) * nanosecondsPerTick));
        }
    }
}
