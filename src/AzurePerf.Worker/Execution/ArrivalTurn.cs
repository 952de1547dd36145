namespace AzurePerf.Worker.Execution;

/// <summary>What a lane of an open loop is to do.</summary>
internal enum ArrivalTurn
{
    /// <summary>Perform the operation that has arrived.</summary>
    Start,

    /// <summary>Wait for the next arrival.</summary>
    Wait,

    /// <summary>Leave: the client starts no more.</summary>
    Over,
}
