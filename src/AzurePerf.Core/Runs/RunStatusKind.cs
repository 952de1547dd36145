namespace AzurePerf.Core.Runs;

/// <summary>Questions about a status.</summary>
public static class RunStatusKind
{
    /// <summary>True when nothing of the run will ever change again.</summary>
    public static bool IsTerminal(this RunStatus status) => status is RunStatus.Completed or RunStatus.Failed or RunStatus.Cancelled;
}
