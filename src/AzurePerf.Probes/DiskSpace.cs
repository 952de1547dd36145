namespace AzurePerf.Probes;

/// <summary>Tells how much of a disk must be free for files, and a full disk from other failures.</summary>
public static class DiskSpace
{
    /// <summary>Of the volume, kept free: a tenth of it, but no more than this.</summary>
    private const long LargestMarginBytes = 1L << 30;

    /// <summary>ENOSPC of Linux and macOS.</summary>
    private const int NoSpaceLeft = 28;

    /// <summary>EDQUOT of Linux: the user's share of the disk is used up.</summary>
    private const int NoShareLeft = 122;

    /// <summary>ERROR_DISK_FULL of Windows, as .NET hands it on.</summary>
    private const int DiskFull = unchecked((int)0x80070070);

    /// <summary>ERROR_HANDLE_DISK_FULL of Windows, likewise.</summary>
    private const int HandleDiskFull = unchecked((int)0x80070027);

    private static readonly string[] InMemory = ["tmpfs", "ramfs"];

    /// <summary>How many bytes of a volume must be free before files are written to it.</summary>
    internal static long NeededBytes(long fileBytes, long volumeBytes) => fileBytes + Math.Min(volumeBytes / 10, LargestMarginBytes);

    /// <summary>True where what is written takes memory and reaches no disk.</summary>
    internal static bool LiesInMemory(string driveFormat) => InMemory.Contains(driveFormat);

    /// <summary>True where a file could not grow because the disk, or the share of it that the user has, is used up.</summary>
    public static bool IsUsedUp(Exception failure) =>
        failure is IOException { HResult: NoSpaceLeft or NoShareLeft or DiskFull or HandleDiskFull };
}
