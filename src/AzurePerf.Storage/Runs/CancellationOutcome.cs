namespace AzurePerf.Storage.Runs;

/// <summary>What came of asking a run to stop.</summary>
public enum CancellationOutcome
{
    /// <summary>It is stopping, or was stopped before; asking again changes nothing.</summary>
    Requested,

    /// <summary>There is no such run.</summary>
    NotFound,

    /// <summary>It had ended by itself before.</summary>
    AlreadyEnded,
}
