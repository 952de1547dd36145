namespace AzurePerf.Core.Measurements.Arrivals;

/// <summary>What an open loop observes beside the latencies.</summary>
/// <param name="Arrivals">How its operations arrived.</param>
/// <param name="ServiceTimes">Of the successes, from their real starts.</param>
/// <param name="Lags">Of all operations that ended: real minus intended start.</param>
/// <param name="LagOverTime">The same over time.</param>
public sealed record OpenLoopObservations(
    ArrivalKind Arrivals, LatencyHistogram ServiceTimes, LatencyHistogram Lags, LagTimeline LagOverTime)
{
    /// <summary>Those of several workers as one; null when there is none.</summary>
    public static OpenLoopObservations? Sum(IReadOnlyList<OpenLoopObservations> parts)
    {
        ArgumentNullException.ThrowIfNull(parts);
        if (parts.Count == 0)
        {
            return null;
        }

        var lags = new LagTimeline();
        foreach (var part in parts)
        {
            lags.Merge(part.LagOverTime);
        }

        return new(
            parts[0].Arrivals,
            LatencyHistogram.Sum(parts.Select(part => part.ServiceTimes)),
            LatencyHistogram.Sum(parts.Select(part => part.Lags)),
            lags);
    }
}
