using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>One simulated client: the lanes that perform its operations, and what they did together.</summary>
/// <param name="lanes">Its lanes, at least one.</param>
/// <param name="arrivals">What they share in an open loop; null in a closed one.</param>
/// <param name="samples">Room for its samples.</param>
internal sealed class LoadClient(IReadOnlyList<LoadLane> lanes, ArrivalQueue? arrivals, Memory<Sample> samples)
{
    /// <summary>The memory of a client that has one lane; null in an open loop.</summary>
    public ClientRecorder? Recorder => lanes[0].Recorder;

    /// <summary>How many samples there are.</summary>
    public int SamplesKept =>
        arrivals is null ? lanes[0].Measured.Samples.Length : Math.Min(samples.Length, arrivals.SamplePlacesTaken);

    /// <summary>The samples kept, in order of their starts. In an open loop each call sorts them.</summary>
    public ReadOnlySpan<Sample> Samples()
    {
        if (arrivals is null)
        {
            return lanes[0].Measured.Samples;
        }

        var kept = samples.Span[..SamplesKept];
        kept.Sort((one, other) => one.StartNanoseconds.CompareTo(other.StartNanoseconds));
        return kept;
    }

    public ClientMeasurement Read() => arrivals is null ? lanes[0].Read() : Sum([.. lanes.Select(lane => lane.Read())], arrivals);

    private static ClientMeasurement Sum(ClientMeasurement[] lanes, ArrivalQueue arrivals) => lanes[0] with
    {
        FirstStartNanoseconds = lanes.Min(lane => lane.FirstStartNanoseconds),
        LastEndNanoseconds = lanes.Max(lane => lane.LastEndNanoseconds),
        Completed = lanes.Sum(lane => lane.Completed),
        Failed = lanes.Sum(lane => lane.Failed),
        Bytes = lanes.Sum(lane => lane.Bytes),
        WireRequests = lanes.Sum(lane => lane.WireRequests),
        ContinuationRequests = lanes.Sum(lane => lane.ContinuationRequests),
        BusyNanoseconds = lanes.Sum(lane => lane.BusyNanoseconds),
        HarnessNanoseconds = lanes.Sum(lane => lane.HarnessNanoseconds),
        OverlapOperations = lanes.Sum(lane => lane.OverlapOperations),
        OverlapBytes = lanes.Sum(lane => lane.OverlapBytes),
        FollowUpFailures = lanes.Sum(lane => lane.FollowUpFailures),
        End = arrivals.End ?? throw new InvalidOperationException($"client {lanes[0].Client} is still at work"),
        WarmUpOperations = lanes.Sum(lane => lane.WarmUpOperations),
        WarmUpFailures = lanes.Sum(lane => lane.WarmUpFailures),
        Arrivals = arrivals.Read(),
        Types = lanes[0].Types is { } types ? [.. types.Select((_, index) => Sum([.. lanes.Select(lane => lane.Types![index])]))] : null,
    };

    private static ClientTypeCount Sum(ClientTypeCount[] lanes) =>
        new(lanes.Sum(lane => lane.Completed), lanes.Sum(lane => lane.OverlapOperations));
}
