using System.Net;
using System.Net.Sockets;
using Azure.Core.Pipeline;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Probes.Targets.Storage;

/// <summary>
/// The connections of one simulated client, shared with nobody. They are never renewed by age, which would show as spikes, and follow
/// neither proxies nor redirects, so that credentials go to the configured account only. No request goes out twice by itself.
/// </summary>
internal sealed class ConnectionPool : IDisposable
{
    private const bool NoDelay = true;

    private readonly SocketsHttpHandler _handler;
    private readonly HttpClient _http;
    private int _connectionsOpened;

    public ConnectionPool(int connectionsPerServer, TimeSpan connectTimeout)
    {
        _handler = new()
        {
            MaxConnectionsPerServer = connectionsPerServer,
            PooledConnectionLifetime = Timeout.InfiniteTimeSpan,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            ConnectTimeout = connectTimeout,
            UseProxy = false,
            AllowAutoRedirect = false,
            UseCookies = false,
            AutomaticDecompression = DecompressionMethods.None,
            ActivityHeadersPropagator = null,
            ConnectCallback = ConnectAsync,
            PlaintextStreamFilter = (context, _) => new(AskedOnce(context)),
        };
        _http = new(_handler, disposeHandler: true) { Timeout = Timeout.InfiniteTimeSpan };
        Transport = new HttpClientTransport(_http);
    }

    public HttpPipelineTransport Transport { get; }

    /// <summary>For requests that no client library makes.</summary>
    public HttpClient Http => _http;

    /// <summary>How long an attempt to connect may take.</summary>
    public TimeSpan ConnectTimeout => _handler.ConnectTimeout;

    /// <summary>Connections opened so far, failed attempts not counted.</summary>
    public int ConnectionsOpened => Volatile.Read(ref _connectionsOpened);

    /// <summary>The connection that was opened last; null before the first.</summary>
    public Socket? Latest { get; private set; }

    /// <summary>How requests go out, read off what they go out through.</summary>
    /// <param name="maximumRetries">Of the client library above.</param>
    /// <param name="timeout">After which it gives up a request.</param>
    public ClientSettings SettingsWith(int maximumRetries, TimeSpan timeout) => new()
    {
        MaximumRetries = maximumRetries,
        TimeoutSeconds = timeout.TotalSeconds,
        ConnectionsPerServer = _handler.MaxConnectionsPerServer,
        ConnectionLifetimeSeconds = _handler.PooledConnectionLifetime == Timeout.InfiniteTimeSpan
            ? null
            : _handler.PooledConnectionLifetime.TotalSeconds,
        NoDelay = NoDelay,
        Proxy = _handler.UseProxy,
        Compression = _handler.AutomaticDecompression != DecompressionMethods.None,
    };

    public void Dispose() => _http.Dispose();

    /// <summary>HTTP/2 tells by itself which requests were not begun: it repeats no others.</summary>
    private static Stream AskedOnce(SocketsHttpPlaintextStreamFilterContext context) =>
        context.NegotiatedHttpVersion.Major < 2 ? new OnceAskedStream(context.PlaintextStream) : context.PlaintextStream;

    private async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = NoDelay };
        try
        {
            await socket.ConnectAsync(context.DnsEndPoint, cancellationToken);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        Interlocked.Increment(ref _connectionsOpened);
        Latest = socket;
        return new NetworkStream(socket, ownsSocket: true);
    }
}
