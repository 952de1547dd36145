using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// The memory of what one client records for itself until its end, made before anything is measured. The warm-up records into it
/// too, so that it warms up the code and touches the pages that the measurement uses; the measurement starts by forgetting that.
/// </summary>
/// <param name="BlockLatencies">Times of the blocks of streams; null where the probe moves none.</param>
/// <param name="Throughput">Bytes of those blocks over time; null where the probe moves none.</param>
/// <param name="Phases">Times of the phases of operations; null where they have none.</param>
internal sealed record ClientRecorder(LatencyHistogram? BlockLatencies, BinTimeline? Throughput, PhaseTimes? Phases = null)
{
    public static ClientRecorder ForOperations() => new(null, null);

    public static ClientRecorder ForPhases(int count) => new(null, null, new(count));

    public static ClientRecorder ForStreams() => new(new(), BinTimeline.Coarse());

    public void Reset()
    {
        BlockLatencies?.Reset();
        Throughput?.Reset();
        Phases?.Reset();
    }
}
