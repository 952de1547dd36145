using System.Net;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Probes.Network;
using AzurePerf.Worker.Peers;

namespace AzurePerf.Benchmarks.Network;

/// <summary>The worker that answers, as a process of its own: the other end of what this process measures.</summary>
internal static class AnsweringPeer
{
    public const string Verb = "answer-peer";

    /// <summary>Listens, says where, and answers until its standard input ends.</summary>
    public static async Task<int> RunAsync(string key, string experiment, string parameters)
    {
        var options = Shipped.Experiments.Find(experiment)!.Bind(JsonNode.Parse(parameters)!.AsObject());
        await using IPeerServer server = options is RpcThroughputOptions calls
            ? await RpcServer.StartAsync(Convert.FromHexString(key), calls, [IPAddress.Loopback], port: 0, TimeProvider.System, CancellationToken.None)
            : PeerServer.Start(Convert.FromHexString(key), PeerLimits.Of(options), [IPAddress.Loopback], port: 0, TimeProvider.System, failure => Console.Error.WriteLine(failure));
        Console.Out.WriteLine(server.Endpoints[0]);
        await Console.In.ReadToEndAsync();
        return 0;
    }
}
