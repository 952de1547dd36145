using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// The memory that one client records into, made before anything is measured. The warm-up records into it too, so that it warms up the code
/// and touches the pages that the measurement uses; the measurement starts by forgetting that.
/// </summary>
/// <param name="Latencies">Latencies of successful operations since the client last handed them over.</param>
/// <param name="BlockLatencies">Times of the blocks of streams; null where the probe moves none.</param>
/// <param name="Throughput">Bytes of those blocks over time; null where the probe moves none.</param>
/// <param name="Phases">Times of the phases of operations; null where they have none.</param>
internal sealed record ClientRecorder(
    LatencyHistogram Latencies, LatencyHistogram? BlockLatencies, BinTimeline? Throughput, PhaseTimes? Phases = null)
{
    public static ClientRecorder ForOperations() => new(new(), null, null);

    public static ClientRecorder ForPhases(int count) => new(new(), null, null, new(count));

    public static ClientRecorder ForStreams() => new(new(), new(), BinTimeline.Coarse());

    public void Reset()
    {
        Latencies.Reset();
        BlockLatencies?.Reset();
        Throughput?.Reset();
        Phases?.Reset();
    }
}
