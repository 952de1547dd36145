namespace AzurePerf.Sources;

/// <summary>Why a source file did not come. The summary of each says how a task that meets it ends.</summary>
public enum SourceCause
{
    /// <summary>The archive has no such file or folder: SourceMissing.</summary>
    Missing,

    /// <summary>The archive wants another token, or one at all: AccessDenied.</summary>
    AccessRefused,

    /// <summary>The archive is down, busy or cannot be reached, and stayed so: SourceDownloadFailed.</summary>
    Unavailable,

    /// <summary>The connection broke or stood still, and did so again: SourceDownloadFailed.</summary>
    Cut,

    /// <summary>Size or MD5 differ from the listing, and did so again: SourceDownloadFailed.</summary>
    Damaged,

    /// <summary>More bytes than the settings allow: RequestRefused.</summary>
    TooLarge,

    /// <summary>A redirect that the settings do not allow: RequestRefused.</summary>
    RedirectRefused,

    /// <summary>An answer that is no listing and no file: SourceDownloadFailed.</summary>
    UnexpectedAnswer,

    /// <summary>The operator named no archive: RequestRefused.</summary>
    NotSet,
}

/// <summary>A source file or a listing did not come. The message says why in one sentence that names no secret.</summary>
public sealed class SourceException : Exception
{
    /// <param name="cause">Why, for programs.</param>
    /// <param name="message">Why, in one sentence without a secret.</param>
    public SourceException(SourceCause cause, string message)
        : base(message) => Cause = cause;

    /// <param name="cause">Why, for programs.</param>
    /// <param name="message">Why, in one sentence without a secret.</param>
    /// <param name="innerException">What the network met; it names no secret either.</param>
    public SourceException(SourceCause cause, string message, Exception innerException)
        : base(message, innerException) => Cause = cause;

    /// <summary>Why, for programs.</summary>
    public SourceCause Cause { get; }
}
