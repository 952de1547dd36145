using System.Globalization;
using System.Net;
using System.Net.Http;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets;

namespace AzurePerf.Probes.Network;

/// <summary>rpc.throughput: one call to the peer's web service over the client's own connection, its body read or written as a stream.</summary>
internal sealed class RpcProbe : IProbe
{
    private const int LongestText = 1_024;

    /// <summary>Bytes of a body that the HTTP client may have taken off the connection with the headers; its buffer begins with 4 KiB.</summary>
    private const int MostReadAhead = 65_536;

    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(2);

    private readonly RpcThroughputOptions _options;
    private readonly PeerAccess _peer;
    private readonly Client[] _clients;
    private volatile Service? _service;

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

    public IReadOnlyList<string> Notes => _service is not { } service ? []
        : _peer.ThroughProxy ? [PeerAccess.Proxied]
        : service.Endpoint is IPEndPoint direct && IPAddress.IsLoopback(direct.Address) ? [PeerAccess.OneMachine]
        : [];

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task PreparePointAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken)
    {
        var client = _clients[operation.Client];
        var service = _service ??= await FindAsync(client, cancellationToken);
        using var request = service.Request(_options);
        using var response = await client.Pool.Http.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellationToken);
        if (!response.IsSuccessStatusCode)
        {
            throw new HttpRequestException(
                FormattableString.Invariant($"the peer answered {(int)response.StatusCode} {response.ReasonPhrase}"), inner: null, response.StatusCode);
        }

        return new(await (_options.Method == RpcMethod.Get ? ReadAsync(response, client, cancellationToken) : CheckAsync(response, cancellationToken)), WireRequests: 1);
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
            : throw new CorruptDataException(FormattableString.Invariant($"{bytes} bytes came where {_options.TransferBytes} were asked for"));
    }

    /// <summary>
    /// None for a body that may have come with the headers, nor for HTTP/2: there what comes on the connection is less than the body while the sender waits for us to open its window.
    /// </summary>
    private static ReceiveMark? MarkFor(HttpResponseMessage response, Client client) =>
        response.Content.Headers.ContentLength > MostReadAhead && response.Version == HttpVersion.Version11 && client.Pool.Latest is { } connection
            ? new(bytes => PeerSocket.SetReceiveMark(connection, bytes))
            : null;

    private async Task<long> CheckAsync(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        var received = await response.Content.ReadAsStringAsync(cancellationToken);
        return received == _options.TransferBytes.ToString(CultureInfo.InvariantCulture)
            ? _options.TransferBytes
            : throw new CorruptDataException(FormattableString.Invariant($"the peer received {received} of {_options.TransferBytes} bytes"));
    }

    /// <summary>The first address that answers.</summary>
    private async Task<Service> FindAsync(Client client, CancellationToken cancellationToken)
    {
        var tried = new List<string>();
        Exception? last = null;
        foreach (var endpoint in _peer.Endpoints)
        {
            try
            {
                using var request = new HttpRequestMessage(HttpMethod.Get, new Uri($"http://{PeerEndpoints.TextOf(endpoint)}{RpcProof.ChallengePath}"))
                {
                    Version = VersionOf(_options.Protocol),
                    VersionPolicy = HttpVersionPolicy.RequestVersionExact,
                };
                using var response = await client.Pool.Http.SendAsync(request, cancellationToken);
                var nonce = Convert.FromHexString(await response.EnsureSuccessStatusCode().Content.ReadAsStringAsync(cancellationToken));
                return nonce.Length == PeerHandshake.NonceLength
                    ? new(endpoint, RpcProof.Of(_peer.Key, nonce))
                    : throw new FormatException("answered with something else than a number of 32 bytes");
            }
            catch (Exception failure) when (failure is HttpRequestException or FormatException || (failure is OperationCanceledException && !cancellationToken.IsCancellationRequested))
            {
                last = failure;
                tried.Add($"{PeerEndpoints.TextOf(endpoint)} {failure.Message}");
            }
        }

        throw new IOException($"the peer could not be reached: {string.Join("; ", tried)}", last);
    }

    private static Version VersionOf(RpcProtocol protocol) => protocol == RpcProtocol.Http2 ? HttpVersion.Version20 : HttpVersion.Version11;

    private sealed record Client(ConnectionPool Pool)
    {
        /// <summary>Large, so that a read takes what has come at once: each costs a wake-up.</summary>
        public byte[] Block { get; } = new byte[1 << 20];
    }

    private sealed record Service(EndPoint Endpoint, string Proof)
    {
        private readonly Uri _payload = new($"http://{PeerEndpoints.TextOf(Endpoint)}{RpcProof.PayloadPath}");

        public HttpRequestMessage Request(RpcThroughputOptions options)
        {
            var get = options.Method == RpcMethod.Get;
            var request = new HttpRequestMessage(
                get ? HttpMethod.Get : HttpMethod.Post,
                get ? new Uri(string.Create(CultureInfo.InvariantCulture, $"{_payload}/{options.TransferBytes}")) : _payload)
            {
                Version = VersionOf(options.Protocol),
                VersionPolicy = HttpVersionPolicy.RequestVersionExact,
                Content = get ? null : new RepeatedContent(options.TransferBytes),
            };
            request.Headers.TryAddWithoutValidation(RpcProof.Header, Proof);
            return request;
        }
    }
}
