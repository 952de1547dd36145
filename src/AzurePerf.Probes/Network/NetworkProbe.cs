using System.Net.Sockets;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Peer;

namespace AzurePerf.Probes.Network;

/// <summary>What the probes have in common that talk to a peer over bare connections, one per client.</summary>
internal abstract class NetworkProbe(NetworkOptions options, ProbeScope scope) : IProbeSetup
{
    private static readonly TimeSpan ReportLimit = TimeSpan.FromSeconds(5);

    private readonly Lock _lock = new();
    private readonly List<PeerReport> _reports = [];
    private readonly List<TcpInfo> _infos = [];
    private int _missing;
    private bool _onOneMachine;
    private bool _throughProxy;

    public bool Mutates => false;

    public int PlannedWireRequests => 1;

    public bool VerifiesContent => false;

    public virtual IReadOnlyList<PointValue> Values
    {
        get
        {
            lock (_lock)
            {
                return
                [
                    .. _reports.Count == 0 ? [] : new PointValue[]
                    {
                        new("processor time of the peer while connected", "s",
                            _reports.Sum(report => report.ProcessorNanoseconds) / 1e9 / options.Clients, ValueMerge.Sum),
                        new("segments that the peer sent again", "segments", _reports.Sum(report => report.Retransmits), ValueMerge.Sum),
                    },
                    .. _infos.Count == 0 ? [] : new PointValue[]
                    {
                        new("round trip by the kernel (smoothed)", "us", _infos.Average(info => info.RttMicroseconds), ValueMerge.Mean),
                        new("round trip by the kernel (minimum)", "us",
                            _infos.Min(info => info.MinimumRttMicroseconds), ValueMerge.Minimum),
                        new("segments sent again", "segments", _infos.Sum(info => (long)info.Retransmits), ValueMerge.Sum),
                    },
                ];
            }
        }
    }

    public IReadOnlyList<string> Notes =>
    [
        .. _throughProxy ? [PeerAccess.Proxied] : Array.Empty<string>(),
        .. _onOneMachine ? [PeerAccess.OneMachine] : Array.Empty<string>(),
        .. _missing > 0 ? [FormattableString.Invariant($"the peer's report of {_missing} connections is missing")] : Array.Empty<string>(),
    ];

    protected IReadOnlyList<PeerReport> Reports
    {
        get
        {
            lock (_lock)
            {
                return [.. _reports];
            }
        }
    }

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task PreparePointAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public abstract ValueTask DisposeAsync();

    /// <summary>Opens the connection of a client. Called on its thread.</summary>
    protected PeerConnection Open(int client, CancellationToken cancellationToken)
    {
        var connection = PeerConnection.Open(scope.PeerAccess, PeerLimits.RequestOf(options, client), cancellationToken);
        _throughProxy = scope.PeerAccess.ThroughProxy;
        _onOneMachine = !_throughProxy && connection.StaysOnOneMachine;
        return connection;
    }

    /// <summary>Sends the last byte and waits for what the peer received.</summary>
    /// <exception cref="Exception">The connection was lost before the peer told.</exception>
    protected static PeerReport Finish(PeerConnection connection)
    {
        connection.Socket.Shutdown(SocketShutdown.Send);
        return connection.ReadReport();
    }

    /// <summary>As <see cref="Finish"/>; without an answer there are figures less.</summary>
    protected void TryFinish(PeerConnection connection)
    {
        try
        {
            connection.Socket.Blocking = true;
            connection.Socket.ReceiveTimeout = (int)ReportLimit.TotalMilliseconds;
            var report = Finish(connection);
            Keep(TcpInfo.Of(connection.Socket), report);
        }
        catch (Exception exception) when (exception is IOException or SocketException or ObjectDisposedException)
        {
            lock (_lock)
            {
                _missing++;
            }
        }
    }

    /// <summary>Keeps what both ends know of a connection that is about to end.</summary>
    protected void Keep(TcpInfo? info, PeerReport report)
    {
        lock (_lock)
        {
            _reports.Add(report);
            if (info is { } known)
            {
                _infos.Add(known);
            }
        }
    }
}
