using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using AzurePerf.Core.Peers;
using AzurePerf.Probes.Network;

namespace AzurePerf.Worker.Peers;

/// <summary>
/// The worker that answers, as long as it exists: listens, lets in who proves to belong to the same execution, and serves one peer at a
/// time. Whoever proves nothing is cut off within a second, or earlier when others come, so that strangers cost neither memory nor threads
/// and keep nobody out.
/// </summary>
internal sealed class PeerServer : IPeerServer
{
    /// <summary>Handshakes at once beside those of the peer's own connections.</summary>
    private const int Strangers = 32;

    /// <summary>Connections whose threads have not noticed yet that they are ended: of more than those that may try, and as many again, the
    /// newest is turned away and may come again.</summary>
    private const int Ending = 64;

    private static readonly TimeSpan PauseAfterFailure = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan HandshakeLimit = TimeSpan.FromSeconds(1);

    private readonly byte[] _key;
    private readonly PeerLimits _limits;
    private readonly TimeProvider _time;
    private readonly Action<Exception> _failed;
    private readonly Lock _lock = new();
    private readonly List<Socket> _listeners = [];
    private readonly Dictionary<Socket, Thread> _connections = [];
    private readonly UnauthenticatedConnections<Socket> _unauthenticated;
    private byte[] _session = [];
    private int _served;
    private bool _closed;

    private PeerServer(byte[] key, PeerLimits limits, TimeProvider time, Action<Exception> failed)
    {
        (_key, _limits, _time, _failed) = (key, limits, time, failed);
        _unauthenticated = new(Strangers + limits.Streams, static oldest => oldest.Dispose());
    }

    /// <summary>Where it listens.</summary>
    public IReadOnlyList<IPEndPoint> Endpoints { get; private set; } = [];

    /// <summary>Connections that were turned away.</summary>
    public long Refused { get; private set; }

    /// <summary>Begins to listen.</summary>
    /// <param name="key">The common key of the execution.</param>
    /// <param name="limits">What it serves.</param>
    /// <param name="addresses">At which addresses of the machine; those that it does not have are left out.</param>
    /// <param name="port">At which port; 0 for any that is free.</param>
    /// <param name="time">For limits and for what it reports.</param>
    /// <param name="failed">Told of what ended a connection and is neither the network's nor the other side's doing.</param>
    /// <exception cref="IOException">At none of them; the message lists why.</exception>
    public static PeerServer Start(
        byte[] key, PeerLimits limits, IReadOnlyList<IPAddress> addresses, int port, TimeProvider time, Action<Exception> failed)
    {
        var server = new PeerServer(key, limits, time, failed);
        server._listeners.AddRange(PeerListening.Listen(addresses, port));
        server.Endpoints = [.. server._listeners.Select(listener => (IPEndPoint)listener.LocalEndPoint!)];
        foreach (var listener in server._listeners)
        {
            StartThread(() => server.Accept(listener), "peer listener");
        }

        return server;
    }

    /// <summary>Stops to listen, ends every connection and waits until their threads have ended.</summary>
    public async ValueTask DisposeAsync()
    {
        Thread[] threads;
        lock (_lock)
        {
            _closed = true;
            _listeners.ForEach(listener => listener.Dispose());
            threads = [.. _connections.Values];
            foreach (var socket in _connections.Keys)
            {
                socket.Dispose();
            }
        }

        await Task.Run(() => Array.ForEach(threads, thread => thread.Join()));
    }

    private static Thread StartThread(Action run, string name)
    {
        var thread = new Thread(() => run()) { IsBackground = true, Name = name };
        thread.Start();
        return thread;
    }

