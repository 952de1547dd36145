namespace AzurePerf.Storage.Runs;

/// <summary>Whether a change of what is noted about a run was made.</summary>
public enum NotingOutcome
{
    /// <summary>It was.</summary>
    Changed,

    /// <summary>There is no such run.</summary>
    NotFound,

    /// <summary>Somebody changed it since.</summary>
    Stale,

    /// <summary>It would have more tags than a run may have.</summary>
    TooManyTags,

    /// <summary>It has as many notes as a run may have.</summary>
    TooManyNotes,
}
