using System.Text.Json;
using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>
/// A request to the host's own public address that brings forged identity headers along. Any replica may answer: it says what arrived, and
/// who asks is the host itself.
/// </summary>
internal sealed partial class ProxyCheck : IProxyCheck, IDisposable
{
    /// <summary>Below the addresses that are open to everybody.</summary>
    public const string Path = "/health/front";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(5);

    private readonly HttpClient _http;
    private readonly Uri _address;
    private readonly ILogger<ProxyCheck> _logger;

    /// <param name="host">The public address of this host.</param>
    /// <param name="handler">How it is reached: without proxies, cookies and redirects.</param>
    /// <param name="logger">Told of requests that fail.</param>
    public ProxyCheck(Uri host, HttpMessageHandler handler, ILogger<ProxyCheck> logger)
    {
        (_address, _logger) = (new(host, Path), logger);
        _http = new(handler) { Timeout = Limit };
    }

    public static void Map(IEndpointRouteBuilder app) =>
        app.MapGet(Path, (HttpContext context) => new ProxyCheckAnswer(FactsReader.ShowsPrincipal(context.Request)))
            .ExcludeFromDescription();

    public async Task<ProxyCheckResult> LookAsync(CancellationToken cancellationToken)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, _address);
            FactsReader.PrincipalHeaders.ToList().ForEach(header => request.Headers.Add(header, "e30="));
            using var response = await _http.SendAsync(request, cancellationToken);
            response.EnsureSuccessStatusCode();
            return await response.Content.ReadFromJsonAsync<ProxyCheckAnswer>(cancellationToken) is { IdentityHeadersArrived: { } arrived }
                ? arrived ? ProxyCheckResult.Arrived : ProxyCheckResult.Removed
                : ProxyCheckResult.Unknown;
        }
        catch (Exception failure)
            when (failure is HttpRequestException or JsonException or NotSupportedException
                || (failure is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            LogFailed(_address, failure.Message);
            return ProxyCheckResult.Unknown;
        }
    }

    public void Dispose() => _http.Dispose();

    [LoggerMessage(Level = LogLevel.Warning, Message = "This host does not reach itself at {Address}: {Reason}")]
    private partial void LogFailed(Uri address, string reason);

    internal sealed record ProxyCheckAnswer(bool? IdentityHeadersArrived);
}

/// <summary>Sends identity headers to this host from outside and tells what became of them.</summary>
internal interface IProxyCheck
{
    /// <summary>Answers within seconds; a request that fails tells nothing.</summary>
    Task<ProxyCheckResult> LookAsync(CancellationToken cancellationToken);
}
