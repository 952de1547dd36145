namespace AzurePerf.Probes;

/// <summary>Tells how much of a disk must be free for files.</summary>
internal static class DiskSpace
{
    /// <summary>Of the volume, kept free: a tenth of it, but no more than this.</summary>
    private const long LargestMarginBytes = 1L << 30;

    private static readonly string[] InMemory = ["tmpfs", "ramfs"];

    /// <summary>How many bytes of a volume must be free before files are written to it.</summary>
    internal static long NeededBytes(long fileBytes, long volumeBytes) => fileBytes + Math.Min(volumeBytes / 10, LargestMarginBytes);

    /// <summary>True where what is written takes memory and reaches no disk.</summary>
    internal static bool LiesInMemory(string driveFormat) => InMemory.Contains(driveFormat);
}
