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
        _ when usage.WallTime > limits.WallTime => SandboxLimit.WallTime,
        _ => null,
    };
}
