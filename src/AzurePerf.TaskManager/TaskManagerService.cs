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
    EngineTimes times,
    TaskManagerOptions options,
    TimeProvider time,
    ILogger<TaskManagerService> logger) : BackgroundService
{
    /// <summary>While a task is out its row is looked at this often.</summary>
    private static readonly TimeSpan BusyPause = TimeSpan.FromMilliseconds(200);

    /// <summary>How often the queue of requests is read.</summary>
    private static readonly TimeSpan IdlePause = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan LongestStoragePause = TimeSpan.FromSeconds(30);

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
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                await RoundAsync(stoppingToken);
                failures = 0;
                await Task.Delay(_open.Count > 0 ? BusyPause : IdlePause, time, stoppingToken);
            }
            catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception exception) when (StorageFailure.MayPass(exception))
            {
                // Storage that does not answer passes; every step is a conditional write and can be repeated.
                var pause = TimeSpan.FromSeconds(Math.Min(LongestStoragePause.TotalSeconds, Math.Pow(2, failures++)));
                LogStorage(pause, exception);
                await Task.Delay(pause, time, stoppingToken).ContinueWith(_ => { }, CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Current);
            }
        }
    }

    private async Task TakeRequestsAsync(CancellationToken cancellationToken)
    {
        foreach (var runId in await requests.ReadAsync(cancellationToken))
        {
            if (await runs.FindAsync(runId, cancellationToken) is { } run)
            {
                Open(run);
            }
        }
    }

    private async Task SweepAsync(CancellationToken cancellationToken)
    {
        var open = await sweep.FindOpenAsync(cancellationToken);
        foreach (var run in open)
        {
            Open(run);
        }

        await sweep.ReleaseLeftKeysAsync(cancellationToken);
        if (IsDue(ref _lastTidy, options.JanitorInterval))
        {
            await janitor.TidyAsync(open, cancellationToken);
        }
    }

    private void Open(RunState run) => _open.TryAdd((run.SubmittedAt, run.RunId), new(run.RunId, run.SubmittedAt));

    private async Task<bool> AdvanceAsync(RunMemory memory, CancellationToken cancellationToken)
    {
        try
        {
            return await conductor.AdvanceAsync(memory, cancellationToken);
        }
        catch (Exception exception) when (exception is CorruptRowException or InvalidDataException)
        {
            await conductor.CondemnAsync(memory.RunId, exception.Message, cancellationToken);
            return false;
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

    [LoggerMessage(Level = LogLevel.Warning, Message = "The control account does not answer; next try in {Pause}")]
    private partial void LogStorage(TimeSpan pause, Exception exception);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Worker {WorkerId} is dead: no heartbeat; removed")]
    private partial void LogDead(string workerId);
}
