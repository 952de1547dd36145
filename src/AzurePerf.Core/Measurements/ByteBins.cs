namespace AzurePerf.Core.Measurements;

/// <summary>Bytes over time, as stored.</summary>
/// <param name="BinNanoseconds">Width of a bin; the first starts with the measured window.</param>
/// <param name="Bytes">Bytes of all clients per bin, those of failed streams included.</param>
public sealed record ByteBins(long BinNanoseconds, IReadOnlyList<long> Bytes)
{
    /// <summary>The bins of a series that nobody writes any more.</summary>
    public static ByteBins Of(BinTimeline series)
    {
        ArgumentNullException.ThrowIfNull(series);
        return new(series.BinNanoseconds, series.Bins.ToArray());
    }
}
