using System.Net;
using System.Net.Sockets;

namespace AzurePerf.Testing.Network;

/// <summary>Stands between two ends of a connection, holds back or changes what passes, and drops the connection when it is told to.</summary>
public sealed class Relay : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly IPEndPoint _to;
    private readonly Func<TimeSpan>? _delay;
    private readonly long _dropAfterBytes;
    private readonly Action<long, Memory<byte>>? _change;
    private readonly Lock _lock = new();
    private readonly List<double> _heldMicroseconds = [];
    private long _passed;

    /// <param name="to">The far end.</param>
    /// <param name="delay">How long the next piece from the near end is held back, at least; null to hold nothing back.</param>
    /// <param name="dropAfterBytes">Bytes from the near end after which both connections are reset.</param>
    /// <param name="change">Changes pieces from the far end: told how many bytes of the connection came from there before.</param>
    public Relay(IPEndPoint to, Func<TimeSpan>? delay = null, long dropAfterBytes = long.MaxValue, Action<long, Memory<byte>>? change = null)
    {
        (_to, _delay, _dropAfterBytes, _change) = (to, delay, dropAfterBytes, change);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        new Thread(Accept) { IsBackground = true }.Start();
    }

    public IPEndPoint Endpoint => (IPEndPoint)_listener.LocalEndPoint!;

    /// <summary>For how long each piece of one byte from the near end was really held back, in microseconds and in their order.</summary>
    public IReadOnlyList<double> HeldMicroseconds
    {
        get
        {
            lock (_lock)
            {
                return [.. _heldMicroseconds];
            }
        }
    }

    /// <summary>Bytes from the near end so far.</summary>
    public long Passed => Interlocked.Read(ref _passed);

    public void Dispose() => _listener.Dispose();

    private void Accept()
    {
        while (true)
        {
            try
            {
                var near = _listener.Accept();
                var far = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                near.NoDelay = true;
                if (!TryConnect(far))
                {
                    near.Close(0);
                    continue;
                }

                new Thread(() => Pass(near, far, counts: true)) { IsBackground = true }.Start();
                new Thread(() => Pass(far, near, counts: false)) { IsBackground = true }.Start();
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
            {
                return;
            }
        }
    }

    /// <summary>Nobody may listen at the far end yet, or no more.</summary>
    private bool TryConnect(Socket far)
    {
        try
        {
            far.Connect(_to);
            return true;
        }
        catch (SocketException)
        {
            far.Dispose();
            return false;
        }
    }

    private void Pass(Socket from, Socket to, bool counts)
    {
        var block = new byte[65_536];
        var passed = 0L;
        try
        {
            for (int read; (read = from.Receive(block)) > 0; passed += read)
            {
                if (!counts)
                {
                    _change?.Invoke(passed, block.AsMemory(0, read));
                }

                if (counts && _delay is not null)
                {
                    Hold(read, _delay());
                }

                to.Send(block.AsSpan(0, read));
                if (counts && Interlocked.Add(ref _passed, read) >= _dropAfterBytes)
                {
                    from.Close(0);
                    to.Close(0);
                    return;
                }
            }

            to.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            from.Close(0);
            to.Close(0);
        }
    }

    private void Hold(int bytes, TimeSpan delay)
    {
        var since = TimeProvider.System.GetTimestamp();
        while (TimeProvider.System.GetElapsedTime(since) < delay)
        {
            Thread.SpinWait(20);
        }

        if (bytes == 1)
        {
            lock (_lock)
            {
                _heldMicroseconds.Add(TimeProvider.System.GetElapsedTime(since).TotalMicroseconds);
            }
        }
    }
}
