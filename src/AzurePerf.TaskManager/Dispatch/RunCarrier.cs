using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.TaskManager.Recovery;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Gives open runs their turns.</summary>
internal sealed class RunCarrier(
    Leadership.Leadership leadership,
    OpenRuns open,
    RunReconciler reconciler,
    FaultedRunHandler faultedRuns,
    WaitingRuns waiting,
    WorkerCommandWriter commands,
    Duties duties,
    EngineTimes times,
    TimeProvider time)
{
    /// <summary>Runs that have their turn before any other has its next.</summary>
    private readonly Queue<RunRuntimeState> _due = [];

    /// <summary>
    /// Carries open runs on whose time has come, oldest first. One that meets a fault keeps no other from its turn. Those for whom this
    /// round has no time have theirs in the next:
    /// the workers must be read in between, or no dead one is ever noticed.
    /// </summary>
    /// <param name="knowsAll">Whether the open runs were looked for since this process leads.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task CarryAsync(bool knowsAll, CancellationToken cancellationToken)
    {
        // After the sweep: a process that has just begun to lead would tell workers to go on beside a measurement that it does not know of
        // yet.
        if (knowsAll)
        {
            await duties.DoAsync(
                "telling workers what to do", token => commands.UpdateAsync(open.All.Any(runtime => runtime.Measures), IsWatched, token),
                cancellationToken);
        }

        await duties.DoAsync("waking runs that wait", token => waiting.WakeAsync(open.All, token), cancellationToken);
        if (_due.Count == 0)
        {
            foreach (var runtime in open.All.Where(waiting => IsPast(waiting.NextLook)))
            {
                _due.Enqueue(runtime);
            }
        }

        for (var began = time.GetTimestamp(); _due.Count > 0 && time.GetElapsedTime(began) < times.Turns;)
        {
            // All turns together may take long: the lead is renewed between them.
            if (!await leadership.TryLeadAsync(cancellationToken))
            {
                return;
            }

            var runtime = _due.Dequeue();
            if (!await AdvanceAsync(runtime, cancellationToken))
            {
                open.Close(runtime);
            }
        }

        waiting.WakeNext();
    }

    /// <summary>Forgets whose turn it is.</summary>
    public void Forget() => _due.Clear();

    private async Task<bool> AdvanceAsync(RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        try
        {
            var goesOn = await reconciler.AdvanceAsync(runtime, cancellationToken);
            runtime.Patience.GoneWell();
            return goesOn;
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, cancellationToken))
        {
            return await faultedRuns.MeetAsync(runtime, exception, cancellationToken);
        }
    }

    private bool IsWatched(string runId) => open.All.Any(runtime => runtime.RunId == runId && runtime.IsWatched(time));

    private bool IsPast(long timestamp) => timestamp == 0 || time.GetTimestamp() >= timestamp;
}
