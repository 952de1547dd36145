using System.Net.Sockets;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Network;

/// <summary>
/// tcp.bandwidth: one operation is one transfer over a connection of its own, which is opened before. A transfer to the peer ends when the
/// peer has told what it received, one from the peer when its last byte is in this process's memory.
/// </summary>
internal sealed class TcpBandwidthProbe(TcpBandwidthOptions options, ProbeScope scope) : NetworkProbe(options, scope), IStreamProbe
{
    /// <summary>Of a shorter one the peer's clock says nothing: the first piece that came has no time.</summary>
    private const long ShortestTimed = 1_000_000;

    private readonly Client[] _clients = [.. Enumerable.Range(0, options.Clients).Select(number => new Client(number, options))];

    public TimeSpan Rest => TimeSpan.FromSeconds(options.RestSeconds);

    public ByteBins? ReceivedByPeer
    {
        get
        {
            if (options.Direction == TransferDirection.Receive || options.OperationsPerClient != 1)
            {
                return null;
            }

            var reports = Reports;
            if (reports.Count < options.Clients)
            {
                return null;
            }

            var all = BinTimeline.Coarse();
            foreach (var report in reports)
            {
                all.AddBins(report.Received.BinNanoseconds, report.Received.Bytes, time => time);
            }

            return all.Bins.Length > 0 ? ByteBins.Of(all) : null;
        }
    }

    public override IReadOnlyList<PointValue> Values
    {
        get
        {
            PeerReport[] received = [.. Reports.Where(report => report.Nanoseconds >= ShortestTimed)];
            return received.Length == 0 || received.Length != options.Clients * options.OperationsPerClient
                ? base.Values
                : [
                    new("received per second by the peer's clock", "B/s",
                        received.Sum(report => report.TimedBytes) / (received.Sum(report => report.Nanoseconds) / 1e9) * options.Clients,
                        ValueMerge.Sum),
                    .. base.Values,
                ];
        }
    }

    public int MoveBlock(Operation operation, CancellationToken cancellationToken)
    {
        var client = _clients[operation.Client];
        if (client.Connection is null)
        {
            client.Connection = Open(operation.Client, cancellationToken);
            if (!operation.WarmUp)
            {
                throw PeerSocket.Reset("the connection had to be opened in the transfer's time, so that this was none");
            }
        }

        client.Connection.EndWith(cancellationToken);
        try
        {
            return options.Direction == TransferDirection.Send ? Send(client, operation) : Receive(client, operation);
        }
        catch (Exception exception)
        {
            client.Close();
            ThrowIfCancelled(exception, cancellationToken);
            throw;
        }
    }

    public void End(Operation operation, CancellationToken cancellationToken)
    {
        var client = _clients[operation.Client];
        try
        {
            if (options.Direction == TransferDirection.Send)
            {
                EndSending(client, operation);
            }
        }
        catch (Exception exception)
        {
            ThrowIfCancelled(exception, cancellationToken);
            throw;
        }
        finally
        {
            client.Close();
        }
    }

    public void Prepare(Operation operation, CancellationToken cancellationToken)
    {
        var client = _clients[operation.Client];
        client.Close();
        try
        {
            client.Connection = Open(operation.Client, cancellationToken);
        }
        catch (Exception exception) when (exception is IOException or SocketException or OperationCanceledException)
        {
            // The next transfer tries again, and fails by what it finds.
        }
    }

    public override ValueTask DisposeAsync()
    {
        Array.ForEach(_clients, client => client.Close());
        return ValueTask.CompletedTask;
    }

    private static void ThrowIfCancelled(Exception exception, CancellationToken cancellationToken)
    {
        if (exception is SocketException or ObjectDisposedException or IOException)
        {
            cancellationToken.ThrowIfCancellationRequested();
        }
    }

    private int Send(Client client, Operation operation)
    {
        var left = options.TransferBytes - client.Moved;
        if (left == 0)
        {
            EndSending(client, operation);
            client.Close();
            return 0;
        }

        var sent = PeerSocket.SendSome(client.Socket, client.Block.Span[..(int)Math.Min(client.Block.Length, left)]);
        client.Moved += sent;
        return sent;
    }

    private int Receive(Client client, Operation operation)
    {
        var left = options.TransferBytes - client.Moved;
        if (left == 0)
        {
            client.Mark.Before(1);
            KeepMeasured(operation, client, client.Connection!.ReadReport());
            client.Close();
            return 0;
        }

        if (!client.HasAsked)
        {
            PeerSocket.SendAll(client.Socket, [1]);
            client.HasAsked = true;
        }

        var received = PeerSocket.ReceiveSome(client.Socket, client.Block.Span[..(int)Math.Min(client.Block.Length, left)], client.Mark);
        client.Moved += received;
        return received > 0
            ? received
            : throw PeerSocket.Reset(
                FormattableString.Invariant($"the peer ended the connection after {client.Moved} of {options.TransferBytes} bytes"));
    }

    private void EndSending(Client client, Operation operation)
    {
        var report = Finish(client.Connection!);
        if (report.Bytes != client.Moved)
        {
            throw new CorruptDataException(FormattableString.Invariant($"the peer received {report.Bytes} of {client.Moved} bytes"));
        }

        KeepMeasured(operation, client, report);
    }

    private void KeepMeasured(Operation operation, Client client, PeerReport report)
    {
        if (!operation.WarmUp)
        {
            Keep(TcpInfo.Of(client.Socket), report);
        }
    }

    private sealed class Client(int number, TcpBandwidthOptions options)
    {
        private ReceiveMark? _mark;

        public Memory<byte> Block { get; } = MakeBlock(number, options);

        public PeerConnection? Connection { get; set; }

        public ReceiveMark Mark => _mark ??= new(bytes => PeerSocket.SetReceiveMark(Socket, bytes));

        public long Moved { get; set; }

        /// <summary>True once the peer was told to begin.</summary>
        public bool HasAsked { get; set; }

        public Socket Socket => Connection!.Socket;

        public void Close()
        {
            Connection?.Dispose();
            (Connection, _mark, Moved, HasAsked) = (null, null, 0, false);
        }

        private static Memory<byte> MakeBlock(int number, TcpBandwidthOptions options)
        {
            var block = PageAlignedBlock.Allocate(options.BlockBytes);
            new Random(number).NextBytes(block.Span);
            return block;
        }
    }
}
