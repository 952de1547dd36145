namespace AzurePerf.Core.Access;

public enum AuditOutcome
{
    /// <summary>It was done.</summary>
    Done,

    /// <summary>The caller was not allowed to.</summary>
    Refused,

    /// <summary>The server failed; it may be done in part.</summary>
    Failed,
}
