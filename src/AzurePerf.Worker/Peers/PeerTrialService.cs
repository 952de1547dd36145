using System.Security.Cryptography;
using AzurePerf.Core.Experiments.Network;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Peers;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Probes.Network;
using AzurePerf.Probes.Targets.Peer;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Peers;

/// <summary>
/// At the start of a worker of the pool peer: listens as in a point, goes out and comes back through the ingress, and asks for the proof of
/// a key that only this process has. So it is known that what answers there is this worker, and not another one or something else.
/// </summary>
internal sealed partial class PeerTrialService(
    PeerReach reach, WorkerOptions options, HeartbeatTrigger heartbeat, TimeProvider time, ILogger<PeerTrialService> logger) : LoopService
{
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);
    private static readonly TcpRttOptions Once = new() { Clients = 1 };

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var began = time.GetTimestamp();
        while (!reach.MayTake && !stoppingToken.IsCancellationRequested)
        {
            var failure = await TryAsync(stoppingToken);
            var late = time.GetElapsedTime(began) >= options.PeerTrialLimit;
            Note(new(options.PeerIngress, failure.Length == 0 ? true : late ? false : null, failure));
            if (failure.Length > 0)
            {
                await Task.Delay(Pause, time, stoppingToken)
                    .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
            }
        }
    }

    /// <summary>Why it was not reached; empty when it was.</summary>
    private async Task<string> TryAsync(CancellationToken stop)
    {
        var key = RandomNumberGenerator.GetBytes(PeerHandshake.NonceLength);
        var route = PeerRoute.Read(options.PeerIngress, options.PeerIngress);
        try
        {
            await using var server = PeerServer.Start(key, PeerLimits.Of(Once), PeerListening.Addresses(options, isOneMachine: false),
                options.PeerPort, time, failure => LogFailed(failure));
            var access = new PeerAccess(key, RandomNumberGenerator.GetBytes(PeerHandshake.SessionLength), () => route);
            await Task.Run(() => access.Prove(Once, stop), stop);
            return "";
        }
        catch (IOException unreached)
        {
            return FailureText.FirstLineOf(unreached);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return "the worker ends";
        }
    }

    private void Note(PeerTrial trial)
    {
        if (trial.Reached == reach.Trial!.Reached)
        {
            return;
        }

        reach.Note(trial);
        heartbeat.Ask();
        if (trial.Reached == true)
        {
            LogReached(trial.Way);
        }
        else
        {
            LogUnreached(trial.Way, trial.Said);
        }
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "This worker reaches itself by {Way}: it takes tasks")]
    private partial void LogReached(string way);

    [LoggerMessage(
        Level = LogLevel.Error, Message = "This worker does not reach itself by {Way} and takes no task until it does: {Reason}")]
    private partial void LogUnreached(string way, string reason);

    [LoggerMessage(Level = LogLevel.Error, Message = "A connection of the trial ended by this worker's own fault")]
    private partial void LogFailed(Exception exception);
}
