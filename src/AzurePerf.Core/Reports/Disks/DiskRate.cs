namespace AzurePerf.Core.Reports.Disks;

/// <summary>What one test of a disk gave.</summary>
/// <param name="BlockBytes">Bytes of one operation.</param>
/// <param name="UnderWay">Operations under way at once.</param>
/// <param name="BytesPerSecond">All of them together.</param>
public sealed record DiskRate(int BlockBytes, int UnderWay, double BytesPerSecond)
{
    /// <summary>Operations per second.</summary>
    public double OperationsPerSecond => BytesPerSecond / BlockBytes;
}
