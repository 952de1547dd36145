using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Experiments.Disks;

/// <summary>What limits a disk.</summary>
internal enum DiskCap
{
    /// <summary>Neither: small blocks move fewer bytes, and more of them under way at once still bring more.</summary>
    Neither,

    /// <summary>Bytes per second: small blocks move as many as large ones.</summary>
    Bytes,

    /// <summary>Operations per second: small blocks move fewer bytes, and more of them under way at once bring hardly more.</summary>
    Operations,

    /// <summary>The tests do not tell: the processors may have been the limit.</summary>
    NotTold,
}

/// <summary>What one test of a disk gave.</summary>
/// <param name="BlockBytes">Bytes of one operation.</param>
/// <param name="UnderWay">Operations under way at once.</param>
/// <param name="BytesPerSecond">All of them together.</param>
/// <param name="ProcessorShare">Share of the processors' time that was in use meanwhile; null where nobody watched.</param>
internal sealed record DiskRate(int BlockBytes, int UnderWay, double BytesPerSecond, double? ProcessorShare = null)
{
    /// <summary>Operations per second.</summary>
    public double OperationsPerSecond => BytesPerSecond / BlockBytes;
}

/// <summary>
/// Decides from the rates of one direction what limits a disk. Its small blocks are those of the smallest size, its large ones all others.
/// At the most small blocks under way: if they reach the bytes per second of the large ones, bytes are what is limited. If not, and they
/// are hardly more per second than with few under way, it is operations.
/// </summary>
/// <param name="Cap">What limits it.</param>
/// <param name="Text">From which figures that follows, as a clause without a full stop.</param>
internal sealed record DiskCapDecision(DiskCap Cap, string Text)
{
    /// <summary>Share of the large blocks' rate from which on small ones are said to reach it.</summary>
    private const double SameBytes = 0.9;

    /// <summary>Share of what more operations under way could bring, below which they bring hardly more.</summary>
    private const double HardlyMore = 0.2;

    /// <summary>By how many times the numbers under way must differ to tell anything.</summary>
    private const int DepthsApart = 8;

    /// <summary>Share of the processors' time from which on they, and not the disk, may be the limit.</summary>
    private const double BusyProcessors = 0.8;

    /// <summary>Null where the rates do not tell: large blocks are missing, or small ones with few and with many under way.</summary>
    public static DiskCapDecision? Of(IReadOnlyCollection<DiskRate> rates)
    {
        ArgumentNullException.ThrowIfNull(rates);
        var smallest = rates.Count == 0 ? 0 : rates.Min(rate => rate.BlockBytes);
        var small = rates.Where(rate => rate.BlockBytes == smallest).OrderBy(rate => rate.UnderWay).ToArray();
        if (rates.Where(rate => rate.BlockBytes > smallest).MaxBy(rate => rate.BytesPerSecond) is not { BytesPerSecond: > 0 } large
            || small is not [{ BytesPerSecond: > 0 } few, .., var many] || many.UnderWay < DepthsApart * few.UnderWay)
        {
            return null;
        }

        if (new[] { few, many, large }.Where(rate => rate.ProcessorShare > BusyProcessors).MaxBy(rate => rate.ProcessorShare) is { } busy)
        {
            return new(DiskCap.NotTold,
                $"the processors were {NumberFormat.Percent(busy.ProcessorShare!.Value)} busy with {NumberFormat.Size(busy.BlockBytes)} "
                    + $"blocks, {NumberFormat.Count(busy.UnderWay)} under way: above {NumberFormat.Percent(BusyProcessors)} they may be "
                    + $"the limit, not the disk");
        }

        var share = many.BytesPerSecond / large.BytesPerSecond;
        var (times, gain) = ((double)many.UnderWay / few.UnderWay, many.BytesPerSecond / few.BytesPerSecond);
        var inBytes =
            $"{NumberFormat.Size(smallest)} blocks moved {NumberFormat.Percent(share)} of the bytes per second of "
                + $"{NumberFormat.Size(large.BlockBytes)} blocks";
        return share >= SameBytes
            ? new(DiskCap.Bytes, inBytes)
            : new(
                gain < HardlyMore * times ? DiskCap.Operations : DiskCap.Neither,
                $"{inBytes}, and {NumberFormat.Significant(times)} times as many of them under way brought "
                    + $"{NumberFormat.Significant(gain)} times as many per second "
                    + $"({NumberFormat.Significant(many.OperationsPerSecond)}/s)");
    }

    /// <summary>"IOPS-capped: 4 KiB blocks moved 9.4 % of ...".</summary>
    public override string ToString() => Cap switch
    {
        DiskCap.Bytes => "byte-capped",
        DiskCap.Operations => "IOPS-capped",
        DiskCap.NotTold => "no verdict",
        _ => "neither byte-capped nor IOPS-capped",
    } + $": {Text}";
}
