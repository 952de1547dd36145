using AzurePerf.Core.Tasks;
using AzurePerf.Sources;

namespace AzurePerf.Worker.Images;

/// <summary>Why an execution ended whose source did not come.</summary>
internal static class SourceCauses
{
    /// <summary>The cause of an execution that ended with a <see cref="SourceException"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is none of the causes.</exception>
    public static FailureCause Of(SourceCause cause) => cause switch
    {
        SourceCause.Missing => FailureCause.SourceMissing,
        SourceCause.AccessRefused => FailureCause.AccessDenied,
        SourceCause.Unavailable or SourceCause.Cut or SourceCause.Damaged or SourceCause.UnexpectedAnswer =>
            FailureCause.SourceDownloadFailed,
        SourceCause.TooLarge or SourceCause.RedirectRefused or SourceCause.NotSet => FailureCause.RequestRefused,
        _ => throw new ArgumentOutOfRangeException(nameof(cause), cause, "Not a cause of a source."),
    };
}
