using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Text;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Peers;
using AzurePerf.Probes.Network;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace AzurePerf.Worker.Peers;

/// <summary>The web service of the worker that answers, as long as it exists.</summary>
internal sealed class RpcServer : IPeerServer
{
    /// <summary>Connections beside those of the peer that may try at once.</summary>
    private const int Strangers = 32;

    /// <summary>Connections that are ended and not gone yet; of more than those and the ones that may be there, the newest is turned away
    /// and may come again.</summary>
    private const int Ending = 64;

    private readonly WebApplication _application;
    private readonly RpcThroughputOptions _options;
    private readonly RpcConnectionLimiter _door;
    private readonly byte[] _nonce = RandomNumberGenerator.GetBytes(PeerHandshake.NonceLength);
    private readonly byte[] _proof;

    private RpcServer(WebApplication application, byte[] key, RpcThroughputOptions options, RpcConnectionLimiter door)
    {
        (_application, _options, _door) = (application, options, door);
        _proof = Encoding.ASCII.GetBytes(RpcProof.Of(key, _nonce));
    }

    /// <summary>Where it listens.</summary>
    public IReadOnlyList<IPEndPoint> Endpoints { get; private init; } = [];

    /// <summary>Begins to listen at those of the addresses that the machine has.</summary>
    /// <exception cref="IOException">At none of them; the message lists why.</exception>
    public static async Task<RpcServer> StartAsync(
        byte[] key, RpcThroughputOptions options, IReadOnlyList<IPAddress> addresses, int port, TimeProvider time,
        CancellationToken cancellationToken)
    {
        var listeners = PeerListening.Listen(addresses, port);
        var server = Build(key, options, listeners, time);
        try
        {
            await server._application.StartAsync(cancellationToken);
            return server;
        }
        catch
        {
            await server._application.DisposeAsync();
            foreach (var listener in listeners)
            {
                listener.Dispose();
            }

            throw;
        }
    }

    private static RpcServer Build(byte[] key, RpcThroughputOptions options, IReadOnlyList<Socket> listeners, TimeProvider time)
    {
        var mostOfPeer = 2 * options.Clients;
        var door = new RpcConnectionLimiter(mostOfPeer + Strangers, time);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.Services.Configure<SocketTransportOptions>(sockets =>
            sockets.CreateBoundListenSocket = endpoint => listeners.First(listener => endpoint.Equals(listener.LocalEndPoint)));
        builder.WebHost.ConfigureKestrel((KestrelServerOptions kestrel) =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestBodySize = options.TransferBytes;
            kestrel.Limits.MaxConcurrentConnections = (2 * mostOfPeer) + Strangers + Ending;
            kestrel.Limits.RequestHeadersTimeout = RpcConnectionLimiter.ProofLimit;
            foreach (var endpoint in EndpointsOf(listeners))
            {
                kestrel.Listen(endpoint, listen =>
                {
                    listen.Protocols = options.Protocol == RpcProtocol.Http2 ? HttpProtocols.Http2 : HttpProtocols.Http1;
                    listen.Use(next => connection => door.ServeAsync(next, connection));
                });
            }
        });
        var application = builder.Build();
        var server = new RpcServer(application, key, options, door) { Endpoints = EndpointsOf(listeners) };
        application.Run(server.AnswerAsync);
        return server;
    }

    private static IReadOnlyList<IPEndPoint> EndpointsOf(IReadOnlyList<Socket> listeners) =>
        [.. listeners.Select(listener => (IPEndPoint)listener.LocalEndPoint!)];

    // Stopping is not awaited for calls that nobody reads any more.
    public async ValueTask DisposeAsync()
    {
        await _application.StopAsync(new CancellationToken(canceled: true));
        await _application.DisposeAsync();
    }

    private Task AnswerAsync(HttpContext context)
    {
        var path = context.Request.Path.Value ?? "";
        if (path == RpcProof.ChallengePath && HttpMethods.IsGet(context.Request.Method))
        {
            return context.Response.WriteAsync(Convert.ToHexString(_nonce), context.RequestAborted);
        }

        if (!IsProved(context))
        {
            context.Response.StatusCode = StatusCodes.Status401Unauthorized;
            return Task.CompletedTask;
        }

        if (HttpMethods.IsPost(context.Request.Method) && path == RpcProof.PayloadPath)
        {
            return DrainAsync(context);
        }

        var bytes = path.StartsWith(RpcProof.PayloadPath + "/", StringComparison.Ordinal) ? path[(RpcProof.PayloadPath.Length + 1)..] : "";
        if (HttpMethods.IsGet(context.Request.Method)
            && long.TryParse(bytes, NumberStyles.None, CultureInfo.InvariantCulture, out var wanted) && wanted <= _options.TransferBytes)
        {
            return SendAsync(context, wanted);
        }

        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return Task.CompletedTask;
    }

    private bool IsProved(HttpContext context)
    {
        if (RpcConnectionLimiter.HasPassed(context))
        {
            return true;
        }

        var proof = context.Request.Headers[RpcProof.Header].ToString();
        if (!CryptographicOperations.FixedTimeEquals(Encoding.ASCII.GetBytes(proof), _proof))
        {
            return false;
        }

        _door.Pass(context);
        return true;
    }

    private static async Task DrainAsync(HttpContext context)
    {
        var received = 0L;
        var reader = context.Request.BodyReader;
        while (true)
        {
            var read = await reader.ReadAsync(context.RequestAborted);
            received += read.Buffer.Length;
            reader.AdvanceTo(read.Buffer.End);
            if (read.IsCompleted)
            {
                break;
            }
        }

        await context.Response.WriteAsync(received.ToString(CultureInfo.InvariantCulture), context.RequestAborted);
    }

    private static Task SendAsync(HttpContext context, long bytes)
    {
        context.Response.ContentLength = bytes;
        return RepeatedContent.WriteAsync(context.Response.Body, bytes, context.RequestAborted);
    }
}
