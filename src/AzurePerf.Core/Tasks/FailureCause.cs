namespace AzurePerf.Core.Tasks;

/// <summary>
/// Why an execution ended without a result of its own. The engine's taxonomy of failures says what follows from each. The names are stored
/// in rows: they are never changed, and new ones go to the end of their group. The first group are the outcomes of ModisAzure's Table 2
/// (Hill and others 2011), with user code as the rest of it.
/// </summary>
public enum FailureCause
{
    /// <summary>Nothing is known but that it failed.</summary>
    UnknownFailure,

    /// <summary>It ended without a result and without a word.</summary>
    NullLog,

    /// <summary>Source data could not be fetched from where it is published.</summary>
    SourceDownloadFailed,

    /// <summary>No connection could be made, or the host name was not found.</summary>
    ConnectionFailure,

    /// <summary>It ran over its time limit: the slow machine of the papers.</summary>
    TimedOut,

    /// <summary>An operation of storage got no answer in time, or the service gave it up.</summary>
    OperationTimeout,

    /// <summary>What was read is not what was stored.</summary>
    CorruptRead,

    /// <summary>Storage asked to slow down.</summary>
    ServerBusy,

    /// <summary>A blob could not be read, for no cause that has a name of its own.</summary>
    BlobReadFailed,

    /// <summary>What it was to read does not exist.</summary>
    SourceMissing,

    /// <summary>Its input is there, but cannot be read as what it should be.</summary>
    InputUnreadable,

    /// <summary>A program file cannot be loaded on this machine.</summary>
    BadImageFormat,

    /// <summary>The connection broke before the answer was complete, or TLS failed.</summary>
    TransportError,

    /// <summary>The storage client library failed without an answer of the service.</summary>
    StorageClientError,

    /// <summary>The machine's disk is full.</summary>
    OutOfDisk,

    /// <summary>What it was to make is there already: reused, not failed.</summary>
    AlreadyExists,

    /// <summary>The code of the experiment or of the user failed.</summary>
    UserCodeError,

    /// <summary>Storage answered with a fault of its own, 5xx, other than being busy or late.</summary>
    ServerError,

    /// <summary>Storage refused the credentials, or the operating system the worker's access to a file.</summary>
    AccessDenied,

    /// <summary>Storage understood the request and refused it: a conflict, a condition that failed, another 4xx.</summary>
    RequestRefused,

    /// <summary>What it measured or made was looked at and is wrong. Repeated until it is right, it would hide what the look is
    /// for.</summary>
    WrongResult,

    /// <summary>Its worker died.</summary>
    WorkerLost,

    /// <summary>Its worker was told to end and gave it back.</summary>
    Preempted,

    /// <summary>Its worker lost the control plane, stopped itself and gave it back.</summary>
    SelfStopped,

    /// <summary>A member of a gang that got no start in time, or waited for it beyond the limit.</summary>
    MissedStart,

    /// <summary>A healthy member of a gang that was stopped because another member failed.</summary>
    GangStopped,

    /// <summary>It was not ready to start within the limit for preparing.</summary>
    PrepareTimedOut,

    /// <summary>What it was told makes no sense.</summary>
    BadInput,

    /// <summary>Its message cannot be read.</summary>
    UndecodableMessage,

    /// <summary>Its run was cancelled.</summary>
    Cancelled,
}
