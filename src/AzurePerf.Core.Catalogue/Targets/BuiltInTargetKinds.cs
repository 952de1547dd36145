using AzurePerf.Core.Targets.Sql;

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
        SqlTarget.Kind,
    ];
}

/// <summary>The storage accounts that the operator names.</summary>
public static class AccountTarget
{
    public static TargetKind Kind { get; } = new("account", "a storage account");
}

/// <summary>The target of runs that measure the worker's own machine. Nobody configures it, and it has no address.</summary>
public static class MachineTarget
{
    public static TargetKind Kind { get; } = new("machine", "the worker's own machine") { OnlyTarget = "local" };
}

/// <summary>The target of runs that measure the network between two workers. Nobody configures it: the second worker is whichever takes the
/// other task of the point.</summary>
public static class PeerTarget
{
    /// <summary>One worker answers, the other measures. The first member answers, because that is the one that stays until the other has
    /// ended.</summary>
    public static TargetKind Kind { get; } =
        new("peer", "the network between two workers") { OnlyTarget = "peer", Workers = 2, AnsweringMember = 0 };
}
