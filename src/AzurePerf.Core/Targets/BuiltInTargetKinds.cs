namespace AzurePerf.Core.Targets;

/// <summary>The kinds of targets that come with every host. A new one adds one line.</summary>
public static class BuiltInTargetKinds
{
    /// <summary>The lines. The first is the kind of a target whose setting names none.</summary>
    public static IReadOnlyList<TargetKind> All { get; } =
    [
        AccountTarget.Kind,
        MachineTarget.Kind,
        PeerTarget.Kind,
    ];
}
