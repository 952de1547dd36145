namespace AzurePerf.Sandbox.Programs;

/// <summary>How a program ended.</summary>
public enum SandboxEnd
{
    Exited,

    /// <summary>Ended by a signal that the sandbox did not send.</summary>
    Signalled,
    OverLimit,
    Cancelled,

    /// <summary>It never ran.</summary>
    NotSetUp,
}
