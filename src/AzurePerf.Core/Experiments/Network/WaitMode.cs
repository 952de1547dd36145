namespace AzurePerf.Core.Experiments.Network;

/// <summary>How a thread waits for the other side's answer.</summary>
public enum WaitMode
{
    /// <summary>It sleeps in the system call: what waking it costs is part of the time.</summary>
    Block,

    /// <summary>It asks again and again, and keeps its processor busy: nearer to the network alone.</summary>
    Spin,
}
