namespace AzurePerf.Core.Runs;

/// <summary>Where a run stands. The last three are terminal.</summary>
public enum RunStatus
{
    /// <summary>Stored; the TaskManager has not begun it, or it waits for another run on the same target.</summary>
    Accepted,

    /// <summary>Preparing, measuring or cleaning up.</summary>
    Running,

    /// <summary>Told to stop: what runs is stopped, then everything is cleaned up.</summary>
    Cancelling,

    /// <summary>All points were measured or, with onError = continue, some failed for good and say so.</summary>
    Completed,

    /// <summary>No point could be measured, or one failed with onError = stop.</summary>
    Failed,

    /// <summary>Stopped by its user; points measured before stay.</summary>
    Cancelled,
}
