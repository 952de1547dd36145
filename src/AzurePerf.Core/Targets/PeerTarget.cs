namespace AzurePerf.Core.Targets;

/// <summary>The target of runs that measure the network between two workers. Nobody configures it: the second worker is whichever takes the other task of the point.</summary>
public static class PeerTarget
{
    /// <summary>One worker answers, the other measures. The first member answers, because that is the one that stays until the other has ended.</summary>
    public static TargetKind Kind { get; } = new("peer", "the network between two workers") { OnlyTarget = "peer", Workers = 2, AnsweringMember = 0 };
}
