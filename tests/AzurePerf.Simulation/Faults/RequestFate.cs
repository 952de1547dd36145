namespace AzurePerf.Simulation.Faults;

/// <summary>What becomes of one request.</summary>
internal enum RequestFate
{
    /// <summary>It is done and answered.</summary>
    Answered,

    /// <summary>The process ends before it is sent.</summary>
    CrashBefore,

    /// <summary>It is done, and the process ends before the answer.</summary>
    CrashAfter,

    /// <summary>It is done, and the process is told that it failed.</summary>
    AnswerLost,

    /// <summary>It is done and its answer lost, so the client library sends it again by itself and brings the second answer.</summary>
    SentTwice,

    /// <summary>It is not done.</summary>
    Refused,

    /// <summary>The process is told that it failed; it is done later all the same.</summary>
    LandsLate,

    /// <summary>It is done, and the process is paused before the answer reaches it.</summary>
    PausedInFlight,
}
