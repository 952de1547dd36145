namespace AzurePerf.Core.Measurements;

/// <summary>
/// The first second of a transfer apart from the rest, as iperf3 omits it: where a network is shaped by a token bucket, a rested one lets a
/// burst pass that says nothing about what it carries on.
/// </summary>
/// <param name="FirstBytesPerSecond">Rate in the first second, in bytes per second.</param>
/// <param name="SteadyBytesPerSecond">Rate after it, up to the last whole bin.</param>
public sealed record TransferTimeline(double FirstBytesPerSecond, double SteadyBytesPerSecond)
{
    private const long FirstNanoseconds = 1_000_000_000;

    /// <summary>Null for a transfer that is not at least half a second longer than its first one, or whose bins are not parts of a second,
    /// as those of one that took more than 200 s.</summary>
    public static TransferTimeline? Of(ByteBins bins)
    {
        ArgumentNullException.ThrowIfNull(bins);
        var from = 0;
        while (from < bins.Bytes.Count && bins.Bytes[from] == 0)
        {
            from++;
        }

        // The last bin ends with the transfer, somewhere inside.
        var end = bins.Bytes.Count - 1;
        var inFirst = (int)(FirstNanoseconds / bins.BinNanoseconds);
        var later = end - from - inFirst;
        return inFirst > 0 && FirstNanoseconds % bins.BinNanoseconds == 0 && later * bins.BinNanoseconds * 2 >= FirstNanoseconds
            ? new(
                RateOf(bins, from, from + inFirst),
                RateOf(bins, from + inFirst, end))
            : null;
    }

    private static double RateOf(ByteBins bins, int from, int end)
    {
        var bytes = 0L;
        for (var bin = from; bin < end; bin++)
        {
            bytes += bins.Bytes[bin];
        }

        return bytes / ((end - from) * bins.BinNanoseconds / 1e9);
    }
}
