using System.Net;
using System.Net.Sockets;
using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Testing.Network;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>Hosts as in an environment in which workers of one pool cannot reach each other: the answering one is behind a relay that stands for the ingress.</summary>
public sealed class PeerPoolTests(Emulators emulators, ITestOutputHelper output)
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60) + (40 * FaultSettings.Heartbeat);
    private static readonly IPAddress PeerAddress = IPAddress.Parse("127.0.0.3");

    [Fact]
    public async Task Two_workers_meet_through_the_ingress_and_the_points_say_so()
    {
        await using var installation = await Installation.CreateAsync(emulators);
        var behind = new IPEndPoint(PeerAddress, FreePort(PeerAddress));
        using var ingress = new Relay(behind);
        installation.StartTaskManager(peerPool: true);
        installation.StartWorker(WorkerPool.Measure, "measure", settings: Ingress(ingress.Endpoint.Port, behind.Port));
        installation.StartWorker(WorkerPool.Peer, "peer", settings: Ingress(ingress.Endpoint.Port, behind.Port));

        await CheckAsync(installation, ingress, "tcp.rtt");
        await CheckAsync(installation, ingress, "rpc.throughput");
    }

    private async Task CheckAsync(Installation installation, Relay ingress, string experiment)
    {
        var passed = ingress.Passed;
        var runId = await installation.SubmitAsync(Short(experiment));

        var ended = await installation.UntilEndedAsync(runId, Limit);
        var point = Assert.Single(await installation.PointsAsync(runId));
        output.WriteLine($"{ended.Status} {ended.Reason}; {point.Summary?.Operations} operations, {ingress.Passed - passed} bytes through the relay; {string.Join("; ", point.Result?.Notes ?? [])}");
        Assert.Equal(RunStatus.Completed, ended.Status);
        Assert.Equal(point.Summary!.Operations, point.Summary.Outcomes[OperationOutcome.Ok]);
        Assert.Contains(PointFlag.ThroughProxy, point.Result!.Flags);
        Assert.Contains(point.Result.Notes, note => note.StartsWith("through the environment's proxy", StringComparison.Ordinal));
        Assert.True(ingress.Passed - passed > point.Summary.Operations);
    }

    [Fact]
    public async Task Without_the_ingress_the_run_is_refused_in_one_sentence_and_a_later_one_at_once()
    {
        await using var installation = await Installation.CreateAsync(emulators);
        var (closed, behind) = (FreePort(IPAddress.Loopback), FreePort(PeerAddress));
        installation.StartTaskManager(peerPool: true);
        installation.StartWorker(WorkerPool.Measure, "measure", settings: Ingress(closed, behind));

        // As from zero: it is accepted, because its message would start a peer.
        var runId = await installation.SubmitAsync(Short("tcp.rtt"));
        await installation.UntilAsync(
            async () => await installation.RunAsync(runId) is { Reason: "waits for a peer worker: none is alive" } waiting ? waiting : null, Limit);
        installation.StartWorker(WorkerPool.Peer, "peer", settings: Ingress(closed, behind));

        var refused = await installation.UntilEndedAsync(runId, Limit);
        Assert.Equal(RunStatus.Failed, refused.Status);
        Assert.StartsWith("no peer can be reached: worker ", refused.Reason, StringComparison.Ordinal);
        Assert.Contains($"localhost:{closed}", refused.Reason, StringComparison.Ordinal);
        Assert.DoesNotContain(await installation.PointsAsync(runId), point => point.Status == PointStatus.Measured);

        var second = await installation.UntilEndedAsync(await installation.SubmitAsync(Short("tcp.rtt")), Limit);
        output.WriteLine(second.Reason);
        Assert.Equal(RunStatus.Failed, second.Status);
        Assert.StartsWith("no peer can be reached: worker ", second.Reason, StringComparison.Ordinal);
        Assert.Null(second.StartedAt);
    }

    private static JsonObject Short(string experiment) => new()
    {
        ["experiment"] = experiment,
        ["repetitions"] = 1,
        ["parameters"] = experiment == "tcp.rtt"
            ? new JsonObject { ["clients"] = new JsonArray(1), ["operationsPerClient"] = 200, ["warmUpOperations"] = 5 }
            : new JsonObject { ["clients"] = new JsonArray(1), ["transferBytes"] = new JsonArray(1_000), ["operationsPerClient"] = 50, ["warmUpOperations"] = 2 },
    };

    /// <summary>A name with more than one address where the machine has IPv6: the relay listens at one of them.</summary>
    private static Dictionary<string, string> Ingress(int port, int behind) => new()
    {
        ["Worker:PeerIngress"] = $"localhost:{port}",
        ["Worker:PeerPort"] = $"{behind}",
        ["Worker:PeerAddresses"] = $"{PeerAddress}",
        ["Worker:PeerTrialLimit"] = "00:00:02",
    };

    private static int FreePort(IPAddress address)
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(address, 0));
        return ((IPEndPoint)listener.LocalEndPoint!).Port;
    }
}
