namespace AzurePerf.Web.Runs.Stop;

/// <summary>What becomes of a run that somebody wants to stop.</summary>
internal enum StopState
{
    /// <summary>It can be stopped.</summary>
    Possible,

    /// <summary>There is no such run.</summary>
    Missing,

    /// <summary>It is over.</summary>
    Ended,

    /// <summary>Somebody stopped it before.</summary>
    StopsAlready,

    /// <summary>It belongs to somebody else.</summary>
    NotOwner,

    /// <summary>It was asked to stop just now.</summary>
    Stopped,

    /// <summary>The control account did not take the request.</summary>
    Unreachable,
}
