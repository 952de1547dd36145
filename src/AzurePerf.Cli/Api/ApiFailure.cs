using System.Net;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Api;

/// <summary>The API refused, failed or could not be reached.</summary>
/// <param name="message">One sentence per line.</param>
/// <param name="status">Null when there was no answer.</param>
/// <param name="cause">What broke underneath.</param>
internal sealed class ApiFailure(string message, HttpStatusCode? status = null, Exception? cause = null)
    : CommandFailure(message,
        status is HttpStatusCode.BadRequest or HttpStatusCode.RequestEntityTooLarge ? Output.ExitCode.Usage : Output.ExitCode.Failure,
        cause)
{
    /// <summary>The longest wait that is taken on without asking: limits are by the minute.</summary>
    public static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(90);

    public HttpStatusCode? Status { get; } = status;

    /// <summary>After what time the API wants to be asked again; null where it does not say.</summary>
    public TimeSpan? RetryAfter { get; init; }

    /// <summary>How long somebody is to wait who asked too often; null where that is not so, or too long.</summary>
    public TimeSpan? Limit => Status is HttpStatusCode.TooManyRequests && RetryAfter <= LongestWait ? RetryAfter : null;

    /// <summary>True when the same request may succeed a moment later.</summary>
    public bool Passing =>
        Status is null or HttpStatusCode.RequestTimeout or HttpStatusCode.TooManyRequests or >= HttpStatusCode.InternalServerError;

    /// <summary>True when nobody listens there, so that asking again at once is no use.</summary>
    public bool Unreachable => InnerException is HttpRequestException
    {
        HttpRequestError: HttpRequestError.ConnectionError or HttpRequestError.NameResolutionError,
    };

    /// <summary>True when what was asked for may have been done all the same, now or by an earlier attempt.</summary>
    public bool MayBeDone
    {
        get => field || (Passing && !Unreachable && Status is not HttpStatusCode.TooManyRequests);
        set;
    }
}
