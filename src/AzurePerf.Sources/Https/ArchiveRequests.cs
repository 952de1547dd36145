using System.Net;
using System.Net.Http.Headers;
using AzurePerf.Sources.Transfers;

namespace AzurePerf.Sources.Https;

/// <summary>
/// Sends one request and the few that its redirects ask for. Redirects are followed by hand, because the token must go to the operator's
/// own archive only.
/// </summary>
internal sealed class ArchiveRequests(
    ArchiveSettings settings, ArchiveToken? token, HttpClient client, TimeProvider time)
{
    private const int MostRedirects = 5;
    private readonly ArchiveAddress _address = new(settings);

    /// <param name="path">Path and query below the base address.</param>
    /// <param name="what">What is fetched, for messages.</param>
    /// <param name="prepare">Adds headers to each request.</param>
    /// <param name="progress">Ends the wait for the answer; renewed for each request.</param>
    /// <returns>An answer of status 200, 206 or 416; the caller disposes of it.</returns>
    /// <exception cref="PassingFailure">Another attempt may help.</exception>
    /// <exception cref="SourceException">Another attempt would not.</exception>
    public async Task<HttpResponseMessage> GetAsync(
        string path, string what, Action<HttpRequestHeaders> prepare, ProgressLimit progress)
    {
        var address = _address.Of(path);
        for (var redirects = 0; ; redirects++)
        {
            var response = await SendAsync(address, prepare, progress).ConfigureAwait(false);
            if (response.StatusCode is HttpStatusCode.OK or HttpStatusCode.PartialContent or HttpStatusCode.RequestedRangeNotSatisfiable)
                return response;
            using (response)
            {
                if (!IsRedirect(response.StatusCode)) throw FailureOf(response, what, _address.MaySeeToken(address));
                if (redirects == MostRedirects) throw Refused(what, "redirects more than 5 times");
                address = TargetOf(address, response.Headers.Location, what);
            }
        }
    }

    private async Task<HttpResponseMessage> SendAsync(Uri address, Action<HttpRequestHeaders> prepare, ProgressLimit progress)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, address);
        request.Headers.AcceptEncoding.ParseAdd("identity");
        if (token is not null && _address.MaySeeToken(address)) request.Headers.Authorization = new("Bearer", token.Value);
        prepare(request.Headers);
        try
        {
            return await progress.RunAsync(x => client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, x))
                .ConfigureAwait(false);
        }
        catch (HttpRequestException exception)
        {
            throw new PassingFailure(SourceCause.Unavailable,
                $"the connection to {HostOf(address)} failed ({exception.HttpRequestError})", innerException: Harmless(exception));
        }
    }

    private Uri TargetOf(Uri from, Uri? location, string what)
    {
        if (location is null || !Uri.TryCreate(from, location, out var target)) throw Refused(what, "redirects without an address");
        if (!_address.MayBeAsked(target))
        {
            throw Refused(what, $"redirects to {target.Scheme}://{HostOf(target)}, which RedirectHosts does not name; to a sign-in page"
                + " when the token is not valid");
        }

        return target;
    }

    private Exception FailureOf(HttpResponseMessage response, string what, bool sawToken)
    {
        var status = (int)response.StatusCode;
        return response.StatusCode switch
        {
            HttpStatusCode.NotFound or HttpStatusCode.Gone =>
                new SourceException(SourceCause.Missing, $"The archive has no such source: {what} (HTTP {status})."),
            HttpStatusCode.Unauthorized or HttpStatusCode.Forbidden => new SourceException(SourceCause.AccessRefused,
                $"The archive refuses {what} (HTTP {status}): {AdviceOn(sawToken)}."),
            HttpStatusCode.TooManyRequests or HttpStatusCode.RequestTimeout or >= HttpStatusCode.InternalServerError =>
                new PassingFailure(SourceCause.Unavailable, $"the archive answered with HTTP {status}", RetryAfterOf(response)),
            _ => new SourceException(SourceCause.UnexpectedAnswer, $"The archive answered with HTTP {status} to {what}."),
        };
    }

    private string AdviceOn(bool sawToken) =>
        token is null ? "set Token"
        : sawToken ? "is Token valid, and may its owner read this product?"
        : "the host that it redirected to wants more than its address";

    private TimeSpan? RetryAfterOf(HttpResponseMessage response) => response.Headers.RetryAfter switch
    {
        { Delta: { } delta } => delta,
        { Date: { } date } => date > time.GetUtcNow() ? date - time.GetUtcNow() : TimeSpan.Zero,
        _ => null,
    };

    private string HostOf(Uri address) => token is null ? address.Authority : token.Hide(address.Authority);

    /// <summary>The exception without its text when the archive has put the token into the host's name.</summary>
    private HttpRequestException? Harmless(HttpRequestException exception)
    {
        var text = exception.ToString();
        return token is not null && token.Hide(text) != text ? null : exception;
    }

    private static bool IsRedirect(HttpStatusCode status) => status is HttpStatusCode.MovedPermanently or HttpStatusCode.Found
        or HttpStatusCode.SeeOther or HttpStatusCode.TemporaryRedirect or HttpStatusCode.PermanentRedirect;

    private static SourceException Refused(string what, string why) =>
        new(SourceCause.RedirectRefused, $"The archive's answer to {what} is not followed: it {why}.");
}
