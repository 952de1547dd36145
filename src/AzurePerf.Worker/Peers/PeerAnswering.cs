using System.Net;
using System.Security.Cryptography;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Gangs;
using AzurePerf.Core.Peers;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Probes.Network;
using AzurePerf.Probes.Targets.Peer;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Gangs;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Targets;

namespace AzurePerf.Worker.Peers;

/// <summary>
/// The member of a pair that measures nothing and answers the other one. It listens from before the other warms up until that one has
/// ended, and tells it through the barrier where.
/// </summary>
internal sealed partial class PeerAnswering(
    StartBarrierFactory meetings, WorkerOptions options, TimeProvider time, ILogger<PeerAnswering> logger)
{
    /// <summary>Answers until the other worker has ended.</summary>
    public async Task RunAsync(CurrentExecution execution, MeasurementOptions load)
    {
        var meeting = meetings.For(execution.Task)
            ?? throw new BadTaskException($"task {execution.Task.Key} answers a worker, and is alone");
        var gang = await meeting.ReadGangAsync(execution.Stopping);
        var clock = new MeasurementClock(time);
        var progress = execution.Watch();
        progress.Enter(RunnerPhase.SetUp, []);
        await using var server = await StartAsync(load, KeyOf(gang, execution.Task), AddressesFor(gang), execution.Stopping);
        meeting.Endpoint = options.Pool == WorkerPool.Peer ? options.PeerIngress : PeerEndpoints.Write(server.Endpoints);
        progress.Enter(RunnerPhase.Barrier, []);
        await meeting.PreparedAsync(execution.Stopping);
        meeting.LongerBy = PeerLimits.WarmUpOf(load);
        await meeting.AgreeOnStartAsync(clock, execution.Stopping);
        progress.Enter(RunnerPhase.Measuring, []);
        await meeting.WaitForTheOthersAsync(clock, PeerLimits.LifeTimeOf(load), execution.Stopping);
    }

    /// <summary>How the member that measures reaches the one that answers, from the warm-up on.</summary>
    public async Task<PeerAccess> AccessOfAsync(BenchmarkTask task, GangStartBarrier meeting, CancellationToken stop) => new(
        KeyOf(await meeting.ReadGangAsync(stop), task),
        RandomNumberGenerator.GetBytes(PeerHandshake.SessionLength),
        () => PeerRoute.Read(meeting.Endpoints.ElementAtOrDefault(PeerTarget.Kind.AnsweringMember!.Value) ?? "", options.PeerIngress));

    private async Task<IPeerServer> StartAsync(MeasurementOptions load, byte[] key, IReadOnlyList<IPAddress> addresses,
        CancellationToken stop) => load is RpcThroughputOptions calls
        ? await RpcServer.StartAsync(key, calls, addresses, options.PeerPort, time, stop)
        : PeerServer.Start(key, PeerLimits.Of(load), addresses, options.PeerPort, time, failure => LogFailed(failure));

    private static byte[] KeyOf(GangState gang, BenchmarkTask task) =>
        PeerHandshake.KeyOf(gang.Token, gang.RunId, gang.Point, task.Attempt);

    [LoggerMessage(Level = LogLevel.Error, Message = "A connection of the peer ended by this worker's own fault")]
    private partial void LogFailed(Exception exception);

    private IReadOnlyList<IPAddress> AddressesFor(GangState gang) => PeerListening.Addresses(
        options, Uri.TryCreate(gang.BarrierAddress, UriKind.Absolute, out var barrier) && barrier.IsLoopback);
}
