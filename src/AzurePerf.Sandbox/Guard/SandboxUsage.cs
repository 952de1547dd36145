namespace AzurePerf.Sandbox.Guard;

/// <summary>What all processes of a program use together at one look.</summary>
internal readonly record struct SandboxUsage(long MemoryBytes, long FolderBytes, int Files, int Processes, TimeSpan WallTime, bool IsHidden)
{
    /// <summary>The larger of each.</summary>
    public SandboxUsage Peak(SandboxUsage other) => new(
        Math.Max(MemoryBytes, other.MemoryBytes),
        Math.Max(FolderBytes, other.FolderBytes),
        Math.Max(Files, other.Files),
        Math.Max(Processes, other.Processes),
        WallTime > other.WallTime ? WallTime : other.WallTime,
        IsHidden || other.IsHidden);
}
