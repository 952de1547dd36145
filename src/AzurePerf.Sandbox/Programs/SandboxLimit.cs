namespace AzurePerf.Sandbox.Programs;

/// <summary>What a program used too much of.</summary>
public enum SandboxLimit
{
    Memory,
    FolderBytes,
    Files,
    Processes,
    ProcessorTime,
    WallTime,

    /// <summary>It made a folder or a process that cannot be looked at.</summary>
    Unwatchable,
}
