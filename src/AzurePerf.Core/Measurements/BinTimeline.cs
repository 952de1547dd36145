namespace AzurePerf.Core.Measurements;

/// <summary>
/// Amounts over time in bins of equal width. When time outgrows the bins, pairs of them become one, so that any duration fits into the same
/// memory and adding never allocates. One writer at a time.
/// </summary>
public sealed class BinTimeline
{
    private readonly long[] _bins;
    private readonly long _initialBinNanoseconds;
    private int _used;

    /// <param name="initialBinNanoseconds">The first width, above 0.</param>
    /// <param name="maximumBins">Bins at most, an even number.</param>
    public BinTimeline(long initialBinNanoseconds, int maximumBins)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(initialBinNanoseconds, 1);
        ArgumentOutOfRangeException.ThrowIfNotEqual(maximumBins % 2, 0, nameof(maximumBins));
        _bins = new long[maximumBins];
        (_initialBinNanoseconds, BinNanoseconds) = (initialBinNanoseconds, initialBinNanoseconds);
    }

    /// <summary>Width of a bin; the first width times a power of two.</summary>
    public long BinNanoseconds { get; private set; }

    /// <summary>The amount in each bin, from the first bin to the last that got any.</summary>
    public ReadOnlySpan<long> Bins => _bins.AsSpan(0, _used);

    /// <summary>A series for the bytes of streams, or whatever else is looked at as coarsely: bins of 100 ms, 102 s of them at the first
    /// width, 205 s at the second, and so on.</summary>
    public static BinTimeline Coarse() => new(100_000_000, 1024);

    /// <summary>A series for operations: bins of 5 ms, 20 s of them at the first width; narrow enough to cut any longer window into a
    /// hundred parts or more.</summary>
    public static BinTimeline OfOperations() => new(OperationTimeline.CountedBinNanoseconds, 4096);

    /// <summary>Of bins of equal width, the first that lies wholly in a time and the one after the last.</summary>
    /// <param name="binNanoseconds">Their width; the first begins at 0.</param>
    /// <param name="fromNanoseconds">When the time begins; what is before 0 has no bins.</param>
    /// <param name="untilNanoseconds">When it ends.</param>
    public static (int First, int End) WholeBins(long binNanoseconds, long fromNanoseconds, long untilNanoseconds)
    {
        var first = (Math.Max(0, fromNanoseconds) + binNanoseconds - 1) / binNanoseconds;
        return ((int)Math.Min(first, int.MaxValue), (int)Math.Min(untilNanoseconds / binNanoseconds, int.MaxValue));
    }

    /// <summary>Adds an amount at an instant, in nanoseconds since the start of the series; earlier ones count into the first
    /// bin.</summary>
    public void Add(long atNanoseconds, long amount)
    {
        var bin = Math.Max(0, atNanoseconds) / BinNanoseconds;
        while (bin >= _bins.Length)
        {
            Widen();
            bin /= 2;
        }

        _bins[bin] += amount;
        _used = Math.Max(_used, (int)bin + 1);
    }

    /// <summary>Adds another series of the same start; the result has the wider bins of the two.</summary>
    public void Merge(BinTimeline other)
    {
        ArgumentNullException.ThrowIfNull(other);
        WidenTo(other.BinNanoseconds);
        for (var bin = 0; bin < other._used; bin++)
        {
            Add(bin * other.BinNanoseconds, other._bins[bin]);
        }
    }

    /// <summary>Adds stored bins; the result has the wider bins of the two, and each amount counts where the middle of its bin
    /// falls.</summary>
    /// <param name="binNanoseconds">Their width.</param>
    /// <param name="amounts">The amount in each, from the first.</param>
    /// <param name="toOwnTime">Turns their instants into those of this series.</param>
    public void AddBins(long binNanoseconds, IReadOnlyList<long> amounts, Func<long, long> toOwnTime)
    {
        ArgumentNullException.ThrowIfNull(amounts);
        ArgumentNullException.ThrowIfNull(toOwnTime);
        WidenTo(binNanoseconds);
        for (var bin = 0; bin < amounts.Count; bin++)
        {
            Add(toOwnTime((bin * binNanoseconds) + (binNanoseconds / 2)), amounts[bin]);
        }
    }

    /// <summary>Forgets everything; the memory is kept for reuse.</summary>
    public void Reset()
    {
        Array.Clear(_bins);
        (_used, BinNanoseconds) = (0, _initialBinNanoseconds);
    }

    private void WidenTo(long binNanoseconds)
    {
        while (BinNanoseconds < binNanoseconds)
        {
            Widen();
        }
    }

    private void Widen()
    {
        var half = _bins.Length / 2;
        for (var bin = 0; bin < half; bin++)
        {
            _bins[bin] = _bins[2 * bin] + _bins[(2 * bin) + 1];
        }

        Array.Clear(_bins, half, half);
        _used = (_used + 1) / 2;
        BinNanoseconds *= 2;
    }
}
