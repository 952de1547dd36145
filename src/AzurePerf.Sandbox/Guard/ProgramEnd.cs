using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>How a program ended, from its wait status and what the guard saw.</summary>
internal readonly record struct ProgramEnd(SandboxEnd End, int Code, SandboxLimit? Limit)
{
    /// <param name="waitStatus">As wait4 gives it.</param>
    /// <param name="broken">The limit for which the guard ended it.</param>
    /// <param name="wasCancelled">The worker asked to end it.</param>
    /// <param name="last">The use when all had ended.</param>
    /// <param name="processorTime">Of all processes.</param>
    public static ProgramEnd Of(
        int waitStatus, SandboxLimit? broken, bool wasCancelled, SandboxUsage last, TimeSpan processorTime, SandboxLimits limits)
    {
        var signal = waitStatus & 0x7F;
        var code = (waitStatus >> 8) & 0xFF;
        return (broken, signal) switch
        {
            ({ } limit, _) => Over(limit),
            _ when wasCancelled => new(SandboxEnd.Cancelled, 0, null),
            (_, Signals.ProcessorTime) => Over(SandboxLimit.ProcessorTime),
            (_, Signals.Kill) when processorTime >= limits.ProcessorTime => Over(SandboxLimit.ProcessorTime),
            (_, Signals.FileSize) => Over(SandboxLimit.FolderBytes),
            _ when LimitWatch.Judge(last, limits) is { } late && late != SandboxLimit.WallTime => Over(late),
            _ when waitStatus != 0 && last.FolderBytes >= limits.FolderBytes => Over(SandboxLimit.FolderBytes),
            (_, not 0) => new(SandboxEnd.Signalled, signal, null),
            _ => new(SandboxEnd.Exited, code, null),
        };
    }

    private static ProgramEnd Over(SandboxLimit limit) => new(SandboxEnd.OverLimit, 0, limit);
}
