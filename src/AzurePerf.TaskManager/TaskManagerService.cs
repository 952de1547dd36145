using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Dispatch;
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
    WorkerCommandWriter commands,
    RunReconciler reconciler,
    WaitingRuns waiting,
    FaultedRunHandler faultedRuns,
    OutstandingTasks outstanding,
    Duties duties,
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

    private const string ReadingWorkers = "reading the workers";

    private readonly LongStep _removal = new(times.Turn);
    private readonly SortedDictionary<(DateTimeOffset SubmittedAt, string RunId), RunRuntimeState> _open = [];

    /// <summary>Runs that have their turn before any other has its next.</summary>
    private readonly Queue<RunRuntimeState> _due = [];
    private long _lastRequests;
    private long _lastSweep;
    private long _lastTidy;
    private bool _swept;
    private bool _removesOld;

    /// <summary>One round: everything that can be done now.</summary>
    internal async Task RoundAsync(CancellationToken cancellationToken)
    {
        if (!await leadership.TryLeadAsync(cancellationToken))
        {
            Forget();
            return;
        }

        if (IsDue(ref _lastRequests, IdlePause))
        {
            await duties.DoAsync("taking requests", TakeRequestsAsync, cancellationToken);
        }

        var workersAreKnown = await duties.DoAsync(ReadingWorkers, watch.ReadIfDueAsync, cancellationToken);
        if (IsDue(ref _lastSweep, times.Sweep) || !_swept)
        {
            _swept |= await duties.DoAsync("looking for open runs", SweepAsync, cancellationToken);
        }

        if (workersAreKnown)
        {
            await CarryAsync(cancellationToken);
        }

        await duties.DoAsync("removing dead workers", RemoveDeadWorkersAsync, cancellationToken);
        await duties.DoAsync("starting what schedules say", schedules.FireDueAsync, cancellationToken);
        await duties.DoAsync("counting for metrics", token => report.WriteIfDueAsync(_open.Count, token), cancellationToken);
        await duties.DoAsync("noting how many workers there are", history.NoteIfDueAsync, cancellationToken);
        await duties.DoAsync("removing old data", RemoveOldAsync, cancellationToken);
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

    /// <summary>
    /// Carries open runs on whose time has come, oldest first. One that meets a fault keeps no other from its turn. Those for whom this round has no time have theirs in the next:
    /// the workers must be read in between, or no dead one is ever noticed.
    /// </summary>
    private async Task CarryAsync(CancellationToken cancellationToken)
    {
        // After the sweep: a process that has just begun to lead would tell workers to go on beside a measurement that it does not know of yet.
        if (_swept)
        {
            await duties.DoAsync(
                "telling workers what to do", token => commands.UpdateAsync(_open.Values.Any(runtime => runtime.Measures), IsWatched, token), cancellationToken);
        }

        await duties.DoAsync("waking runs that wait", token => waiting.WakeAsync(_open.Values, token), cancellationToken);
        if (_due.Count == 0)
        {
            foreach (var runtime in _open.Values.Where(waiting => IsPast(waiting.NextLook)))
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
                Close(runtime);
            }
        }

        waiting.WakeNext();
    }

    /// <summary>What is remembered may be old by the time this process leads again, and wrong after a fault that nobody met where it happened.</summary>
    private void Forget()
    {
        foreach (var runtime in _open.Values.ToArray())
        {
            Close(runtime);
        }

        _due.Clear();
        _swept = false;
    }

    private void Close(RunRuntimeState runtime)
    {
        _open.Remove((runtime.SubmittedAt, runtime.RunId));
        outstanding.Forget(runtime.RunId);
    }

    /// <summary>False when the lead could not be looked after: every step is a conditional write and can be repeated.</summary>
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
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, cancellationToken))
        {
            LogFault(exception);
            Forget();
        }

        return false;
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
        var untilRead = watch.UntilDue > ShortestPause ? watch.UntilDue : duties.Rests(ReadingWorkers) ? times.WorkerRead : ShortestPause;
        return pause < untilRead ? pause : untilRead;
    }

    private TimeSpan UntilNextLook()
    {
        var pause = IdlePause;
        foreach (var runtime in duties.Rests(ReadingWorkers) ? [] : _open.Values.ToArray())
        {
            var left = runtime.NextLook == 0 ? TimeSpan.Zero : time.GetElapsedTime(time.GetTimestamp(), runtime.NextLook);
            pause = left < pause ? left : pause;
        }

        return pause > ShortestPause ? pause : ShortestPause;
    }

    private async Task StepDownAsync()
    {
        using var limit = new CancellationTokenSource(StepDownLimit, time);
        try
        {
            await leadership.StepDownAsync(limit.Token);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A successor notices by itself, only later.
            LogStorage(exception);
        }
    }

    private bool IsWatched(string runId) => _open.Values.Any(runtime => runtime.RunId == runId && runtime.WatchedUntil > time.GetUtcNow());

    private bool IsPast(long timestamp) => timestamp == 0 || time.GetTimestamp() >= timestamp;

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
                // Before its message is deleted: its index entry is gone if its submission stood still so long that the entry seemed to belong to none.
                await runs.PutIndexAsync(run, cancellationToken);
                Open(runId, run.SubmittedAt);
            }
        }
        catch (Exception exception) when (!StorageFailure.MayPass(exception) && !ProcessFault.Is(exception, cancellationToken))
        {
            // Carrying the run forward meets the same and ends the run.
            Open(runId, time.GetUtcNow());
        }
    }

    private async Task SweepAsync(CancellationToken cancellationToken)
    {
        var open = await sweep.FindOpenAsync(place => _open.ContainsKey(place), cancellationToken);
        foreach (var run in open.Where(run => !_open.ContainsKey((run.SubmittedAt, run.RunId))))
        {
            waiting.EnterIfNew(Open(run.RunId, run.SubmittedAt), run.Header);
        }

        await duties.DoAsync("giving back keys of ended runs", sweep.ReleaseLeftKeysAsync, cancellationToken);
        if (IsDue(ref _lastTidy, options.JanitorInterval))
        {
            _removesOld = true;
            await duties.DoAsync("looking for what ended runs left in targets", token => janitor.TidyAsync(open, token), cancellationToken);
        }
    }

    private async Task RemoveOldAsync(CancellationToken cancellationToken)
    {
        _removesOld = _removesOld && await _removal.ContinueAsync("old data", () => retention.RemoveDueAsync(cancellationToken), time) is null;
    }

    private RunRuntimeState Open(string runId, DateTimeOffset submittedAt)
    {
        if (_open.Values.FirstOrDefault(runtime => runtime.RunId == runId) is not { } runtime)
        {
            _open.Add((submittedAt, runId), runtime = new(runId, submittedAt, times));
        }

        // It may have been cancelled: look at once.
        runtime.NextLook = 0;
        return runtime;
    }

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

    /// <summary>The row of a dead worker goes only when no task names it any more, because the row is how its death is known.</summary>
    private async Task RemoveDeadWorkersAsync(CancellationToken cancellationToken)
    {
        foreach (var worker in watch.DeadWithRow.Where(worker => !_open.Values.Any(runtime => runtime.Needs(worker))))
        {
            await watch.RemoveAsync(worker, cancellationToken);
            LogDead(worker.WorkerId);
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

    [LoggerMessage(Level = LogLevel.Error, Message = "A round ended early; what this TaskManager remembered is read anew")]
    private partial void LogFault(Exception exception);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Worker {WorkerId} is dead: no heartbeat; removed")]
    private partial void LogDead(string workerId);
}
