using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Recovery;

/// <summary>Finds open runs by the index, so that no lost message and no crash can lose one, and removes what belongs to none.</summary>
internal sealed partial class RunSweep(RunStore runs, LeaseStore leases, EngineTimes times, TimeProvider time, ILogger<RunSweep> logger)
{
    /// <summary>A process that has just started or forgotten its runs knows of none, however old; later a run that it does not know is at
    /// most as old as the last sweep.</summary>
    private const int MonthsAtStart = 24;
    private const int MonthsLater = 2;

    private Dictionary<RunIndexKey, long> _orphans = [];
    private bool _swept;

    /// <summary>The runs that have not ended. What has ended the service leaves out, and of runs that are carried already the header is not
    /// read: a sweep costs a page or two.</summary>
    /// <param name="isCarried">Whether the run of a place in the line is known to the caller.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task<IReadOnlyList<OpenRun>> FindOpenAsync(
        Func<(DateTimeOffset SubmittedAt, string RunId), bool> isCarried, CancellationToken cancellationToken)
    {
        var open = new List<OpenRun>();
        var orphans = new Dictionary<RunIndexKey, long>();
        var now = time.GetUtcNow();
        // From next month on: the clock of whoever submitted may be ahead of this one.
        for (var back = -1; back < (_swept ? MonthsLater : MonthsAtStart); back++)
        {
            await foreach (var entry in runs.ListOpenAsync(RunIndexKey.MonthOf(now.AddMonths(-back)), cancellationToken))
            {
                if (CarriedOf(entry, isCarried) is { } carried)
                {
                    open.Add(carried);
                }
                else if (await FindAsync(entry, now, cancellationToken) is { } run)
                {
                    open.Add(run);
                }
                else
                {
                    await NoteOrphanAsync(entry, orphans, cancellationToken);
                }
            }
        }

        _orphans = orphans;
        _swept = true;
        return open;
    }

    /// <summary>The next sweep goes back as far as that of a process that has just started: its caller has forgotten the runs that it
    /// carried.</summary>
    public void Forget() => _swept = false;

    /// <summary>Gives back the keys of runs that have ended or never were.</summary>
    public async Task ReleaseLeftKeysAsync(CancellationToken cancellationToken)
    {
        await foreach (var (key, runId) in leases.ListAsync(cancellationToken))
        {
            if (await HasEndedAsync(runId, cancellationToken))
            {
                LogLeftKey(key, runId);
                await leases.ReleaseAsync(key, runId, cancellationToken);
            }
        }
    }

    /// <summary>True when the run is over or there is none; a header that makes no sense is not over until it was ended as such.</summary>
    public async Task<bool> HasEndedAsync(string runId, CancellationToken cancellationToken)
    {
        try
        {
            return await runs.HasEndedAsync(runId, cancellationToken);
        }
        catch (CorruptRowException corrupt)
        {
            LogCorrupt(corrupt.Message);
            return false;
        }
    }

    /// <summary>Null for an entry of another submission of the run: its place is not that of the header.</summary>
    private static OpenRun? CarriedOf(RunIndexEntry entry, Func<(DateTimeOffset SubmittedAt, string RunId), bool> isCarried) =>
        entry.Item is { } item && entry.Key == RunIndexKey.For(entry.RunId, item.SubmittedAt) && isCarried((item.SubmittedAt, entry.RunId))
            ? new(entry.RunId, item.SubmittedAt, item.Experiment, item.Target)
            : null;

    private async Task<OpenRun?> FindAsync(RunIndexEntry entry, DateTimeOffset now, CancellationToken cancellationToken)
    {
        try
        {
            return await runs.FindAsync(entry.RunId, cancellationToken) is { } run && run.IndexKey == entry.Key
                ? new(run.RunId, run.SubmittedAt, run.Spec.Experiment, run.Spec.Target, run)
                : null;
        }
        catch (CorruptRowException corrupt)
        {
            LogCorrupt(corrupt.Message);
            return new(entry.RunId, entry.Item?.SubmittedAt ?? now, "", "");
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, cancellationToken))
        {
            // Whoever carries it on meets the same, alone.
            LogUnread(entry.RunId, exception);
            return new(entry.RunId, entry.Item?.SubmittedAt ?? now, "", "");
        }
    }

    /// <summary>Removed when it is still there a sweep later by our own clock: its submission may be under way, and clocks of others say
    /// nothing.</summary>
    private async Task NoteOrphanAsync(RunIndexEntry entry, Dictionary<RunIndexKey, long> orphans, CancellationToken cancellationToken)
    {
        if (!_orphans.TryGetValue(entry.Key, out var since))
        {
            since = time.GetTimestamp();
        }

        if (time.GetElapsedTime(since) < times.Sweep || !await TryRemoveAsync(entry, cancellationToken))
        {
            orphans[entry.Key] = since;
        }
    }

    /// <summary>False where it may still be there: the next sweep tries again, and this one goes on.</summary>
    private async Task<bool> TryRemoveAsync(RunIndexEntry entry, CancellationToken cancellationToken)
    {
        try
        {
            await runs.DeleteIndexAsync(entry.Key, cancellationToken);
            LogOrphan(entry.RunId);
            await RestoreAsync(entry, cancellationToken);
            return true;
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, cancellationToken))
        {
            LogNotRemoved(entry.RunId, exception);
            return false;
        }
    }

    /// <summary>A header that was stored just before the entry was removed gets it back; one that is stored later writes it
    /// itself.</summary>
    private async Task RestoreAsync(RunIndexEntry entry, CancellationToken cancellationToken)
    {
        if (await FindAsync(entry, time.GetUtcNow(), cancellationToken) is { Header: { } run })
        {
            await runs.PutIndexAsync(run, cancellationToken);
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Index entry of run {RunId} has no header: its submission broke off; removed")]
    private partial void LogOrphan(string runId);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Index entry of run {RunId} has no header and cannot be removed just now")]
    private partial void LogNotRemoved(string runId, Exception exception);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Key {Key} was still held by run {RunId}, which has ended; given back")]
    private partial void LogLeftKey(string key, string runId);

    [LoggerMessage(Level = LogLevel.Warning, Message = "The header of run {RunId} cannot be read just now")]
    private partial void LogUnread(string runId, Exception exception);

    [LoggerMessage(Level = LogLevel.Error, Message = "A run's header makes no sense: {Reason}")]
    private partial void LogCorrupt(string reason);
}

/// <summary>A run that has not ended, as the sweep found it.</summary>
/// <param name="RunId">The run.</param>
/// <param name="SubmittedAt">When it was submitted; decides whose turn it is.</param>
/// <param name="Experiment">Its experiment; empty when that is not known.</param>
/// <param name="Target">Its target; empty when that is not known.</param>
/// <param name="Header">Its header; null when it was not read, because the run is carried already, or makes no sense, which whoever carries
/// the run forward will meet again.</param>
internal sealed record OpenRun(string RunId, DateTimeOffset SubmittedAt, string Experiment, string Target, RunState? Header = null);
