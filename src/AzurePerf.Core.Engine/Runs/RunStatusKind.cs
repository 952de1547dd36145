using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Runs;

/// <summary>Questions about a status.</summary>
public static class RunStatusKind
{
    /// <summary>True when nothing of the run will ever change again.</summary>
    public static bool IsTerminal(this RunStatus status) => status.IsCompleted() || status is RunStatus.Failed or RunStatus.Cancelled;

    /// <summary>True for a run that went to its end, with errors or without.</summary>
    public static bool IsCompleted(this RunStatus status) => status is RunStatus.Completed or RunStatus.CompletedWithErrors;

    /// <summary>For people: "completed with errors".</summary>
    public static string Words(this RunStatus status) =>
        status == RunStatus.CompletedWithErrors ? "completed with errors" : CamelCase.Of(status);
}
