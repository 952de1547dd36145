using System.Net.Sockets;
using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Network;

/// <summary>tcp.rtt: sends a message over the client's open connection and waits until it is back.</summary>
internal sealed class TcpRttProbe(TcpRttOptions options, ProbeScope scope) : NetworkProbe(options, scope), IBlockingProbe
{
    private readonly Client?[] _clients = new Client?[options.Clients];

    /// <summary>A thread that spins keeps its processor busy, and is meant to.</summary>
    public bool KeepsMachineBusy => true;

    public int ProcessorsPerClient => options.Pinning == ThreadPinning.Pinned ? 1 : 0;

    /// <summary>The bins of Hill et al. 2010, figure 4.</summary>
    public IReadOnlyList<long> CumulativeBins { get; } = [.. Enumerable.Range(1, 10).Select(milliseconds => milliseconds * 1_000_000L)];

    public OperationResult Execute(Operation operation, CancellationToken cancellationToken)
    {
        var client = _clients[operation.Client];
        if (client is null)
        {
            client = Connect(operation.Client, cancellationToken);
            if (!operation.WarmUp)
            {
                throw PeerSocket.Reset("the connection had to be opened again, so that this was no round trip");
            }
        }

        try
        {
            client.Exchange(operation.Index, cancellationToken);
        }
        catch (Exception exception)
        {
            _clients[operation.Client] = null;
            client.Connection.Dispose();
            if (exception is SocketException or ObjectDisposedException)
            {
                cancellationToken.ThrowIfCancellationRequested();
            }

            throw;
        }

        return new(2L * options.MessageBytes, WireRequests: 1);
    }

    public override ValueTask DisposeAsync()
    {
        foreach (var client in _clients)
        {
            client?.Connection.Dispose();
        }

        return ValueTask.CompletedTask;
    }

    public void EndClient(int client)
    {
        if (_clients[client]?.Connection is { } connection)
        {
            TryFinish(connection);
        }
    }

    private Client Connect(int client, CancellationToken cancellationToken)
    {
        var connection = Open(client, cancellationToken);
        connection.Socket.Blocking = options.Mode == WaitMode.Block;
        return _clients[client] = new(connection, options);
    }

    private sealed class Client(PeerConnection connection, TcpRttOptions options)
    {
        private readonly byte[] _message = GC.AllocateArray<byte>(options.MessageBytes, pinned: true);
        private readonly byte[] _answer = GC.AllocateArray<byte>(options.MessageBytes, pinned: true);

        public PeerConnection Connection => connection;

        public void Exchange(long index, CancellationToken cancellationToken)
        {
            connection.EndWith(cancellationToken);
            _message[0] = (byte)index;
            bool whole;
            if (options.Mode == WaitMode.Spin)
            {
                PeerSocket.SendAllAwake(connection.Socket, _message);
                whole = PeerSocket.ReceiveAllAwake(connection.Socket, _answer, cancellationToken);
            }
            else
            {
                PeerSocket.SendAll(connection.Socket, _message);
                whole = PeerSocket.ReceiveAll(connection.Socket, _answer);
            }

            if (!whole)
            {
                throw PeerSocket.Reset("the peer ended the connection");
            }

            if (!_answer.AsSpan().SequenceEqual(_message))
            {
                throw new CorruptDataException("the message came back changed");
            }
        }

    }
}
