using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Peers;

namespace AzurePerf.Probes.Network;

/// <summary>What a peer accepts, so that whoever gets in can still not make it do anything else than the point needs.</summary>
/// <param name="Request">The only request that it serves, in any of its streams.</param>
/// <param name="Streams">Connections at once.</param>
/// <param name="LifeTime">How long one connection may last.</param>
public sealed record PeerLimits(PeerRequest Request, int Streams, TimeSpan LifeTime)
{
    private static readonly TimeSpan Spare = TimeSpan.FromMinutes(10);

    /// <summary>Those of one point.</summary>
    /// <exception cref="ArgumentException">The point needs no peer of this kind.</exception>
    public static PeerLimits Of(MeasurementOptions options) => new(RequestOf(options, stream: 0), options.Clients, (options.ExpectedDuration() * 4) + Spare);

    public bool Allows(PeerRequest request) => request.Stream < Streams && request with { Stream = 0 } == Request;

    /// <summary>What one client of a point asks for.</summary>
    internal static PeerRequest RequestOf(MeasurementOptions options, int stream) => options switch
    {
        TcpRttOptions rtt => new(
            rtt.Mode == WaitMode.Spin ? PeerService.EchoSpinning : PeerService.EchoBlocking,
            rtt.Pinning == Core.Experiments.Compute.ThreadPinning.Pinned,
            stream,
            rtt.MessageBytes,
            PeerRequest.MostBytes),
        TcpBandwidthOptions bandwidth => new(
            bandwidth.Direction == TransferDirection.Send ? PeerService.Drain : PeerService.Source, Pinned: false, stream, bandwidth.BlockBytes, bandwidth.TransferBytes),
        _ => throw new ArgumentException($"{options.GetType().Name} needs no peer that speaks over a bare connection", nameof(options)),
    };
}
