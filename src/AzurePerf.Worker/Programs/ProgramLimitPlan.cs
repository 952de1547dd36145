using AzurePerf.Core.Programs;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Worker.Programs;

/// <summary>The limits of the sandbox from those of a program.</summary>
internal static class ProgramLimitPlan
{
    private const long Megabyte = 1 << 20;
    private const long Block = 4_096;
    private const int OpenFiles = 1_024;

    /// <summary>Runtimes reserve addresses that they hardly use.</summary>
    private const long AddressSpaceBeyond = 4L << 30;

    /// <summary>The limits of the sandbox.</summary>
    /// <param name="limits">Of the program.</param>
    /// <param name="placed">What lies in its folder before it begins, which the sandbox counts and the program's limits do not.</param>
    /// <param name="processors">Of the machine: threads use several times the wall time.</param>
    public static SandboxLimits Of(ProgramLimits limits, PlacedFiles placed, int processors)
    {
        var (memory, seconds) = (limits.MemoryMegabytes * Megabyte, TimeSpan.FromSeconds(limits.Seconds));
        return new()
        {
            MemoryBytes = memory,
            AddressSpaceBytes = (memory * 4) + AddressSpaceBeyond,
            FolderBytes = FileBytes(limits) + placed.Bytes,
            Files = limits.Files + placed.Files,
            Processes = limits.Processes,
            OpenFiles = OpenFiles,
            ProcessorTime = seconds * Math.Max(1, processors),
            WallTime = seconds,
        };
    }

    /// <summary>Bytes of all files that it may make.</summary>
    public static long FileBytes(ProgramLimits limits) => limits.FileMegabytes * Megabyte;

    /// <summary>What lies in a folder, with the room that the smallest of files takes.</summary>
    public static PlacedFiles Placed(string folder)
    {
        var placed = new PlacedFiles(Block, 1);
        foreach (var entry in new DirectoryInfo(folder).EnumerateFileSystemInfos("*", SearchOption.AllDirectories))
        {
            var bytes = entry is FileInfo file ? file.Length : Block;
            placed = new(placed.Bytes + ((bytes + Block - 1) / Block * Block), placed.Files + 1);
        }

        return placed;
    }
}

/// <summary>Files and folders that lie in a folder.</summary>
/// <param name="Bytes">Of all of them.</param>
/// <param name="Files">How many.</param>
internal readonly record struct PlacedFiles(long Bytes, int Files);
