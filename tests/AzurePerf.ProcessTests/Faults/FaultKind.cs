namespace AzurePerf.ProcessTests.Faults;

/// <summary>What befalls a process.</summary>
internal enum FaultKind
{
    /// <summary>SIGKILL.</summary>
    Kill,

    /// <summary>SIGSTOP, and SIGCONT before others may take it for dead.</summary>
    ShortPause,

    /// <summary>SIGSTOP, and SIGCONT after others have taken it for dead.</summary>
    LongPause,
}
