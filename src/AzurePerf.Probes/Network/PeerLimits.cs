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
    /// <summary>For the barrier, whose limit is half an hour unless an operator says otherwise, and for a slow start.</summary>
    private static readonly TimeSpan Spare = TimeSpan.FromHours(1);

    /// <summary>No timer runs for longer than 49 days.</summary>
    private static readonly TimeSpan Longest = TimeSpan.FromDays(30);

    /// <summary>Those of one point.</summary>
    /// <exception cref="ArgumentException">The point needs no peer of this kind.</exception>
    public static PeerLimits Of(MeasurementOptions options) => new(RequestOf(options, stream: 0), options.Clients, LifeTimeOf(options));

    /// <summary>How long a worker answers at most: four times what the measurement is expected to take, its warm-up, and an hour; 30 days
    /// at most.</summary>
    public static TimeSpan LifeTimeOf(MeasurementOptions options)
    {
        var life = (options.ExpectedDuration() * 4) + WarmUpOf(options) + Spare;
        return life < Longest ? life : Longest;
    }

    /// <summary>How long the worker that measures warms up at most, its last transfer not included. The rest before that one may begin as
    /// the time ends, and another follows it, before the first measured one.</summary>
    public static TimeSpan WarmUpOf(MeasurementOptions options) => TimeSpan.FromSeconds(
        options.WarmUpSeconds + (2 * ((options as TcpBandwidthOptions)?.RestSeconds ?? 0)));

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
            bandwidth.Direction == TransferDirection.Send ? PeerService.Drain : PeerService.Source, Pinned: false, stream,
            bandwidth.BlockBytes, bandwidth.TransferBytes),
        _ => throw new ArgumentException($"{options.GetType().Name} needs no peer that speaks over a bare connection", nameof(options)),
    };
}
