namespace AzurePerf.Core.Access;

public enum AuditOutcome
{
    /// <summary>It was done.</summary>
    Done,

    /// <summary>The caller was not allowed to.</summary>
    Refused,

    /// <summary>The server failed, or the caller hung up before it was through; it may be done, or done in part.</summary>
    Failed,
}
