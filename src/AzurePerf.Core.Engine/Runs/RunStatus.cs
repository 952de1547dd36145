namespace AzurePerf.Core.Runs;

/// <summary>Where a run stands. The last four are terminal.</summary>
public enum RunStatus
{
    /// <summary>Stored; the TaskManager has not begun it, or it waits for another run on the same target.</summary>
    Accepted,

    /// <summary>Preparing, measuring or cleaning up.</summary>
    Running,

    /// <summary>What runs is ended, then everything is cleaned up.</summary>
    Cancelling,

    /// <summary>All points were measured.</summary>
    Completed,

    /// <summary>It went to its end, but points failed for good, no operation of a point succeeded, or what it made could not be
    /// removed.</summary>
    CompletedWithErrors,

    /// <summary>No point could be measured, or one failed with onError = stop.</summary>
    Failed,

    /// <summary>Cancelled by a person; points measured before stay.</summary>
    Cancelled,
}
