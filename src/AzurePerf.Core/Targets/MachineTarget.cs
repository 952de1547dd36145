namespace AzurePerf.Core.Targets;

/// <summary>The target of runs that measure the worker's own machine. Nobody configures it, and it has no address.</summary>
public static class MachineTarget
{
    public static TargetKind Kind { get; } = new("machine", "the worker's own machine") { OnlyTarget = "local" };
}