    private void Accept(Socket listener)
    {
        while (true)
        {
            Socket socket;
            try
            {
                socket = listener.Accept();
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
            {
                if (IsClosed())
                {
                    return;
                }

                // Such as a connection that was given up before it was accepted; or there are no descriptors left, which lasts.
                Task.Delay(PauseAfterFailure, _time).Wait();
                continue;
            }

            Admit(socket);
        }
    }

    private bool IsClosed()
    {
        lock (_lock)
        {
            return _closed;
        }
    }

    private void Admit(Socket socket)
    {
        lock (_lock)
        {
            if (_closed || _connections.Count >= Strangers + Ending + (2 * _limits.Streams))
            {
                Refused++;
                socket.Dispose();
                return;
            }

            try
            {
                _connections.Add(socket, StartThread(() => Serve(socket), "peer connection"));
                _unauthenticated.Add(socket);
            }
            catch (OutOfMemoryException)
            {
                // No thread for it: whoever it is may come again.
                Refused++;
                socket.Dispose();
            }
        }
    }

    private void Serve(Socket socket)
    {
        var request = default(PeerRequest);
        var admitted = false;
        try
        {
            try
            {
                Shake(socket, out request, ref admitted);
            }
            finally
            {
                lock (_lock)
                {
                    _unauthenticated.Remove(socket);
                    Refused += admitted ? 0 : 1;
                }
            }

            if (admitted)
            {
                using var lifeTime = EndAfter(socket, _limits.LifeTime);
                PeerServices.Serve(socket, request, _time);
            }
        }
        catch (Exception exception)
        {
            // When the other side is gone or too slow, or this one is being closed, what it measured tells.
            if (exception is not (SocketException or IOException or ObjectDisposedException))
            {
                _failed(exception);
            }
        }
        finally
        {
            lock (_lock)
            {
                _served -= admitted ? 1 : 0;
                _connections.Remove(socket);
            }

            socket.Dispose();
        }
    }

    /// <param name="admitted">True from when it has a place, which the caller gives back.</param>
    private void Shake(Socket socket, out PeerRequest request, ref bool admitted)
    {
        request = default;
        socket.NoDelay = true;
        NoticeSilence(socket);
        using var late = EndAfter(socket, HandshakeLimit);
        var greeting = PeerHandshake.Greeting(RandomNumberGenerator.GetBytes(PeerHandshake.NonceLength));
        PeerSocket.SendAll(socket, greeting);
        var answer = new byte[PeerHandshake.AnswerLength];
        if (!PeerSocket.ReceiveAll(socket, answer) || !PeerHandshake.Proves(_key, greeting, answer))
        {
            return;
        }

        var verdict = PeerHandshake.TryReadRequest(answer, out request) && _limits.Allows(request)
            ? TakePlace(socket, PeerHandshake.SessionOf(answer))
            : PeerHandshake.Refused;
        admitted = verdict == PeerHandshake.Accepted;
        PeerSocket.SendAll(socket, PeerHandshake.Verdict(_key, verdict, greeting, answer));
    }

    /// <summary>A peer that vanished without a word keeps its place for 15 s and not for ever.</summary>
    private static void NoticeSilence(Socket socket)
    {
        socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.KeepAlive, true);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveTime, 5);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveInterval, 2);
        socket.SetSocketOption(SocketOptionLevel.Tcp, SocketOptionName.TcpKeepAliveRetryCount, 5);
    }

    /// <summary>One peer at a time: all its connections have one session. From the same moment on it can be crowded out no more; one that
    /// just was gets no place.</summary>
    private byte TakePlace(Socket socket, ReadOnlySpan<byte> session)
    {
        lock (_lock)
        {
            if (!_unauthenticated.Remove(socket))
            {
                return PeerHandshake.Busy;
            }

            if (_served > 0 && !session.SequenceEqual(_session))
            {
                return PeerHandshake.Busy;
            }

            if (_served >= _limits.Streams)
            {
                return PeerHandshake.Busy;
            }

            _session = session.ToArray();
            _served++;
            return PeerHandshake.Accepted;
        }
    }

    private ITimer EndAfter(Socket socket, TimeSpan limit) =>
        _time.CreateTimer(static late => ((Socket)late!).Dispose(), socket, limit, Timeout.InfiniteTimeSpan);
}

/// <summary>What a worker runs while it answers another one.</summary>
internal interface IPeerServer : IAsyncDisposable
{
    /// <summary>Where it listens.</summary>
    IReadOnlyList<IPEndPoint> Endpoints { get; }
}
