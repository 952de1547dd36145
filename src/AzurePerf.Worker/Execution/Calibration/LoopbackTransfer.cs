using System.Net;
using System.Net.Sockets;

namespace AzurePerf.Worker.Execution.Calibration;

/// <summary>Moves bytes from sockets of this process to others of it for a while: what a worker can send and receive when no network slows
/// it.</summary>
internal static class LoopbackTransfer
{
    private const int BlockBytes = 128 << 10;

    /// <summary>A sender that the machine held up for all of its time still sends this much: a rate of nothing would be no rate.</summary>
    private const int FewestBlocks = 16;

    /// <summary>Bytes per second of all connections together, each from the first byte that came to the last.</summary>
    /// <param name="clock">Times it.</param>
    /// <param name="nanoseconds">For how long each sender sends, from its first byte.</param>
    /// <param name="connections">Connections that move bytes at once.</param>
    /// <param name="cancellationToken">Ends it early.</param>
    /// <exception cref="SocketException">This machine has no loopback.</exception>
    public static async Task<double> RateAsync(
        MeasurementClock clock, long nanoseconds, int connections, CancellationToken cancellationToken)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        var pairs = new List<(Socket Sender, Socket Receiver)>();
        try
        {
            while (pairs.Count < connections)
            {
                var sender = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
                var connected = sender.ConnectAsync(listener.LocalEndPoint!, cancellationToken);
                pairs.Add((sender, await listener.AcceptAsync(cancellationToken)));
                await connected;
            }

            var rates =
                pairs.Select(pair =>
                    Task.Run(() => RateAsync(pair.Sender, pair.Receiver, clock, nanoseconds, cancellationToken), cancellationToken));
            return (await Task.WhenAll(rates)).Sum();
        }
        finally
        {
            pairs.ForEach(pair =>
            {
                pair.Sender.Dispose();
                pair.Receiver.Dispose();
            });
        }
    }

    private static async Task<double> RateAsync(
        Socket sender, Socket receiver, MeasurementClock clock, long nanoseconds, CancellationToken cancellationToken)
    {
        var sending = Task.Run(() => SendAsync(sender, clock, nanoseconds, cancellationToken), cancellationToken);
        var rate = await ReceiveAsync(receiver, clock, cancellationToken);
        await sending;
        return rate;
    }

    private static async Task SendAsync(Socket socket, MeasurementClock clock, long nanoseconds, CancellationToken cancellationToken)
    {
        var block = new byte[BlockBytes];
        var until = clock.Nanoseconds() + nanoseconds;
        for (var sent = 0; sent < FewestBlocks || clock.Nanoseconds() < until; sent++)
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
