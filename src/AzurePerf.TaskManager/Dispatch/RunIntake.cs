using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Recovery;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>
/// Finds the runs that are to be carried forward: those that were submitted or cancelled, and, now and then, every one that has not ended.
/// </summary>
internal sealed class RunIntake(
    RunRequests requests, RunStore runs, RunSweep sweep, OpenRuns open, WaitingRuns waiting, Housekeeping housekeeping, Duties duties,
    EngineTimes times, TimeProvider time)
{
    /// <summary>How often the queue of requests is read.</summary>
    public static readonly TimeSpan Pause = TimeSpan.FromSeconds(1);

    private long _lastRequests;
    private long _lastSweep;

    /// <summary>True once the open runs were looked for since this process leads.</summary>
    public bool HasSwept { get; private set; }

    public async Task TakeRequestsIfDueAsync(CancellationToken cancellationToken)
    {
        if (time.IsDue(ref _lastRequests, Pause))
        {
            await duties.DoAsync("taking requests", TakeRequestsAsync, cancellationToken);
        }
    }

    public async Task SweepIfDueAsync(CancellationToken cancellationToken)
    {
        if (time.IsDue(ref _lastSweep, times.Sweep) || !HasSwept)
        {
            HasSwept |= await duties.DoAsync("looking for open runs", SweepAsync, cancellationToken);
        }
    }

    /// <summary>The open runs are looked for anew, however old they are.</summary>
    public void Forget()
    {
        HasSwept = false;
        sweep.Forget();
    }

    private async Task TakeRequestsAsync(CancellationToken cancellationToken)
    {
        if (!await requests.TakeAsync(TakeRequestAsync, cancellationToken))
        {
            // There may be more: they are taken by the next round.
            _lastRequests = 0;
        }
    }

    private async Task TakeRequestAsync(string runId, CancellationToken cancellationToken)
    {
        try
        {
            if (await runs.FindAsync(runId, cancellationToken) is { } run)
            {
                // Before its message is deleted: its index entry is gone if its submission stood still so long that the entry seemed to
                // belong to none.
                await runs.PutIndexAsync(run, cancellationToken);
                var isNew = open.All.All(known => known.RunId != runId);
                var runtime = open.Open(runId, run.SubmittedAt);
                if (isNew && (run.Status == RunStatus.Accepted || run.Status.IsTerminal()))
                {
                    // None of its tasks is handed out before it is looked at, so workers need not hold yet.
                    runtime.Measures = false;
                }
            }
        }
        catch (Exception exception) when (!StorageFailure.MayPass(exception) && !ProcessFault.Is(exception, cancellationToken))
        {
            // Carrying the run forward meets the same and ends the run.
            open.Open(runId, time.GetUtcNow());
        }
    }

    private async Task SweepAsync(CancellationToken cancellationToken)
    {
        var found = await sweep.FindOpenAsync(open.Contains, cancellationToken);
        foreach (var run in found.Where(run => !open.Contains((run.SubmittedAt, run.RunId))))
        {
            waiting.EnterIfNew(open.Open(run.RunId, run.SubmittedAt), run.Header);
        }

        await duties.DoAsync("giving back keys of ended runs", sweep.ReleaseLeftKeysAsync, cancellationToken);
        await housekeeping.TidyIfDueAsync(found, open.All.FirstOrDefault()?.SubmittedAt, cancellationToken);
    }
}
