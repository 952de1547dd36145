using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>When the operations of one client ended, counted in memory of its own; an operation costs a comparison and no lock.</summary>
/// <param name="series">What all clients of the phase hand over to.</param>
internal sealed class ClientCounts(OperationTimeline series)
{
    private readonly int[] _counts = new int[OperationTimeline.CountedBins];
    private long _firstBin;
    private int _bin;
    private long _binEnds = OperationTimeline.CountedBinNanoseconds;

    /// <summary>Counts an operation.</summary>
    /// <param name="endedAt">When it ended, in nanoseconds since the start of the phase.</param>
    public void Count(long endedAt)
    {
        if (endedAt >= _binEnds)
        {
            Advance(endedAt);
        }

        _counts[_bin]++;
    }

    /// <summary>Hands over what was counted since the last time; called when the client has ended, too.</summary>
    public void HandOver()
    {
        series.Add(_firstBin, _counts);
        Array.Clear(_counts);
    }

    private void Advance(long endedAt)
    {
        var bin = endedAt / OperationTimeline.CountedBinNanoseconds;
        if (bin >= _firstBin + _counts.Length)
        {
            HandOver();
            _firstBin = bin;
        }

        _bin = (int)(bin - _firstBin);
        _binEnds = (bin + 1) * OperationTimeline.CountedBinNanoseconds;
    }
}
