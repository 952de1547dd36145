namespace AzurePerf.Web.Runs.Cancel;

/// <summary>What becomes of a run that somebody wants to cancel.</summary>
internal enum CancelState
{
    /// <summary>It can be cancelled.</summary>
    Possible,

    /// <summary>There is no such run.</summary>
    Missing,

    /// <summary>Its rows make no sense.</summary>
    Unreadable,

    /// <summary>It is over.</summary>
    Ended,

    /// <summary>Somebody cancelled it before.</summary>
    CancelsAlready,

    /// <summary>It belongs to somebody else.</summary>
    NotOwner,

    /// <summary>It was asked to cancel just now.</summary>
    Cancelled,

    /// <summary>The control account did not take the request.</summary>
    Unreachable,
}
