namespace AzurePerf.Core.Measurements;

/// <summary>How many operations of all clients ended when. Clients count by themselves and hand over once per second of their time, from
/// any thread.</summary>
public sealed class OperationTimeline
{
    /// <summary>Width of the bins in which clients count.</summary>
    public const long CountedBinNanoseconds = 5_000_000;

    /// <summary>Bins of one hand-over.</summary>
    public const int CountedBins = 200;

    private readonly BinTimeline _bins = BinTimeline.OfOperations();
    private readonly Lock _lock = new();

    /// <summary>Adds what a client counted in consecutive bins.</summary>
    /// <param name="firstBin">Number of the first of them since the start, from 0.</param>
    /// <param name="counts">Operations in each.</param>
    public void Add(long firstBin, ReadOnlySpan<int> counts)
    {
        lock (_lock)
        {
            for (var bin = 0; bin < counts.Length; bin++)
            {
                if (counts[bin] > 0)
                {
                    _bins.Add((firstBin + bin) * CountedBinNanoseconds, counts[bin]);
                }
            }
        }
    }

    /// <summary>All of it, after the clients have ended.</summary>
    public OperationBins Read()
    {
        lock (_lock)
        {
            return OperationBins.Of(_bins);
        }
    }
}
