using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using AzurePerf.Core.Peers;
using AzurePerf.Probes.Targets.Peer;

namespace AzurePerf.Probes.Network;

/// <summary>A connection to the worker that answers, over which both have proved that they belong to the same execution.</summary>
internal sealed class PeerConnection : IDisposable
{
    /// <summary>For each address: one that a firewall swallows must not look like a hang.</summary>
    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan HandshakeLimit = TimeSpan.FromSeconds(5);

    private const int MostTries = 30;
    private const int MostUnproved = 10;
    private static readonly TimeSpan AddressLimit = TimeSpan.FromSeconds(10);
    private static readonly string TooLate = string.Create(
        CultureInfo.InvariantCulture, $"did not let us in within {AddressLimit.TotalSeconds:0} s");
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(100);
    private const string Ended = "ended the connection at once: it serves others, or is about to end";

    private CancellationToken _token;
    private CancellationTokenRegistration _registration;

    private PeerConnection(Socket socket)
    {
        Socket = socket;
    }

    public Socket Socket { get; }

    /// <summary>True when both ends have one address: what is measured is the loopback of one machine.</summary>
    public bool StaysOnOneMachine => PeerSocket.StaysOnOneMachine(Socket);

    /// <summary>Connects to the first address that answers and shakes hands.</summary>
    /// <exception cref="IOException">None does; the message lists each address with what came of it.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public static PeerConnection Open(PeerAccess access, PeerRequest request, CancellationToken cancellationToken)
    {
        var tried = new List<string>();
        SocketException? last = null;
        foreach (var endpoint in AddressesOf(access.Endpoints, tried))
        {
            using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            limit.CancelAfter(AddressLimit);
            try
            {
                var connection = OpenPatiently(endpoint, access, request, limit.Token);
                connection.EndWith(cancellationToken);
                return connection;
            }
            catch (Exception failure)
                when (failure is SocketException or IOException or ObjectDisposedException or OperationCanceledException)
            {
                cancellationToken.ThrowIfCancellationRequested();
                last = failure as SocketException ?? failure.InnerException as SocketException
                    ?? new SocketException((int)SocketError.TimedOut);
                var reason = limit.IsCancellationRequested ? TooLate
                    : failure is SocketException socket ? WordFor(socket.SocketErrorCode)
                    : failure.Message;
                tried.Add($"{endpoint} {reason}");
            }
        }

        throw new IOException($"the peer could not be reached: {string.Join("; ", tried)}", last);
    }

    /// <summary>Lets a token end whatever blocks on the connection from now on, by closing it.</summary>
    public void EndWith(CancellationToken cancellationToken)
    {
        if (_token != cancellationToken)
        {
            _registration.Dispose();
            _token = cancellationToken;
            _registration = cancellationToken.UnsafeRegister(static socket => ((Socket)socket!).Dispose(), Socket);
        }
    }

    /// <summary>Reads what the peer tells at the end.</summary>
    /// <exception cref="IOException">It tells nothing, or what it tells is no report.</exception>
    public PeerReport ReadReport()
    {
        var header = new byte[PeerReport.HeaderLength];
        if (!PeerSocket.ReceiveAll(Socket, header))
        {
            throw PeerSocket.Reset("the peer ended the connection without a report");
        }

        try
        {
            var report = new byte[PeerReport.LengthOf(header)];
            header.CopyTo(report, 0);
            return report.Length == header.Length || PeerSocket.ReceiveAll(Socket, report.AsSpan(header.Length))
                ? PeerReport.Read(report)
                : throw PeerSocket.Reset("the peer's report was cut off");
        }
        catch (InvalidDataException corrupt)
        {
            throw PeerSocket.Reset(corrupt.Message);
        }
    }

    public void Dispose()
    {
        _registration.Dispose();
        Socket.Dispose();
    }

    /// <summary>A name stands for all its addresses; one that has none is told like an address that does not answer.</summary>
    private static IEnumerable<IPEndPoint> AddressesOf(IEnumerable<EndPoint> told, List<string> tried)
    {
        foreach (var endpoint in told)
        {
            if (endpoint is not DnsEndPoint named)
            {
                yield return (IPEndPoint)endpoint;
                continue;
            }

            IPAddress[] addresses = [];
            try
            {
                addresses = Dns.GetHostAddresses(named.Host);
            }
            catch (SocketException unknown)
            {
                tried.Add($"{PeerEndpoints.TextOf(named)} has no address ({unknown.SocketErrorCode})");
            }

            foreach (var address in addresses)
            {
                yield return new(address, named.Port);
            }
        }
    }

