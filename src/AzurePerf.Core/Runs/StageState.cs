namespace AzurePerf.Core.Runs;

/// <summary>How far one stage of a run is. All counts only grow.</summary>
public sealed record StageState
{
    public required string RunId { get; init; }

    public required StageKind Kind { get; init; }

    /// <summary>True from the moment its tasks may be handed out until all are terminal.</summary>
    public bool Open { get; init; }

    /// <summary>True when it will hand out nothing more.</summary>
    public bool Closed { get; init; }

    /// <summary>Tasks it has.</summary>
    public required int Total { get; init; }

    /// <summary>Task rows written: the dispatch cursor.</summary>
    public int Created { get; init; }

    /// <summary>Tasks whose message has been put.</summary>
    public int Dispatched { get; init; }

    /// <summary>Tasks that are terminal.</summary>
    public int Finished { get; init; }

    /// <summary>Of them, those without a result.</summary>
    public int Failed { get; init; }

    /// <summary>The attempt that succeeded, for a stage of one task; 0 before.</summary>
    public int AcceptedAttempt { get; init; }

    public string ETag { get; init; } = "";
}
