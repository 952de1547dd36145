namespace AzurePerf.Core.Measurements;

/// <summary>
/// Bytes over time in bins of equal width. Starts with bins of 100 ms; when time outgrows them, pairs of bins become one, so that any duration fits
/// into the same memory and adding never allocates. One writer at a time.
/// </summary>
public sealed class ByteSeries
{
    /// <summary>Bins at most: 102 s at the first width, 205 s at the second, and so on.</summary>
    public const int MaximumBins = 1024;

    /// <summary>The first width.</summary>
    public const long InitialBinNanoseconds = 100_000_000;

    private readonly long[] _bins = new long[MaximumBins];
    private int _used;

    /// <summary>Width of a bin; the first width times a power of two.</summary>
    public long BinNanoseconds { get; private set; } = InitialBinNanoseconds;

    /// <summary>Bytes per bin, from the first bin to the last that got any.</summary>
    public ReadOnlySpan<long> Bins => _bins.AsSpan(0, _used);

    /// <summary>Adds bytes at an instant, in nanoseconds since the start of the series; earlier ones count into the first bin.</summary>
    public void Add(long atNanoseconds, long bytes)
    {
        var bin = Math.Max(0, atNanoseconds) / BinNanoseconds;
        while (bin >= MaximumBins)
        {
            Widen();
            bin /= 2;
        }

        _bins[bin] += bytes;
        _used = Math.Max(_used, (int)bin + 1);
    }

    /// <summary>Adds another series of the same start; the result has the wider bins of the two.</summary>
    public void Merge(ByteSeries other)
    {
        ArgumentNullException.ThrowIfNull(other);
        while (BinNanoseconds < other.BinNanoseconds)
        {
            Widen();
        }

        for (var bin = 0; bin < other._used; bin++)
        {
            Add(bin * other.BinNanoseconds, other._bins[bin]);
        }
    }

    /// <summary>Forgets everything; the memory is kept for reuse.</summary>
    public void Reset()
    {
        Array.Clear(_bins);
        (_used, BinNanoseconds) = (0, InitialBinNanoseconds);
    }

    private void Widen()
    {
        for (var bin = 0; bin < MaximumBins / 2; bin++)
        {
            _bins[bin] = _bins[2 * bin] + _bins[(2 * bin) + 1];
        }

        Array.Clear(_bins, MaximumBins / 2, MaximumBins / 2);
        _used = (_used + 1) / 2;
        BinNanoseconds *= 2;
    }
}