    /// <summary>A peer that has no place at the moment, because strangers try or the connection before is not ended yet, has one within a
    /// second.</summary>
    private static PeerConnection OpenPatiently(
        IPEndPoint endpoint, PeerAccess access, PeerRequest request, CancellationToken cancellationToken)
    {
        var unproved = 0;
        for (var tries = 1; ; tries++)
        {
            try
            {
                return Shake(Connect(endpoint, cancellationToken), access, request, cancellationToken);
            }
            catch (PeerBusyException busy)
            {
                // Strangers may crowd out a try that has just sent its proof, so one such try does not mean that the proof is wrong.
                unproved += busy.MayBeWrong ? 1 : 0;
                if (tries == MostTries || unproved == MostUnproved)
                {
                    throw;
                }

                cancellationToken.WaitHandle.WaitOne(Pause);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }
    }

    /// <summary>A peer in a crowd may end a connection before it is wholly made.</summary>
    private static Socket Connect(IPEndPoint endpoint, CancellationToken cancellationToken)
    {
        try
        {
            return ConnectOnce(endpoint, cancellationToken);
        }
        catch (SocketException reset) when (reset.SocketErrorCode == SocketError.ConnectionReset)
        {
            throw new PeerBusyException(Ended);
        }
    }

    private static Socket ConnectOnce(IPEndPoint endpoint, CancellationToken cancellationToken)
    {
        // A blocking connect has no limit of its own: another socket, which may then be non-blocking, tries first whether somebody is
        // there.
        using (var scout = new Socket(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp))
        using (var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken))
        {
            limit.CancelAfter(ConnectLimit);
            try
            {
                scout.ConnectAsync(endpoint, limit.Token).AsTask().GetAwaiter().GetResult();
            }
            catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
            {
                throw new SocketException((int)SocketError.TimedOut);
            }
        }

        var socket = new Socket(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            using var registration = cancellationToken.UnsafeRegister(static connecting => ((Socket)connecting!).Dispose(), socket);
            socket.Connect(endpoint);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static PeerConnection Shake(Socket socket, PeerAccess access, PeerRequest request, CancellationToken cancellationToken)
    {
        var connection = new PeerConnection(socket);
        try
        {
            connection.EndWith(cancellationToken);
            socket.ReceiveTimeout = socket.SendTimeout = (int)HandshakeLimit.TotalMilliseconds;
            var greeting = ReadGreeting(socket);

            if (!PeerHandshake.IsGreeting(greeting))
            {
                throw PeerSocket.Reset("is something else than a peer");
            }

            var answer = PeerHandshake.Answer(
                access.Key, greeting, RandomNumberGenerator.GetBytes(PeerHandshake.NonceLength), access.Session, request);
            SendAnswer(socket, answer);
            var verdict = ReadVerdict(socket);

            if (!PeerHandshake.IsGenuine(access.Key, verdict, greeting, answer))
            {
                throw PeerSocket.Reset("cannot prove that it belongs to this execution");
            }

            if (verdict[0] != PeerHandshake.Accepted)
            {
                throw verdict[0] == PeerHandshake.Busy
                    ? new PeerBusyException("serves another peer")
                    : PeerSocket.Reset("does not serve this request");
            }

            socket.ReceiveTimeout = socket.SendTimeout = 0;
            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    private static byte[] ReadGreeting(Socket socket)
    {
        var greeting = new byte[PeerHandshake.GreetingLength];
        try
        {
            return PeerSocket.ReceiveAll(socket, greeting) ? greeting : throw new PeerBusyException(Ended);
        }
        catch (SocketException reset) when (reset.SocketErrorCode == SocketError.ConnectionReset)
        {
            throw new PeerBusyException(Ended);
        }
    }

    /// <summary>The proof is not looked at before all of it is there: where it cannot be sent, others crowded us out.</summary>
    private static void SendAnswer(Socket socket, ReadOnlySpan<byte> answer)
    {
        try
        {
            PeerSocket.SendAll(socket, answer);
        }
        catch (SocketException lost) when (lost.SocketErrorCode is SocketError.ConnectionReset or SocketError.Shutdown)
        {
            throw new PeerBusyException(Ended);
        }
    }

    /// <summary>A proof that is wrong gets no verdict, nor does one that others crowded out meanwhile.</summary>
    private static byte[] ReadVerdict(Socket socket)
    {
        const string Unproved = "does not accept the proof: it belongs to another execution, or others crowd us out";
        var verdict = new byte[PeerHandshake.VerdictLength];
        try
        {
            return PeerSocket.ReceiveAll(socket, verdict) ? verdict : throw new PeerBusyException(Unproved) { MayBeWrong = true };
        }
        catch (SocketException reset) when (reset.SocketErrorCode == SocketError.ConnectionReset)
        {
            throw new PeerBusyException(Unproved) { MayBeWrong = true };
        }
    }

    private static string WordFor(SocketError error) => error switch
    {
        SocketError.ConnectionRefused => "refused",
        SocketError.TimedOut => string.Create(CultureInfo.InvariantCulture, $"did not answer within {ConnectLimit.TotalSeconds:0} s"),
        SocketError.HostUnreachable or SocketError.NetworkUnreachable => "has no route",
        SocketError.WouldBlock or SocketError.TryAgain =>
            string.Create(CultureInfo.InvariantCulture, $"said nothing within {HandshakeLimit.TotalSeconds:0} s"),
        _ => $"failed ({error})",
    };
}
