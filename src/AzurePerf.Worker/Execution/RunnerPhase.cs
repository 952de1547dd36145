namespace AzurePerf.Worker.Execution;

/// <summary>How far the execution of a point is.</summary>
internal enum RunnerPhase
{
    /// <summary>Making what the operations need.</summary>
    SetUp = 0,

    /// <summary>Performing operations that do not count.</summary>
    WarmUp,

    /// <summary>Waiting for the other workers that measure the same point.</summary>
    Barrier,

    /// <summary>Performing operations that count.</summary>
    Measuring,

    /// <summary>The last client has ended.</summary>
    Ended,
}
