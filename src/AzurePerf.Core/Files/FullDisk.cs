namespace AzurePerf.Core.Files;

/// <summary>Tells a full disk from other failures.</summary>
public static class FullDisk
{
    /// <summary>ENOSPC of Linux and macOS.</summary>
    private const int NoSpaceLeft = 28;

    /// <summary>EDQUOT of Linux: the user's share of the disk is used up.</summary>
    private const int NoShareLeft = 122;

    /// <summary>ERROR_DISK_FULL of Windows, as .NET hands it on.</summary>
    private const int DiskFull = unchecked((int)0x80070070);

    /// <summary>ERROR_HANDLE_DISK_FULL of Windows, likewise.</summary>
    private const int HandleDiskFull = unchecked((int)0x80070027);

    /// <summary>True where a file could not grow because the disk, or the share of it that the user has, is used up.</summary>
    public static bool IsWhy(Exception failure) =>
        failure is IOException { HResult: NoSpaceLeft or NoShareLeft or DiskFull or HandleDiskFull };
}
