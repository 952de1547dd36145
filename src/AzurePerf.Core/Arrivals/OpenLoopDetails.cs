using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Arrivals;

/// <summary><see cref="OpenLoopObservations"/> as stored: histograms as HdrHistogram V2, compressed, base64, and their exact totals.</summary>
public sealed record OpenLoopDetails(
    ArrivalKind Arrivals, string ServiceTimes, LatencyTotals ServiceTimeTotals, string Lags, LatencyTotals LagTotals, LagBins LagOverTime)
{
    public static OpenLoopDetails Of(OpenLoopObservations observations)
    {
        ArgumentNullException.ThrowIfNull(observations);
        return new(
            observations.Arrivals,
            LatencyHistogramText.Write(observations.ServiceTimes),
            LatencyTotals.Of(observations.ServiceTimes),
            LatencyHistogramText.Write(observations.Lags),
            LatencyTotals.Of(observations.Lags),
            observations.LagOverTime.ToBins());
    }

    /// <exception cref="InvalidDataException">It cannot be read.</exception>
    public OpenLoopObservations Read() => new(
        Arrivals,
        LatencyHistogramText.Read(ServiceTimes, ServiceTimeTotals),
        LatencyHistogramText.Read(Lags, LagTotals),
        LagSeries.Of(LagOverTime));
}
