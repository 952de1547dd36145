using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Recovery;

namespace AzurePerf.TaskManager;

/// <summary>The loop of the TaskManager: takes requests, watches workers, carries every open run forward, oldest first.</summary>
internal sealed partial class TaskManagerService(
    RunRequests requests,
    RunStore runs,
    RunSweep sweep,
    Janitor janitor,
    WorkerWatch watch,
    RunConductor conductor,
    RunCondemnation condemnation,
    EngineTimes times,
    TaskManagerOptions options,
    TimeProvider time,
    ILogger<TaskManagerService> logger) : BackgroundService
{
    /// <summary>While a task is out its row is looked at this often.</summary>
    private static readonly TimeSpan BusyPause = TimeSpan.FromMilliseconds(200);

    /// <summary>How often the queue of requests is read.</summary>
    private static readonly TimeSpan IdlePause = TimeSpan.FromSeconds(1);

    private readonly SortedDictionary<(DateTimeOffset SubmittedAt, string RunId), RunMemory> _open = [];
    private long _lastRequests;
    private long _lastSweep;
    private long _lastTidy;

    /// <summary>One round: everything that can be done now.</summary>
    internal async Task RoundAsync(CancellationToken cancellationToken)
    {
        if (IsDue(ref _lastRequests, IdlePause))
        {
            await TakeRequestsAsync(cancellationToken);
        }

        await watch.ReadIfDueAsync(cancellationToken);
        if (IsDue(ref _lastSweep, times.Sweep))
        {
            await SweepAsync(cancellationToken);
        }

        foreach (var (key, memory) in _open.ToArray())
        {
            if (!await AdvanceAsync(memory, cancellationToken))
            {
                _open.Remove(key);
            }
        }

        await RemoveDeadWorkersAsync(cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var failures = 0;
        try
        {
            while (true)
            {
                failures = await TryRoundAsync(stoppingToken) ? 0 : failures + 1;
                await Task.Delay(PauseAfter(failures), time, stoppingToken);
            }
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            // The host ends; every step was a conditional write, so nothing is half done.
        }
    }

    /// <summary>False when storage did not answer, which passes: every step is a conditional write and can be repeated.</summary>
    private async Task<bool> TryRoundAsync(CancellationToken cancellationToken)
    {
        try
        {
            await RoundAsync(cancellationToken);
            return true;
        }
        catch (Exception exception) when (StorageFailure.MayPass(exception) && !cancellationToken.IsCancellationRequested)
        {
            LogStorage(exception);
            return false;
        }
    }

    /// <summary>Never longer than the workers may go unread: reads too far apart would restart the count of what stands still, and nobody would ever be dead.</summary>
    private TimeSpan PauseAfter(int failures)
    {
        var pause = failures > 0 ? TimeSpan.FromSeconds(Math.Pow(2, Math.Min(failures - 1, 5)))
            : _open.Count > 0 ? BusyPause
            : IdlePause;
        return failures > 0 || pause < times.WorkerRead ? pause : times.WorkerRead;
    }

    private async Task TakeRequestsAsync(CancellationToken cancellationToken)
    {
        foreach (var runId in await requests.ReadAsync(cancellationToken))
        {
            try
            {
                if (await runs.FindAsync(runId, cancellationToken) is { } run)
                {
                    Open(runId, run.SubmittedAt);
                }
            }
            catch (CorruptRowException)
            {
                // Carrying the run forward meets the same row and ends the run.
                Open(runId, time.GetUtcNow());
            }
        }
    }

    private async Task SweepAsync(CancellationToken cancellationToken)
    {
        var open = await sweep.FindOpenAsync(cancellationToken);
        foreach (var run in open)
        {
            Open(run.RunId, run.SubmittedAt);
        }

        await sweep.ReleaseLeftKeysAsync(cancellationToken);
        if (IsDue(ref _lastTidy, options.JanitorInterval))
        {
            await TidyAsync(open, cancellationToken);
        }
    }

    private async Task TidyAsync(IReadOnlyList<OpenRun> open, CancellationToken cancellationToken)
    {
        try
        {
            await janitor.TidyAsync(open, cancellationToken);
        }
        catch (CorruptRowException nonsense)
        {
            LogUntidy(nonsense.Message);
        }
    }

    private void Open(string runId, DateTimeOffset submittedAt)
    {
        if (!_open.Values.Any(memory => memory.RunId == runId))
        {
            _open.Add((submittedAt, runId), new(runId, submittedAt));
        }
    }

    private async Task<bool> AdvanceAsync(RunMemory memory, CancellationToken cancellationToken)
    {
        try
        {
            return await conductor.AdvanceAsync(memory, cancellationToken);
        }
        catch (Exception exception) when (exception is CorruptRowException or InvalidDataException)
        {
            return !await condemnation.TryEndAsync(memory, exception.Message, cancellationToken);
        }
    }

    /// <summary>The row of a dead worker goes only when no task names it any more, because the row is how its death is known.</summary>
    private async Task RemoveDeadWorkersAsync(CancellationToken cancellationToken)
    {
        var owners = _open.Values.Select(memory => memory.CurrentOwner).ToHashSet();
        foreach (var workerId in watch.DeadWithRow.Where(workerId => !owners.Contains(workerId)))
        {
            LogDead(workerId);
            await watch.RemoveAsync(workerId, cancellationToken);
        }
    }

    private bool IsDue(ref long last, TimeSpan interval)
    {
        if (last != 0 && time.GetElapsedTime(last) < interval)
        {
            return false;
        }

        last = time.GetTimestamp();
        return true;
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The control account does not answer")]
    private partial void LogStorage(Exception exception);

    [LoggerMessage(Level = LogLevel.Error, Message = "What ended runs left behind cannot be found: {Reason}")]
    private partial void LogUntidy(string reason);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Worker {WorkerId} is dead: no heartbeat; removed")]
    private partial void LogDead(string workerId);
}
