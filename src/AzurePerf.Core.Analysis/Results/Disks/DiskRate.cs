namespace AzurePerf.Core.Results.Disks;

/// <summary>What one test of a disk gave.</summary>
/// <param name="BlockBytes">Bytes of one operation.</param>
/// <param name="UnderWay">Operations under way at once.</param>
/// <param name="BytesPerSecond">All of them together.</param>
/// <param name="ProcessorShare">Share of the processors' time that was in use meanwhile; null where nobody watched.</param>
public sealed record DiskRate(int BlockBytes, int UnderWay, double BytesPerSecond, double? ProcessorShare = null)
{
    /// <summary>Operations per second.</summary>
    public double OperationsPerSecond => BytesPerSecond / BlockBytes;
}
