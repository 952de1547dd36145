using AzurePerf.Simulation.Faults;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Scheduling;

namespace AzurePerf.Simulation.Ports;

/// <summary>The connection of one process to the control account: every request takes time to arrive and to be answered, and meets its fate.</summary>
internal sealed class Wire(SimulatedProcess process, SimulationScheduler scheduler, Adversary adversary, Trace trace)
{
    public SimulatedProcess Process => process;

    /// <summary>Sends a request; ends with the answer, with what the Azure clients would throw, or never when the process ends before.</summary>
    /// <param name="request">What it is.</param>
    /// <param name="apply">Does it, at the moment at which the service does.</param>
    /// <param name="cancellationToken">Gives up waiting; whether the request is done all the same is chance.</param>
    public Task<T> SendAsync<T>(Request request, Func<T> apply, CancellationToken cancellationToken)
    {
        scheduler.CheckThread();
        if (process.State == ProcessState.Ended)
        {
            return Never<T>();
        }

        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled<T>(cancellationToken);
        }

        var fate = adversary.Decide(process, request);
        if (fate == FaultKind.CrashBefore)
        {
            process.End("crash before " + request);
            return Never<T>();
        }

        var exchange = new Exchange<T>(process, scheduler, adversary, trace, request, fate, apply);
        exchange.Begin(cancellationToken);
        return exchange.Answer;
    }

    /// <summary>Another task each time: what waits for it must be forgotten with it.</summary>
    private static Task<T> Never<T>() => new TaskCompletionSource<T>().Task;
}
