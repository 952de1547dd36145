namespace AzurePerf.Core.Access;

/// <summary>One thing that somebody did, or tried to do and was not allowed to.</summary>
/// <param name="Id">Place in the audit: sorts from new to old, and pages begin after it.</param>
/// <param name="At">When.</param>
/// <param name="Who">The caller's name.</param>
/// <param name="KeyId">The key that was shown; empty without one.</param>
/// <param name="Action">What was asked for, as method and route: <c>POST /api/v1/runs/{id}/cancel</c>.</param>
/// <param name="Subject">The id of the run, key or schedule; empty where there is none.</param>
/// <param name="From">Remote address; what made the entry where no request did.</param>
/// <param name="Outcome">What became of it.</param>
public sealed record AuditEntry(
    string Id, DateTimeOffset At, string Who, string KeyId, string Action, string Subject, string From, AuditOutcome Outcome)
{
    /// <summary>The same in words: <c>cancelled run 4x2k...</c>.</summary>
    public string Text => AuditActionText.Of(Action, Subject, Outcome);
}

public enum AuditOutcome
{
    /// <summary>It was done.</summary>
    Done,

    /// <summary>The caller was not allowed to.</summary>
    Refused,

    /// <summary>The server failed, or the caller hung up before it was through; it may be done, or done in part.</summary>
    Failed,

    /// <summary>The entry is there and cannot be read; its action says why.</summary>
    Unreadable,
}
