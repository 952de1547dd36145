namespace AzurePerf.Storage.Runs;

/// <summary>What came of a submission.</summary>
public enum SubmissionOutcome
{
    /// <summary>A new run was stored.</summary>
    Accepted,

    /// <summary>The same request came before under this Idempotency-Key; its run is returned.</summary>
    Repeated,

    /// <summary>Another request came before under this Idempotency-Key; nothing was stored.</summary>
    KeyReused,

    /// <summary>It would exceed a limit that the operator set; nothing was stored.</summary>
    OverLimit,

    /// <summary>As many runs have not ended as the operator allows; nothing was stored.</summary>
    TooManyOpen,

    /// <summary>It runs a program of a user that may not run; nothing was stored.</summary>
    ProgramRefused,
}
