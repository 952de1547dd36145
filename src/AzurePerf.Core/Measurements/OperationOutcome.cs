namespace AzurePerf.Core.Measurements;

/// <summary>How one operation ended. One list for every probe, so that counts of different experiments can be compared.</summary>
public enum OperationOutcome
{
    /// <summary>Completed and, where there is content, verified.</summary>
    Ok = 0,

    /// <summary>The service asked to slow down: 503 ServerBusy or 429.</summary>
    Throttled,

    /// <summary>The service gave up in time: 500 OperationTimedOut, 408 or 504.</summary>
    ServerTimeout,

    /// <summary>Any other 5xx.</summary>
    ServerError,

    /// <summary>No complete answer within the operation's time-out; the operation only reads, or had not been sent.</summary>
    ClientTimeout,

    /// <summary>No connection could be made: the peer refused it, or no route leads there.</summary>
    ConnectionRefused,

    /// <summary>The connection broke before the answer was complete; the operation only reads.</summary>
    ConnectionReset,

    /// <summary>The host name could not be resolved.</summary>
    NameResolution,

    /// <summary>The TLS handshake failed.</summary>
    Tls,

    /// <summary>401 or 403, or no token could be had.</summary>
    Unauthorized,

    /// <summary>404, or nothing to receive.</summary>
    NotFound,

    /// <summary>409.</summary>
    Conflict,

    /// <summary>412.</summary>
    PreconditionFailed,

    /// <summary>Any other 4xx: the service understood the request and refused it.</summary>
    Rejected,

    /// <summary>The answer came whole, but its content is not what was stored.</summary>
    Corrupt,

    /// <summary>A write that timed out or lost its connection: it may have landed.</summary>
    Ambiguous,

    /// <summary>Stopped by us: the run was cancelled or its task was ordered to stop.</summary>
    Cancelled,

    /// <summary>The measuring code failed, not what it measures.</summary>
    Harness,

    /// <summary>The server ended a transaction because it and others waited for each other.</summary>
    Deadlock,

    /// <summary>The server ended a transaction because together with others it could not be put in any order.</summary>
    Serialization,

    /// <summary>A lock that another transaction had was not given in time.</summary>
    LockTimeout,

    /// <summary>The server ended the connection because it was shutting down, or another one took its place.</summary>
    Failover,
}
