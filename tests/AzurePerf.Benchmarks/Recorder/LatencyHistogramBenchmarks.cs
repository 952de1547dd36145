using BenchmarkDotNet.Attributes;

namespace AzurePerf.Benchmarks.Recorder;

/// <summary>Budget: 3 ns and 0 bytes per recorded latency; 120 ns per timed operation that does nothing.</summary>
[MemoryDiagnoser]
public class LatencyHistogramBenchmarks
{
    private const int Operations = 10_000;
    private readonly RecorderWork _work = new();

    [Benchmark(OperationsPerInvoke = SeededLatencies.Count)]
    public long Record() => _work.RecordLatencies();

    [Benchmark(OperationsPerInvoke = Operations)]
    public ValueTask TimedNoOperation() => _work.TimeOperationsAsync(NoOperationProbe.Instance, Operations);
}
