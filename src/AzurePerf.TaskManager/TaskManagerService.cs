using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Kinds;
using AzurePerf.TaskManager.Metrics;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Recovery;
using AzurePerf.TaskManager.Schedules;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager;

/// <summary>The loop of the TaskManager: while it leads it takes requests, watches workers, and carries every open run forward, oldest first.</summary>
internal sealed partial class TaskManagerService(
    Leadership.Leadership leadership,
    RunRequests requests,
    RunStore runs,
    RunSweep sweep,
    Janitor janitor,
    Retention retention,
    WorkerWatch watch,
    OrderBook orders,
    RunConductor conductor,
    RunCondemnation condemnation,
    KindBook kinds,
    ScheduleClock schedules,
    PoolReport report,
    PoolHistory history,
    EngineTimes times,
    TaskManagerOptions options,
    TimeProvider time,
    ILogger<TaskManagerService> logger) : LoopService
{
    /// <summary>How often the queue of requests is read.</summary>
    private static readonly TimeSpan IdlePause = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan StepDownLimit = TimeSpan.FromSeconds(5);

    private readonly SortedDictionary<(DateTimeOffset SubmittedAt, string RunId), RunMemory> _open = [];
    private long _lastRequests;
    private long _lastSweep;
    private long _lastTidy;
    private bool _swept;

    /// <summary>One round: everything that can be done now.</summary>
    internal async Task RoundAsync(CancellationToken cancellationToken)
    {
        if (!await leadership.TryLeadAsync(cancellationToken))
        {
            // What is remembered may be old by the time this process leads again.
            _open.Clear();
            _swept = false;
            return;
        }

        if (IsDue(ref _lastRequests, IdlePause))
        {
            await requests.TakeAsync(TakeRequestAsync, cancellationToken);
        }

        await watch.ReadIfDueAsync(cancellationToken);
        if (IsDue(ref _lastSweep, times.Sweep) || !_swept)
        {
            await SweepAsync(cancellationToken);
            _swept = true;
        }

        // After the sweep: a process that has just begun to lead would tell workers to go on beside a measurement that it does not know of yet.
        await orders.UpdateAsync(_open.Values.Any(memory => memory.Measures), IsWatched, cancellationToken);
        foreach (var (key, memory) in _open.Where(run => IsPast(run.Value.NextLook)).ToArray())
        {
            if (!leadership.Leads)
            {
                return;
            }

            if (!await AdvanceAsync(memory, cancellationToken))
            {
                _open.Remove(key);
            }
        }

        await kinds.FlushIfDueAsync(cancellationToken);
        await RemoveDeadWorkersAsync(cancellationToken);
        await schedules.FireDueAsync(cancellationToken);
        await report.WriteIfDueAsync(_open.Count, cancellationToken);
        await history.NoteIfDueAsync(cancellationToken);
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
            await StepDownAsync();
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
        if (failures > 0)
        {
            // Growing, but never so long that by itself it would restart the count of what stands still.
            var backOff = TimeSpan.FromSeconds(Math.Pow(2, Math.Min(failures - 1, 5)));
            return backOff < times.LongestReadGap ? backOff : times.LongestReadGap;
        }

        // Not longer than until the next read, or a pause that ended just before it would be followed by another whole one.
        var pause = UntilNextLook();
        var untilRead = watch.UntilDue > ShortestPause ? watch.UntilDue : ShortestPause;
        return pause < untilRead ? pause : untilRead;
    }

    private TimeSpan UntilNextLook()
    {
        var pause = IdlePause;
        foreach (var memory in _open.Values)
        {
            var left = memory.NextLook == 0 ? TimeSpan.Zero : time.GetElapsedTime(time.GetTimestamp(), memory.NextLook);
            pause = left < pause ? left : pause;
        }

        return pause > ShortestPause ? pause : ShortestPause;
    }

    private async Task StepDownAsync()
    {
        using var limit = new CancellationTokenSource(StepDownLimit, time);
        try
        {
            await kinds.FlushAsync(limit.Token);
            await leadership.StepDownAsync(limit.Token);
        }
        catch (Exception exception) when (StorageFailure.MayPass(exception) || limit.IsCancellationRequested)
        {
            // A successor notices by itself, only later.
            LogStorage(exception);
        }
    }

    private bool IsWatched(string runId) => _open.Values.Any(memory => memory.RunId == runId && memory.WatchedUntil > time.GetUtcNow());

    private bool IsPast(long timestamp) => timestamp == 0 || time.GetTimestamp() >= timestamp;

    private async Task TakeRequestAsync(string runId, CancellationToken cancellationToken)
    {
        try
        {
            if (await runs.FindAsync(runId, cancellationToken) is { } run)
            {
                // Before its message is deleted: its index entry is gone if its submission stood still so long that the entry seemed to belong to none.
                await runs.PutIndexAsync(run, cancellationToken);
                Open(runId, run.SubmittedAt);
            }
        }
        catch (CorruptRowException)
        {
            // Carrying the run forward meets the same row and ends the run.
            Open(runId, time.GetUtcNow());
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
            await retention.RemoveDueAsync(cancellationToken);
        }
        catch (CorruptRowException nonsense)
        {
            LogUntidy(nonsense.Message);
        }
    }

    private void Open(string runId, DateTimeOffset submittedAt)
    {
        if (_open.Values.FirstOrDefault(memory => memory.RunId == runId) is { } known)
        {
            // It may have been cancelled: look at once.
            known.NextLook = 0;
        }
        else
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
        foreach (var worker in watch.DeadWithRow.Where(worker => !_open.Values.Any(memory => memory.Needs(worker))))
        {
            LogDead(worker.WorkerId);
            await watch.RemoveAsync(worker, cancellationToken);
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
