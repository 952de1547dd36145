using System.Globalization;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Peer;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes.Network;

/// <summary>rpc.throughput: one call to the peer's web service over the client's own connection, its body read or written as a
/// stream.</summary>
internal sealed class RpcProbe : IProbe
{
    private const int LongestText = 1_024;

    /// <summary>Bytes of a body that the HTTP client may have taken off the connection with the headers; its buffer begins with 4
    /// KiB.</summary>
    private const int MostReadAhead = 65_536;

    private const int MostTries = 30;

    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);

    private readonly RpcThroughputOptions _options;
    private readonly PeerAccess _peer;
    private readonly Client[] _clients;

    public RpcProbe(RpcThroughputOptions options, ProbeScope scope)
    {
        (_options, _peer) = (options, scope.PeerAccess);
        _clients = [.. Enumerable.Range(0, options.Clients).Select(_ => new Client(new(connectionsPerServer: 1, ConnectLimit)))];

        // Answers that are read whole are a few digits: whoever sends more is no peer.
        Array.ForEach(_clients, client => client.Pool.Http.MaxResponseContentBufferSize = LongestText);
    }

    public bool Mutates => false;

    public int PlannedWireRequests => 1;

    public bool VerifiesContent => false;

    public long? ConnectionsOpened => _clients.Sum(client => client.Pool.ConnectionsOpened);

    public IReadOnlyList<string> Notes =>
        _clients.Select(client => client.Service).FirstOrDefault(service => service is not null) is not { } service ? []
        : _peer.ThroughProxy ? [PeerAccess.Proxied]
        : service.OnOneMachine ? [PeerAccess.OneMachine]
        : [];

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task PreparePointAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var client = _clients[operation.Client];
        var service = client.Service ??= await FindAsync(client, cancellationToken);
        using var request = RequestTo(service);
        using var response = await client.Pool.Http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        if (!response.IsSuccessStatusCode)
        {
            throw new HttpRequestException(
                FormattableString.Invariant($"the peer answered {(int)response.StatusCode} {response.ReasonPhrase}"), inner: null,
                response.StatusCode);
        }

        return new(
            await (_options.Method == RpcMethod.Get
                ? ReadAsync(response, client, cancellationToken)
                : CheckAsync(response, cancellationToken)), WireRequests: 1);
    }

    public ValueTask DisposeAsync()
    {
        Array.ForEach(_clients, client => client.Pool.Dispose());
        return ValueTask.CompletedTask;
    }

    private async Task<long> ReadAsync(HttpResponseMessage response, Client client, CancellationToken cancellationToken)
    {
        var bytes = 0L;
        var mark = MarkFor(response, client);
        await using var content = await response.Content.ReadAsStreamAsync(cancellationToken);
        int read;
        do
        {
            mark?.Before(response.Content.Headers.ContentLength!.Value - bytes - MostReadAhead);
            read = await content.ReadAsync(client.Block, cancellationToken);
            mark?.After(read, client.Block.Length);
            bytes += read;
        }
        while (read > 0);

        return bytes == _options.TransferBytes
            ? bytes
            : throw new CorruptDataException(
                FormattableString.Invariant($"{bytes} bytes came where {_options.TransferBytes} were asked for"));
    }

    /// <summary>
    /// None for a body that may have come with the headers, nor for HTTP/2: there what comes on the connection is less than the body while
    /// the sender waits for us to open its window.
    /// </summary>
    private static ReceiveMark? MarkFor(HttpResponseMessage response, Client client) =>
        response.Content.Headers.ContentLength > MostReadAhead && response.Version == HttpVersion.Version11
            && client.Pool.Latest is { } connection
            ? new(bytes => PeerSocket.SetReceiveMark(connection, bytes))
            : null;

    private async Task<long> CheckAsync(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        var received = await response.Content.ReadAsStringAsync(cancellationToken);
        return received == _options.TransferBytes.ToString(CultureInfo.InvariantCulture)
            ? _options.TransferBytes
            : throw new CorruptDataException(
                FormattableString.Invariant($"the peer received {received} of {_options.TransferBytes} bytes"));
    }

    /// <summary>The first address whose peer lets the client's connection in.</summary>
    private async Task<Service> FindAsync(Client client, CancellationToken cancellationToken)
    {
        var tried = new List<string>();
        Exception? last = null;
        foreach (var endpoint in _peer.Endpoints)
        {
            try
            {
                return await ProvePatientlyAsync(client, endpoint, cancellationToken);
            }
            catch (Exception failure)
                when (failure is HttpRequestException or SocketException or FormatException
                    || (failure is OperationCanceledException && !cancellationToken.IsCancellationRequested))
            {
                last = failure;
                tried.Add($"{PeerEndpoints.TextOf(endpoint)} {failure.Message}");
            }
        }

        throw new IOException($"the peer could not be reached: {string.Join("; ", tried)}", last);
    }

    /// <summary>A connection that strangers crowded out before it proved itself is tried again; once it has, it stays.</summary>
    private async Task<Service> ProvePatientlyAsync(Client client, EndPoint endpoint, CancellationToken cancellationToken)
    {
        using var pace = new PeriodicTimer(Pause);
        for (var tries = 1; ; tries++)
        {
            try
            {
                return await ProveAsync(client, endpoint, cancellationToken);
            }
            catch (Exception failure) when (IsCrowdedOut(failure) && tries < MostTries)
            {
                await pace.WaitForNextTickAsync(cancellationToken);
            }
        }
    }

    /// <summary>A connection that was made and ended by the other side, also while it was made; then no address can be read off it, which
    /// is thrown as it is.</summary>
    private static bool IsCrowdedOut(Exception failure) => failure switch
    {
        SocketException { SocketErrorCode: SocketError.NotConnected } => true,
        HttpRequestException
        {
            HttpRequestError: HttpRequestError.ConnectionError,
            InnerException: SocketException { SocketErrorCode: SocketError.ConnectionReset },
        } => true,
        HttpRequestException
        {
            StatusCode: null,
            HttpRequestError: not HttpRequestError.ConnectionError and not HttpRequestError.NameResolutionError,
        } => true,
        _ => false,
    };

    private async Task<Service> ProveAsync(Client client, EndPoint endpoint, CancellationToken cancellationToken)
    {
        using var question = NewRequest(new($"http://{PeerEndpoints.TextOf(endpoint)}{RpcProof.ChallengePath}"));
        using var told = await client.Pool.Http.SendAsync(question, cancellationToken);
        var nonce = Convert.FromHexString(await told.EnsureSuccessStatusCode().Content.ReadAsStringAsync(cancellationToken));
        if (nonce.Length != PeerHandshake.NonceLength)
        {
            throw new FormatException("answered with something else than a number of 32 bytes");
        }

        var service = new Service(endpoint, RpcProof.Of(_peer.Key, nonce));
        using var proof = service.Prove(NewRequest(service.PayloadOf(0)));
        using var verdict = await client.Pool.Http.SendAsync(proof, cancellationToken);
        verdict.EnsureSuccessStatusCode();
        return service with { OnOneMachine = StaysOnOneMachine(client) };
    }

    /// <summary>False also where the connection has just ended, which the next call tells.</summary>
    private static bool StaysOnOneMachine(Client client)
    {
        try
        {
            return client.Pool.Latest is { } connection && PeerSocket.StaysOnOneMachine(connection);
        }
        catch (Exception gone) when (gone is SocketException or ObjectDisposedException)
        {
            return false;
        }
    }

    private HttpRequestMessage RequestTo(Service service) => service.Prove(NewRequest(
        _options.Method == RpcMethod.Get ? service.PayloadOf(_options.TransferBytes) : service.Payload,
        _options.Method == RpcMethod.Get ? null : new RepeatedContent(_options.TransferBytes)));

    private HttpRequestMessage NewRequest(Uri address, HttpContent? posted = null) =>
        new(posted is null ? HttpMethod.Get : HttpMethod.Post, address)
        {
            Version = _options.Protocol == RpcProtocol.Http2 ? HttpVersion.Version20 : HttpVersion.Version11,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = posted,
        };

    private sealed record Client(ConnectionPool Pool)
    {
        /// <summary>Large, so that a read takes what has come at once: each costs a wake-up.</summary>
        public byte[] Block { get; } = new byte[1 << 20];

        /// <summary>Where its connection has proved itself; null before.</summary>
        public Service? Service { get; set; }
    }

    private sealed record Service(EndPoint Endpoint, string Proof)
    {
        /// <summary>True when the connection to it leads to this machine.</summary>
        public bool OnOneMachine { get; init; }

        public Uri Payload { get; } = new($"http://{PeerEndpoints.TextOf(Endpoint)}{RpcProof.PayloadPath}");

        public Uri PayloadOf(long bytes) => new(string.Create(CultureInfo.InvariantCulture, $"{Payload}/{bytes}"));

        /// <summary>Adds the proof to a request.</summary>
        public HttpRequestMessage Prove(HttpRequestMessage request)
        {
            request.Headers.TryAddWithoutValidation(RpcProof.Header, Proof);
            return request;
        }
    }
}
