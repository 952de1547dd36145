using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Results.Disks;

/// <summary>Scores and verdicts of a disk in words; tool and portal print the same.</summary>
public static class DiskText
{
    /// <summary>What stands below a table of scores.</summary>
    public const string Remark =
        "best: the score as CrystalDiskMark has it, the fastest pass and the lowest mean latency of one; MB are 10^6 bytes; the host "
            + "below a virtual disk may cache without anybody here seeing it";

    /// <summary>"byte-capped", "IOPS-capped", "neither byte-capped nor IOPS-capped" or "no verdict".</summary>
    public static string Of(DiskCap cap) => cap switch
    {
        DiskCap.Bytes => "byte-capped",
        DiskCap.Operations => "IOPS-capped",
        DiskCap.NotTold => "no verdict",
        _ => "neither byte-capped nor IOPS-capped",
    };

    /// <summary>"IOPS-capped: 4 KiB blocks moved 9.4 % of ...".</summary>
    public static string Of(DiskVerdict verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return $"{Of(verdict.Cap)}: {verdict.Text}";
    }

    /// <summary>"35.2, 35.3, 35.1": every pass in MB/s.</summary>
    public static string Passes(DiskScore score)
    {
        ArgumentNullException.ThrowIfNull(score);
        return string.Join(", ", score.Passes.Select(NumberFormat.Significant));
    }
}
