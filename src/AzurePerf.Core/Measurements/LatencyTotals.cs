using System.Text.Json.Serialization;

namespace AzurePerf.Core.Measurements;

/// <summary>What <see cref="LatencyHistogramEncoding"/> leaves out of a histogram: kept beside it, so that it can be restored
/// exactly.</summary>
/// <param name="Count">Latencies recorded.</param>
/// <param name="OverflowCount">Of them, those above 1 h.</param>
/// <param name="MinimumNanoseconds">The shortest; 0 when none is recorded.</param>
/// <param name="MaximumNanoseconds">The longest; 0 when none is recorded.</param>
/// <param name="SumNanoseconds">The exact sum, in nanoseconds; text in JSON, because readers elsewhere round long numbers.</param>
/// <param name="SumOfSquaresNanoseconds">The exact sum of squares, in square nanoseconds; text in JSON.</param>
public sealed record LatencyTotals(
    long Count,
    long OverflowCount,
    long MinimumNanoseconds,
    long MaximumNanoseconds,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] UInt128 SumNanoseconds,
    [property: JsonNumberHandling(
        JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] UInt128 SumOfSquaresNanoseconds)
{
    public static LatencyTotals Of(LatencyHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        return new(
            histogram.Count,
            histogram.OverflowCount,
            histogram.MinimumNanoseconds ?? 0,
            histogram.MaximumNanoseconds ?? 0,
            histogram.SumNanoseconds,
            histogram.SumOfSquaresNanoseconds);
    }
}
