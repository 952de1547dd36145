namespace AzurePerf.Core.Runs;

/// <summary>How a run was made from an earlier one.</summary>
public enum RunOriginKind
{
    /// <summary>Its request with changes.</summary>
    Clone,

    /// <summary>Its request as it was, with the same or another seed.</summary>
    Rerun,

    /// <summary>Only the points of it that have no result.</summary>
    Retry,
}
