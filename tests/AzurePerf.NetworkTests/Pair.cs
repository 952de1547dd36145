using System.Net;
using System.Security.Cryptography;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Peers;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Network;
using AzurePerf.Probes.Targets.Peer;
using AzurePerf.Testing.Probes;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Peers;
using Xunit;

namespace AzurePerf.NetworkTests;

/// <summary>A worker that answers and one that measures, without the engine between them: real sockets, the real runner.</summary>
internal sealed class Pair : IAsyncDisposable
{
    private readonly ProbeSelection _selection;

    private Pair(ProbeSelection selection, byte[] key, IPeerServer server)
    {
        (_selection, Key, Server) = (selection, key, server);
    }

    public byte[] Key { get; }

    public IPeerServer Server { get; }

    public MeasurementOptions Options => _selection.Options;

    public IPEndPoint Endpoint => Server.Endpoints[0];

    public static async Task<Pair> StartAsync(string experiment, JsonObject parameters, params IPAddress[] addresses)
    {
        var definition = Shipped.Experiments.Find(experiment)!;
        var selection = definition.SelectProbe(definition.Bind(parameters));
        Assert.Empty(selection.Options.Faults());
        var key = RandomNumberGenerator.GetBytes(32);
        IPAddress[] own = addresses.Length == 0 ? [IPAddress.Loopback] : addresses;
        return new(selection, key, selection.Options is RpcThroughputOptions calls
            ? await RpcServer.StartAsync(key, calls, own, port: 0, TimeProvider.System, TestContext.Current.CancellationToken)
            : PeerServer.Start(key, PeerLimits.Of(selection.Options), own, port: 0, TimeProvider.System, failure => throw new InvalidOperationException("the answering side failed", failure)));
    }

    /// <summary>Measures the point, as the worker does that has all clients.</summary>
    /// <param name="at">Where the peer is said to listen, if not where it does.</param>
    /// <param name="key">What the client knows, if not what the peer does.</param>
    public async Task<Measurement> MeasureAsync(IReadOnlyList<IPEndPoint>? at = null, byte[]? key = null)
    {
        await using var probe = new ProbeCatalog(BuiltInProbes.All).Create(_selection, new()
        {
            Target = new OpenPeer(new(key ?? Key, RandomNumberGenerator.GetBytes(PeerHandshake.SessionLength), () => new(at ?? Server.Endpoints))),
            Register = new UnusedRegister(),
            PointName = "pair",
            Seed = 1,
        });
        return await new ProbeRunner(new StorageOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null))
            .RunAsync(probe, _selection.Options, new(), TestContext.Current.CancellationToken);
    }

    public ValueTask DisposeAsync() => Server.DisposeAsync();
}
