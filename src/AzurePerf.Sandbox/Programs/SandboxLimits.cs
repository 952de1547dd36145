namespace AzurePerf.Sandbox.Programs;

/// <summary>What a program and all processes it starts may use together, but where a line says otherwise.</summary>
public sealed record SandboxLimits
{
    /// <summary>Resident memory that is not of files, and the tables that map memory.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>Of each process. Virtual: some runtimes reserve far more than they use.</summary>
    public required long AddressSpaceBytes { get; init; }

    /// <summary>Sizes of all files in the folder, and of deleted ones that are still open. No single file can be larger either.</summary>
    public required long FolderBytes { get; init; }

    /// <summary>Files, folders and links in the folder.</summary>
    public required int Files { get; init; }

    /// <summary>Processes and threads.</summary>
    public required int Processes { get; init; }

    /// <summary>Of each process.</summary>
    public required int OpenFiles { get; init; }

    /// <summary>Of each process, in whole seconds; what its launcher has used before is added.</summary>
    public required TimeSpan ProcessorTime { get; init; }

    public required TimeSpan WallTime { get; init; }

    /// <summary>Free space and files of the folder's file system, also where others use it: below them the program is ended.</summary>
    public long FreeBytes { get; init; } = 256L << 20;

    public long FreeFiles { get; init; } = 1_000;

    /// <summary>What is kept of standard output and error; the rest is counted.</summary>
    public int LogBytes { get; init; } = 64 * 1024;
}
