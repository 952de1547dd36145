using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>Finds open runs by the index, so that no lost message and no crash can lose one, and removes what belongs to none.</summary>
internal sealed partial class RunSweep(RunStore runs, LeaseStore leases, EngineTimes times, TimeProvider time, ILogger<RunSweep> logger)
{
    /// <summary>The runs of this and last month that have not ended.</summary>
    public async Task<IReadOnlyList<RunState>> FindOpenAsync(CancellationToken cancellationToken)
    {
        var open = new List<RunState>();
        var now = time.GetUtcNow();
        foreach (var month in new[] { RunIndexKey.MonthOf(now), RunIndexKey.MonthOf(now.AddMonths(-1)) })
        {
            await foreach (var (key, item) in runs.ListMonthAsync(month, cancellationToken))
            {
                if (item.Status.IsTerminal())
                {
                    continue;
                }

                var run = await runs.FindAsync(item.Id, cancellationToken);
                if (run is not null && run.IndexKey == key)
                {
                    open.Add(run);
                }
                else if (now - item.SubmittedAt >= 2 * times.Sweep)
                {
                    LogOrphan(item.Id);
                    await runs.DeleteIndexAsync(key, cancellationToken);
                }
            }
        }

        return open;
    }

    /// <summary>Gives back the keys of runs that have ended or never were.</summary>
    public async Task ReleaseLeftKeysAsync(CancellationToken cancellationToken)
    {
        await foreach (var (key, runId) in leases.ListAsync(cancellationToken))
        {
            if (await runs.FindAsync(runId, cancellationToken) is not { } run || run.Status.IsTerminal())
            {
                await leases.ReleaseAsync(key, runId, cancellationToken);
            }
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Index entry of run {RunId} has no header: its submission broke off; removed")]
    private partial void LogOrphan(string runId);
}
