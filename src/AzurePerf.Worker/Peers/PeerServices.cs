using System.Net.Sockets;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Probes;
using AzurePerf.Probes.Network;
using AzurePerf.Probes.Processors;

namespace AzurePerf.Worker.Peers;

/// <summary>What the worker that answers does with a connection, on a thread of its own, until the other side has sent its last
/// byte.</summary>
internal static class PeerServices
{
    public static void Serve(Socket socket, PeerRequest request, TimeProvider time)
    {
        if (request.Pinned)
        {
            ProcessorPinning.PinThreadFromTheEnd(request.Stream);
        }

        var began = Environment.CpuUsage.TotalTime;
        var received = request.Service switch
        {
            PeerService.EchoBlocking => Echo(socket, request, awake: false),
            PeerService.EchoSpinning => Echo(socket, request, awake: true),
            PeerService.Drain => Drain(socket, request, time),
            _ => Send(socket, request),
        };
        var report = received with
        {
            ProcessorNanoseconds = (long)(Environment.CpuUsage.TotalTime - began).TotalNanoseconds,
            Retransmits = TcpInfo.Of(socket)?.Retransmits ?? 0,
        };
        socket.Blocking = true;
        PeerSocket.SendAll(socket, report.Write());
        socket.Shutdown(SocketShutdown.Send);

        // Closed by the other side first, so that the report is not lost with what may still be under way to us.
        socket.Receive(new byte[1]);
    }

    private static PeerReport Echo(Socket socket, PeerRequest request, bool awake)
    {
        var message = GC.AllocateArray<byte>(request.BlockBytes, pinned: true);
        var bytes = 0L;
        socket.Blocking = !awake;
        while (awake ? PeerSocket.ReceiveAllAwake(socket, message, CancellationToken.None) : PeerSocket.ReceiveAll(socket, message))
        {
            if (awake)
            {
                PeerSocket.SendAllAwake(socket, message);
            }
            else
            {
                PeerSocket.SendAll(socket, message);
            }

            bytes += message.Length;
        }

        return new(bytes, 0, 0, 0, new(1, []));
    }

    private static PeerReport Drain(Socket socket, PeerRequest request, TimeProvider time)
    {
        var block = PageAlignedBlock.Allocate(request.BlockBytes).Span;
        var mark = new ReceiveMark(bytes => PeerSocket.SetReceiveMark(socket, bytes), time);
        var bins = BinTimeline.Coarse();
        var (bytes, last) = (0L, 0L);
        var (first, firstBytes) = (0L, 0);
        while (bytes <= request.Bytes && PeerSocket.ReceiveSome(socket, block, mark) is > 0 and var received)
        {
            var now = time.GetTimestamp();
            (first, firstBytes) = bytes == 0 ? (now, received) : (first, firstBytes);
            last = (long)time.GetElapsedTime(first, now).TotalNanoseconds;
            bins.Add(last, received);
            bytes += received;
        }

        return new(bytes, last, 0, 0, ByteBins.Of(bins)) { FirstBytes = firstBytes };
    }

    private static PeerReport Send(Socket socket, PeerRequest request)
    {
        var block = PageAlignedBlock.Allocate(request.BlockBytes).Span;
        new Random(request.Stream).NextBytes(block);

        // Nothing may be under way before the other side's clock runs.
        if (!PeerSocket.ReceiveAll(socket, new byte[1]))
        {
            return new(0, 0, 0, 0, new(1, []));
        }

        var left = request.Bytes;
        while (left > 0)
        {
            left -= PeerSocket.SendSome(socket, block[..(int)Math.Min(block.Length, left)]);
        }

        return new(request.Bytes, 0, 0, 0, new(1, []));
    }
}
