using Azure;
using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Scheduling;

namespace AzurePerf.Simulation.Ports;

/// <summary>One request under way.</summary>
internal sealed class Exchange<T>(
    SimulatedProcess process, SimulationScheduler scheduler, Adversary adversary, Trace trace, Request request, FaultKind? fate, Func<T> apply)
{
    private readonly TaskCompletionSource<T> _answer = new();
    private CancellationTokenRegistration _cancellation;
    private bool _withdrawn;

    public Task<T> Answer => _answer.Task;

    public void Begin(CancellationToken cancellationToken)
    {
        if (cancellationToken.CanBeCanceled)
        {
            _cancellation = cancellationToken.UnsafeRegister(static (state, token) => ((Exchange<T>)state!).Withdraw(token), this);
        }

        if (fate == FaultKind.LandsLate)
        {
            scheduler.After(adversary.Patience(), Fail);
            scheduler.After(adversary.Lateness(), Land);
        }
        else
        {
            scheduler.After(adversary.Latency(), Land);
        }
    }

    /// <summary>What the client library does when its caller gives up: the request may be on its way all the same.</summary>
    private void Withdraw(CancellationToken token)
    {
        _withdrawn = adversary.Chance(0.5);
        _answer.TrySetCanceled(token);
    }

    private void Land()
    {
        if (_withdrawn || (process.State == ProcessState.Ended && adversary.Chance(0.5)))
        {
            return;
        }

        if (fate == FaultKind.Refused)
        {
            Reply(Fail);
            return;
        }

        var applied = Apply();
        switch (fate)
        {
            case FaultKind.CrashAfter:
                process.End("crash after " + request);
                break;
            case FaultKind.AnswerLost:
                scheduler.After(adversary.Patience(), Fail);
                break;
            case FaultKind.SentTwice:
                scheduler.After(adversary.Patience(), () => Reply(Apply()));
                break;
            case FaultKind.LandsLate:
                break;
            case FaultKind.Paused:
                adversary.Pause(process);
                Reply(applied);
                break;
            default:
                Reply(applied);
                break;
        }
    }

    private Action Apply()
    {
        try
        {
            var result = apply();
            trace.Done(process, request, result);
            return () => Succeed(result);
        }
        catch (Exception refused) when (refused is ArgumentException or RequestFailedException)
        {
            // What breaks a limit of the service is a fault of the engine, told to the engine as the service would; so is what the account takes from nobody.
            return () => _answer.TrySetException(refused);
        }
    }

    private void Reply(Action reply) => scheduler.After(adversary.Latency(), () => process.Reach(reply));

    private void Succeed(T result)
    {
        _cancellation.Dispose();
        _answer.TrySetResult(result);
    }

    private void Fail() => process.Reach(() =>
    {
        _cancellation.Dispose();
        _answer.TrySetException(adversary.Failure());
    });
}
