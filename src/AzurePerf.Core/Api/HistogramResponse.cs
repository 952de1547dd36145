using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Api;

/// <summary>A histogram of latencies, exact to 3 significant digits.</summary>
/// <param name="Count">Latencies in it.</param>
/// <param name="MinimumNanoseconds">The shortest; null when it is empty.</param>
/// <param name="MaximumNanoseconds">The longest; null when it is empty.</param>
/// <param name="Buckets">Those with at least one latency, shortest first.</param>
public sealed record HistogramResponse(long Count, long? MinimumNanoseconds, long? MaximumNanoseconds, IReadOnlyList<LatencyBucket> Buckets)
{
    /// <param name="encoded">HdrHistogram V2, compressed, base64.</param>
    /// <exception cref="InvalidDataException">It cannot be read.</exception>
    internal static HistogramResponse Of(string encoded)
    {
        try
        {
            var histogram = LatencyHistogramEncoding.Decode(Convert.FromBase64String(encoded));
            return new(histogram.Count, histogram.MinimumNanoseconds, histogram.MaximumNanoseconds, [.. histogram.RecordedBuckets()]);
        }
        catch (FormatException exception)
        {
            throw new InvalidDataException("a histogram is no base64: " + exception.Message, exception);
        }
    }
}
