namespace AzurePerf.Core.Measurements;

/// <summary>Values of a point that follow from what all of its workers observed together.</summary>
internal static class DerivedValues
{
    public static IEnumerable<PointValue> Of(PointObservation observation) =>
        [.. Timeline(observation), .. Shares(observation.Latencies, observation.CumulativeBins)];

    /// <summary>Of one transfer per stream: rests between several would look like a network that is shaped.</summary>
    private static IEnumerable<PointValue> Timeline(PointObservation observation) =>
        observation is { SingleTransfers: true, Throughput: { } throughput }
            && observation.Clients.All(client => client is { Completed: 1, Failed: 0 }) && TransferTimeline.Of(throughput) is { } timeline
            ? [new("first second", "B/s", timeline.FirstBytesPerSecond),
                new("after the first second", "B/s", timeline.SteadyBytesPerSecond)]
            : [];

    /// <summary>Up to the first bin that holds all.</summary>
    private static IEnumerable<PointValue> Shares(LatencyHistogram latencies, IReadOnlyList<long> bins)
    {
        var count = latencies.Count;
        foreach (var bin in count == 0 ? [] : bins)
        {
            var within = latencies.CountAtOrBelow(bin);
            yield return new(PointValue.NameOfShare(bin / 1e6), "", (double)within / count);
            if (within == count)
            {
                yield break;
            }
        }
    }
}
