using System.Net.Security;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources.Transfers;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Sources.Https;

/// <summary>
/// An archive over https in the shape of NASA's: a listing of each day in JSON, files below a path of product, collection, year and day,
/// and a bearer token.
/// </summary>
public sealed class HttpsArchive : IGranuleArchive, IDisposable
{
    private const int BufferBytes = 64 * 1024;
    private readonly ArchiveSettings _settings;
    private readonly TimeProvider _time;
    private readonly HttpClient _client;
    private readonly ArchiveRequests _requests;
    private readonly Attempts _attempts;

    /// <param name="settings">Which archive, and how.</param>
    /// <param name="token">What the archive knows the operator by; null when it asks for nothing.</param>
    /// <param name="time">Measures waits and silence.</param>
    /// <param name="logger">Hears of attempts that failed.</param>
    /// <param name="trust">Which certificates are trusted; null for those that the machine trusts.</param>
    /// <exception cref="ArgumentException">The settings are wrong; the message has one sentence for each.</exception>
    public HttpsArchive(
        ArchiveSettings settings, ArchiveToken? token, TimeProvider time, ILogger logger,
        RemoteCertificateValidationCallback? trust = null)
    {
        if (settings.FindErrors() is { Count: > 0 } errors) throw new ArgumentException(string.Join(' ', errors));
        (_settings, _time) = (settings, time);
        _client = new(NewHandler(settings, trust)) { Timeout = Timeout.InfiniteTimeSpan };
        _requests = new(settings, token, _client, time);
        _attempts = new(settings.MostAttempts, settings.LongestWait, time, logger);
    }

    /// <inheritdoc/>
    public Task<IReadOnlyList<ArchiveFile>> ListAsync(ArchiveFolder folder, CancellationToken cancellationToken) => ReadAsync(
        $"listing of {folder}", PathTemplate.Fill(_settings.ListingPath, folder), "application/json",
        text => ArchiveListing.Read(text, folder), cancellationToken);

    /// <inheritdoc/>
    public Task<IReadOnlyList<GranulePlace>> PlacesAsync(
        Platform platform, int collection, DateOnly day, CancellationToken cancellationToken)
    {
        var folder = PlacesFile.Folder(platform, collection, day);
        return ReadAsync(
            $"file of the places of {folder}", PathTemplate.Fill(_settings.PlacesPath, folder), "text/plain",
            text => PlacesFile.Read(text, folder), cancellationToken);
    }

    /// <inheritdoc/>
    public async Task FetchAsync(ArchiveFile file, PartialFile target, CancellationToken cancellationToken)
    {
        using var arriving = new ArrivingFile(file, target, _settings.MostFileBytes);
        await arriving.ResumeAsync(cancellationToken).ConfigureAwait(false);
        var download = new FileDownload(arriving, _settings, _requests, _time);
        await _attempts.RunAsync(file.Name, async () =>
        {
            await download.AttemptAsync(cancellationToken).ConfigureAwait(false);
            return true;
        }, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Ends all requests.</summary>
    public void Dispose() => _client.Dispose();

    private Task<T> ReadAsync<T>(
        string what, string path, string type, Func<byte[], T> read, CancellationToken cancellationToken) =>
        _attempts.RunAsync(
            $"The {what}", async () => read(await ReadTextAsync(what, path, type, cancellationToken).ConfigureAwait(false)),
            cancellationToken);

    private async Task<byte[]> ReadTextAsync(string what, string path, string type, CancellationToken cancellationToken)
    {
        using var progress = new ProgressLimit(_settings.ProgressLimit, _time, cancellationToken);
        using var response = await _requests.GetAsync(path, $"the {what}", x => x.Accept.ParseAdd(type), progress).ConfigureAwait(false);
        AnswerBody.CheckIsData(response, $"the {what}");
        using var listing = new MemoryStream();
        await AnswerBody.ReadAsync(response, new byte[BufferBytes], progress, piece =>
        {
            if (listing.Length + piece.Length > _settings.MostListingBytes)
            {
                throw new SourceException(SourceCause.TooLarge, FormattableString.Invariant(
                    $"The {what} has more than the {_settings.MostListingBytes} bytes that MostListingBytes allows."));
            }

            listing.Write(piece.Span);
            return ValueTask.CompletedTask;
        }).ConfigureAwait(false);
        return listing.ToArray();
    }

    /// <summary>
    /// No redirects, which would be followed unchecked; no proxy on plain http, where it would see the token; no cookies, and nothing read
    /// of what is refused.
    /// </summary>
    private static SocketsHttpHandler NewHandler(ArchiveSettings settings, RemoteCertificateValidationCallback? trust) => new()
    {
        AllowAutoRedirect = false,
        UseProxy = settings.BaseAddress.Scheme == Uri.UriSchemeHttps,
        UseCookies = false,
        MaxResponseDrainSize = 0,
        PooledConnectionLifetime = TimeSpan.FromMinutes(5),
        SslOptions = new() { RemoteCertificateValidationCallback = trust },
    };
}
