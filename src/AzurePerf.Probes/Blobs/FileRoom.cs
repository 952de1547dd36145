using AzurePerf.Core.Texts;

namespace AzurePerf.Probes.Blobs;

/// <summary>Whether a folder has room for files that are open at the same time.</summary>
/// <param name="Folder">For people.</param>
/// <param name="DriveFormat">Its file system.</param>
/// <param name="FreeBytes">Of its volume.</param>
/// <param name="TotalBytes">Of its volume.</param>
internal sealed record FileRoom(string Folder, string DriveFormat, long FreeBytes, long TotalBytes)
{
    /// <summary>Files of less, in all, may lie in memory where they take at most a tenth of it: so few bytes would stay in the system's
    /// cache on a disk too.</summary>
    private const long SmallBytes = 256L << 20;

    private const string WhatToDo = "set TMPDIR of this worker to a folder on a large disk, take fewer clients, or set sink to none";

    /// <summary>That of temporary files.</summary>
    public static FileRoom OfTemporaryFiles()
    {
        var folder = Path.GetTempPath();
        var volume = new DriveInfo(folder);
        return new(folder, volume.DriveFormat, volume.AvailableFreeSpace, volume.TotalSize);
    }

    /// <exception cref="NotSupportedException">It has too little, or is in memory and the files are not small.</exception>
    public void Require(long files, long bytesEach)
    {
        var bytes = files * bytesEach;
        var what = $"{NumberFormat.Counted(files, "file")} of {Mebibytes(bytesEach)} at once";
        if (DiskSpace.LiesInMemory(DriveFormat) && (bytes >= SmallBytes || bytes > FreeBytes / 10))
        {
            throw new NotSupportedException($"{Folder} lies in memory ({DriveFormat}), which has no room for {what}: {WhatToDo}");
        }

        var needed = DiskSpace.NeededBytes(bytes, TotalBytes);
        if (FreeBytes < needed)
        {
            throw new NotSupportedException(
                $"{Folder} has {Mebibytes(FreeBytes)} free, and {what} need {Mebibytes(needed)} so that the disk is not filled: "
                    + WhatToDo);
        }
    }

    /// <summary>Rounded up: a small file is not nothing.</summary>
    private static string Mebibytes(long bytes) => NumberFormat.Count((bytes + (1 << 20) - 1) >> 20) + " MiB";
}
