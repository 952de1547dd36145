namespace AzurePerf.Core.Measurements;

/// <summary>A histogram as text in a JSON document: HdrHistogram V2, compressed, base64.</summary>
public static class LatencyHistogramText
{
    public static string Write(LatencyHistogram histogram) => Convert.ToBase64String(LatencyHistogramEncoding.EncodeCompressed(histogram));

    /// <param name="text">As written.</param>
    /// <param name="totals">What belongs to it and is not in the text; null where it was not kept: then it is computed from the counters,
    /// within 0.1 %.</param>
    /// <exception cref="InvalidDataException">Not such a text, or the totals are not its own.</exception>
    public static LatencyHistogram Read(string text, LatencyTotals? totals = null)
    {
        ArgumentNullException.ThrowIfNull(text);
        try
        {
            var histogram = LatencyHistogramEncoding.Decode(Convert.FromBase64String(text));
            if (totals is not null)
            {
                histogram.Restore(totals);
            }

            return histogram;
        }
        catch (FormatException exception)
        {
            throw new InvalidDataException($"a histogram cannot be read: {exception.Message}", exception);
        }
    }
}
