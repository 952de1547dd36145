namespace AzurePerf.Core.Targets;

/// <summary>The target of runs that measure the network between two workers. Nobody configures it: the second worker is whichever takes the other task of the point.</summary>
public static class PeerTarget
{
    public const string Name = "peer";

    /// <summary>One worker answers, the other measures.</summary>
    public const int Workers = 2;

    /// <summary>The member of the gang that answers. It is the first one, because that is the one that stays until the other has ended.</summary>
    public const int AnsweringMember = 0;
}
