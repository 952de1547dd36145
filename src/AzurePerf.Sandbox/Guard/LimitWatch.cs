using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Which limit a program is over, if any. What costs the machine most is named first.</summary>
internal static class LimitWatch
{
    public static SandboxLimit? Judge(SandboxUsage usage, SandboxLimits limits) => usage switch
    {
        _ when usage.MemoryBytes > limits.MemoryBytes => SandboxLimit.Memory,
        _ when usage.FolderBytes > limits.FolderBytes => SandboxLimit.FolderBytes,
        _ when usage.Files > limits.Files => SandboxLimit.Files,
        _ when usage.Processes > limits.Processes => SandboxLimit.Processes,
        { IsHidden: true } => SandboxLimit.Unwatchable,
        { IsSpaceShort: true } => SandboxLimit.FreeSpace,
        _ when usage.WallTime > limits.WallTime => SandboxLimit.WallTime,
        _ => null,
    };
}

/// <summary>What all processes of a program use together at one look.</summary>
internal readonly record struct SandboxUsage(
    long MemoryBytes, long FolderBytes, int Files, int Processes, TimeSpan WallTime, bool IsHidden, bool IsSpaceShort = false)
{
    /// <summary>The larger of each.</summary>
    public SandboxUsage Peak(SandboxUsage other) => new(
        Math.Max(MemoryBytes, other.MemoryBytes),
        Math.Max(FolderBytes, other.FolderBytes),
        Math.Max(Files, other.Files),
        Math.Max(Processes, other.Processes),
        WallTime > other.WallTime ? WallTime : other.WallTime,
        IsHidden || other.IsHidden,
        IsSpaceShort || other.IsSpaceShort);
}
