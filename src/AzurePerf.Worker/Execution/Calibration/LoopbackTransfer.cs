using System.Net;
using System.Net.Sockets;

namespace AzurePerf.Worker.Execution.Calibration;

/// <summary>Moves bytes from one socket of this process to another for a while: what a worker can send and receive when no network slows it.</summary>
internal static class LoopbackTransfer
{
    private const int BlockBytes = 128 << 10;

    /// <summary>Bytes per second, from the first byte that came to the last.</summary>
    /// <param name="clock">Times it.</param>
    /// <param name="nanoseconds">For how long the sender sends.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <exception cref="SocketException">This machine has no loopback.</exception>
    public static async Task<double> RateAsync(MeasurementClock clock, long nanoseconds, CancellationToken cancellationToken)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        using var sender = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        await sender.ConnectAsync(listener.LocalEndPoint!, cancellationToken);
        using var receiver = await listener.AcceptAsync(cancellationToken);
        var sending = Task.Run(() => SendAsync(sender, clock, clock.Nanoseconds() + nanoseconds, cancellationToken), cancellationToken);
        var rate = await ReceiveAsync(receiver, clock, cancellationToken);
        await sending;
        return rate;
    }

    private static async Task SendAsync(Socket socket, MeasurementClock clock, long until, CancellationToken cancellationToken)
    {
        var block = new byte[BlockBytes];
        while (clock.Nanoseconds() < until)
        {
            await socket.SendAsync(block, SocketFlags.None, cancellationToken);
        }

        socket.Shutdown(SocketShutdown.Send);
    }

    private static async Task<double> ReceiveAsync(Socket socket, MeasurementClock clock, CancellationToken cancellationToken)
    {
        var block = new byte[BlockBytes];
        await socket.ReceiveAsync(block, SocketFlags.None, cancellationToken);
        var (first, last, bytes) = (clock.Nanoseconds(), 0L, 0L);
        for (int read; (read = await socket.ReceiveAsync(block, SocketFlags.None, cancellationToken)) > 0; bytes += read)
        {
            last = clock.Nanoseconds();
        }

        return bytes / Math.Max(1.0, last - first) * 1e9;
    }
}
