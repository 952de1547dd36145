namespace AzurePerf.Core.Api;

/// <summary>Whether a stage hands out tasks.</summary>
public enum StageStatus
{
    /// <summary>An earlier stage is not closed yet.</summary>
    Waiting,

    /// <summary>Its tasks are handed out.</summary>
    Open,

    /// <summary>All its tasks are terminal.</summary>
    Closed,
}
