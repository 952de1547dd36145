namespace AzurePerf.Simulation.Faults;

/// <summary>What can go wrong.</summary>
internal enum FaultKind
{
    /// <summary>A process ends just before a request is sent.</summary>
    CrashBefore,

    /// <summary>A process ends after a request was done and before it is answered.</summary>
    CrashAfter,

    /// <summary>A request is done; the process is told that it failed.</summary>
    AnswerLost,

    /// <summary>A request is done twice because the client library repeats it, and answered the second time.</summary>
    SentTwice,

    /// <summary>A request is not done.</summary>
    Refused,

    /// <summary>A request is done long after the process was told that it failed.</summary>
    LandsLate,

    /// <summary>A process is paused while its request is under way.</summary>
    Paused,

    /// <summary>A request is refused as all are for a while, be it of one process, of one service or of the account.</summary>
    Burst,

    /// <summary>Something is done while a second TaskManager is alive.</summary>
    SecondTaskManager,

    /// <summary>A message is put twice.</summary>
    Doubled,

    /// <summary>Messages are received in another order than they were put.</summary>
    Reordered,

    /// <summary>A hidden message becomes visible before its time.</summary>
    Early,

    /// <summary>A message is lost.</summary>
    Lost,

    /// <summary>The count of messages is the one of the last time.</summary>
    StaleCount,

    /// <summary>A process ends at any moment, whatever it does.</summary>
    Crash,
}
