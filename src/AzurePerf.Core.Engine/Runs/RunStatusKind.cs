using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Runs;

/// <summary>Questions about a status.</summary>
public static class RunStatusKind
{
    /// <summary>True when nothing of the run will ever change again.</summary>
    public static bool IsTerminal(this RunStatus status) => status.IsCompleted() || status is RunStatus.Failed or RunStatus.Cancelled;

    /// <summary>True for a run that went to its end, with errors or without.</summary>
    public static bool IsCompleted(this RunStatus status) => status is RunStatus.Completed or RunStatus.CompletedWithErrors;

    /// <summary>True for a run that would go on if it could: its reason says what it waits for.</summary>
    /// <param name="status">Of the run.</param>
    /// <param name="reason">Why it waits, failed or was cancelled; empty otherwise.</param>
    public static bool Waits(this RunStatus status, string reason) =>
        status is RunStatus.Accepted or RunStatus.Running && !string.IsNullOrEmpty(reason);

    /// <summary>For people, in a list: "waiting" for a run that waits, begun or not.</summary>
    /// <inheritdoc cref="Waits"/>
    public static string Words(this RunStatus status, string reason) => status.Waits(reason) ? "waiting" : status.Words();

    /// <summary>For people: "completed with errors".</summary>
    public static string Words(this RunStatus status) =>
        status == RunStatus.CompletedWithErrors ? "completed with errors" : CamelCase.Of(status);
}
