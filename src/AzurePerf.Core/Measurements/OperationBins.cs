namespace AzurePerf.Core.Measurements;

/// <summary>Successful operations over time, as stored.</summary>
/// <param name="BinNanoseconds">Width of a bin; the first starts with the measured window.</param>
/// <param name="Operations">Operations of all clients that ended in each bin.</param>
public sealed record OperationBins(long BinNanoseconds, IReadOnlyList<long> Operations)
{
    /// <summary>The bins of a series that nobody writes any more.</summary>
    public static OperationBins Of(BinTimeline series)
    {
        ArgumentNullException.ThrowIfNull(series);
        return new(series.BinNanoseconds, series.Bins.ToArray());
    }
}
