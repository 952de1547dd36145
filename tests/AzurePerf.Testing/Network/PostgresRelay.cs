using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace AzurePerf.Testing.Network;

/// <summary>How far a message gets before its connection is cut.</summary>
public enum Cut
{
    /// <summary>Not to the server.</summary>
    Before,

    /// <summary>Half of it does.</summary>
    In,

    /// <summary>The server performs it and answers, and the client does not hear it.</summary>
    After,
}

/// <summary>What clients have sent over a relay.</summary>
/// <param name="RoundTrips">How often a client that had sent all it had to say waited for the server, signing in included.</param>
/// <param name="Messages">Messages of the protocol.</param>
/// <param name="Statements">How often each text was performed, with single spaces between its words and no semicolon at its end.</param>
public sealed record RelayTraffic(long RoundTrips, long Messages, IReadOnlyDictionary<string, long> Statements);

/// <summary>
/// Stands between clients and a PostgreSQL server without TLS, knows where the clients' messages begin and end, counts them, and cuts a
/// connection at one of them when it is told to. All else passes as it is.
/// </summary>
public sealed class PostgresRelay : IDisposable
{
    private readonly IPEndPoint _server;
    private readonly Dictionary<string, long> _statements = new(StringComparer.Ordinal);
    private Socket _listener;
    private long _roundTrips;
    private long _messages;
    private Order? _order;
    private int _cuts;

    /// <param name="server">The far end.</param>
    public PostgresRelay(IPEndPoint server)
    {
        _server = server;
        _listener = Listen(new(IPAddress.Loopback, 0));
        Endpoint = (IPEndPoint)_listener.LocalEndPoint!;
    }

    public IPEndPoint Endpoint { get; }

    /// <summary>Connections that were cut.</summary>
    public int Cuts => Volatile.Read(ref _cuts);

    /// <summary>Of all connections until now.</summary>
    public RelayTraffic Traffic
    {
        get
        {
            lock (_statements)
            {
                return new(_roundTrips, _messages, new Dictionary<string, long>(_statements, StringComparer.Ordinal));
            }
        }
    }

    /// <summary>Cuts the connection of whoever performs the next statement that begins so, once.</summary>
    public void CutNext(string statement, Cut where) => Volatile.Write(ref _order, new(statement, where));

    /// <summary>Takes no new connections; those there are stay.</summary>
    public void Refuse() => _listener.Dispose();

    /// <summary>Takes new connections again.</summary>
    public void Accept() => _listener = Listen(Endpoint);

    public void Dispose() => _listener.Dispose();

    private Socket Listen(IPEndPoint at)
    {
        var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(at);
        listener.Listen();
        _ = AcceptAsync(listener);
        return listener;
    }

    private async Task AcceptAsync(Socket listener)
    {
        try
        {
            while (true)
            {
                var link = new Link(await listener.AcceptAsync());
                await link.Far.ConnectAsync(_server);
                _ = FromClientAsync(link);
                _ = FromServerAsync(link);
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            return;
        }
    }

    private async Task FromClientAsync(Link link)
    {
        try
        {
            await using var client = new NetworkStream(link.Near);
            var prepared = new Dictionary<string, string>(StringComparer.Ordinal);
            await link.Far.SendAsync(await ReadAsync(client, typeBytes: 0));
            while (true)
            {
                var waits = link.Near.Available == 0;
                var message = await ReadAsync(client, typeBytes: 1);
                var statement = StatementOf(message, prepared);
                Count(statement, waits && link.TakeAnswered());
                if (TakeOrder(statement) is not { } where)
                {
                    await link.Far.SendAsync(message);
                    continue;
                }

                if (where == Cut.After)
                {
                    // Clients wait for each answer: what the server says next is that to this message.
                    link.AnswerIsLost = true;
                    await link.Far.SendAsync(message);
                    return;
                }

                await link.Far.SendAsync(message.AsMemory(0, where == Cut.In ? message.Length / 2 : 0));
                link.Close();
                return;
            }
        }
        catch (Exception closed) when (closed is IOException or SocketException or ObjectDisposedException)
        {
            link.Close();
        }
    }

    private static async Task FromServerAsync(Link link)
    {
        var block = new byte[65_536];
        try
        {
            for (int read; (read = await link.Far.ReceiveAsync(block)) > 0 && !link.AnswerIsLost;)
            {
                link.Answer();
                await link.Near.SendAsync(block.AsMemory(0, read));
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            // The other direction ended both.
        }

        link.Close();
    }

    /// <summary>Reads one message: its type, its length, which counts itself, and what it says. The first has no type.</summary>
    private static async Task<byte[]> ReadAsync(NetworkStream client, int typeBytes)
    {
        var head = new byte[typeBytes + sizeof(int)];
        await client.ReadExactlyAsync(head);
        var message = new byte[typeBytes + BinaryPrimitives.ReadInt32BigEndian(head.AsSpan(typeBytes))];
        head.CopyTo(message, 0);
        await client.ReadExactlyAsync(message.AsMemory(head.Length));
        return message;
    }

    /// <summary>What is performed by a message: a Query has the text itself; a Bind names what a Parse gave a name.</summary>
    private static string StatementOf(byte[] message, Dictionary<string, string> prepared)
    {
        var texts = Encoding.UTF8.GetString(message.AsSpan(1 + sizeof(int))).Split('\0', 3);
        switch ((char)message[0])
        {
            case 'Q':
                return texts[0];
            case 'P':
                prepared[texts[0]] = texts[1];
                return "";
            case 'B':
                return prepared[texts[1]];
            default:
                return "";
        }
    }

    private void Count(string statement, bool afterAnswer)
    {
        lock (_statements)
        {
            _messages++;
            _roundTrips += afterAnswer ? 1 : 0;
            if (statement.Length > 0)
            {
                var text = string.Join(' ', statement.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)).TrimEnd(';');
                _statements[text] = _statements.GetValueOrDefault(text) + 1;
            }
        }
    }

    private Cut? TakeOrder(string statement)
    {
        var order = Volatile.Read(ref _order);
        if (order is null || !statement.StartsWith(order.Statement, StringComparison.Ordinal)
            || Interlocked.CompareExchange(ref _order, null, order) != order)
        {
            return null;
        }

        Interlocked.Increment(ref _cuts);
        return order.Where;
    }

    private sealed record Order(string Statement, Cut Where);

    /// <summary>Both halves of a connection.</summary>
    private sealed class Link(Socket near)
    {
        private volatile bool _answerIsLost;
        private int _answered;

        public Socket Near { get; } = NoDelay(near);

        public Socket Far { get; } = NoDelay(new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));

        public bool AnswerIsLost
        {
            get => _answerIsLost;
            set => _answerIsLost = value;
        }

        /// <summary>Says that the server told the client something.</summary>
        public void Answer() => Volatile.Write(ref _answered, 1);

        /// <summary>Whether it did since this was last asked.</summary>
        public bool TakeAnswered() => Interlocked.Exchange(ref _answered, 0) == 1;

        /// <summary>Resets the client's half; the server's ends after what was sent.</summary>
        public void Close()
        {
            Near.Close(0);
            Far.Dispose();
        }

        private static Socket NoDelay(Socket socket)
        {
            socket.NoDelay = true;
            return socket;
        }
    }
}
