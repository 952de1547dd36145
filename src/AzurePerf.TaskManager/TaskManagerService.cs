using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Recovery;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager;

/// <summary>The loop of the TaskManager: while it leads it takes requests, watches workers, and carries every open run forward, oldest
/// first.</summary>
internal sealed partial class TaskManagerService(
    Leadership.Leadership leadership,
    RunIntake intake,
    RunCarrier carrier,
    OpenRuns open,
    WorkerWatch watch,
    Housekeeping housekeeping,
    Duties duties,
    EngineTimes times,
    TimeProvider time,
    ILogger<TaskManagerService> logger) : LoopService
{
    private static readonly TimeSpan IdlePause = RunIntake.Pause;
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(5);

    private const string ReadingWorkers = "reading the workers";

    private bool _led;

    /// <summary>The longest round since this process began: it must not grow with the bag, because the lead and the workers are looked
    /// after between two.</summary>
    internal TimeSpan LongestRound { get; private set; }

    /// <summary>One round: everything that can be done now.</summary>
    internal async Task RoundAsync(CancellationToken cancellationToken)
    {
        if (_led && !leadership.Leads)
        {
            // Also where the control account does not answer, and nobody knows yet who leads.
            _led = false;
            housekeeping.LeadEnded();
        }

        if (!await leadership.TryLeadAsync(cancellationToken))
        {
            Forget();
            await housekeeping.AsideAsync(cancellationToken);
            return;
        }

        _led = true;

        await intake.TakeRequestsIfDueAsync(cancellationToken);
        var workersAreKnown = await duties.DoAsync(ReadingWorkers, watch.ReadIfDueAsync, cancellationToken);
        await intake.SweepIfDueAsync(cancellationToken);
        if (workersAreKnown)
        {
            await carrier.CarryAsync(intake.HasSwept, cancellationToken);
        }

        await duties.DoAsync("removing dead workers", RemoveDeadWorkersAsync, cancellationToken);
        await housekeeping.AfterRoundAsync([.. open.All.Select(runtime => runtime.Figures)], cancellationToken);
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
            using var limit = new CancellationTokenSource(EndLimit, time);
            await AtEndAsync(leadership.StepDownAsync, limit.Token);
            await AtEndAsync(housekeeping.EndAsync, limit.Token);
        }
    }

    /// <summary>What is remembered may be old by the time this process leads again, and wrong after a fault that nobody met where it
    /// happened.</summary>
    private void Forget()
    {
        open.Clear();
        carrier.Forget();
        intake.Forget();
    }

    /// <summary>False when the lead could not be looked after: every step is a conditional write and can be repeated.</summary>
    private async Task<bool> TryRoundAsync(CancellationToken cancellationToken)
    {
        var began = time.GetTimestamp();
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
        finally
        {
            var took = time.GetElapsedTime(began);
            LongestRound = took > LongestRound ? took : LongestRound;
        }

        return false;
    }

    private TimeSpan PauseAfter(int failures)
    {
        if (failures > 0)
        {
            return times.PauseAfter(failures);
        }

        if (!leadership.Leads)
        {
            // Who does not lead reads no workers, only who leads.
            return IdlePause < times.WorkerRead ? IdlePause : times.WorkerRead;
        }

        // Not longer than until the next read, or a pause that ended just before it would be followed by another whole one.
        var pause = UntilNextLook();
        var untilRead = watch.UntilDue > ShortestPause ? watch.UntilDue : duties.Rests(ReadingWorkers) ? times.WorkerRead : ShortestPause;
        return pause < untilRead ? pause : untilRead;
    }

    private TimeSpan UntilNextLook()
    {
        var pause = IdlePause;
        foreach (var runtime in duties.Rests(ReadingWorkers) ? [] : open.All.ToArray())
        {
            var left = runtime.NextLook == 0 ? TimeSpan.Zero : time.GetElapsedTime(time.GetTimestamp(), runtime.NextLook);
            pause = left < pause ? left : pause;
        }

        return pause > ShortestPause ? pause : ShortestPause;
    }

    private async Task AtEndAsync(Func<CancellationToken, Task> step, CancellationToken cancellationToken)
    {
        try
        {
            await step(cancellationToken);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // A successor goes on by itself, only later.
            LogStorage(exception);
        }
    }

    /// <summary>The row of a dead worker goes only when no task names it any more, because the row is how its death is known. Of one that
    /// took its row away nothing is left to know.</summary>
    private async Task RemoveDeadWorkersAsync(CancellationToken cancellationToken)
    {
        foreach (var worker in watch.DeadWithRow.Where(worker => !open.All.Any(runtime => runtime.Needs(worker))))
        {
            await watch.RemoveAsync(worker, cancellationToken);
            LogDead(worker.WorkerId);
        }

        await watch.RemoveLeftCommandsAsync(cancellationToken);
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The control account does not answer")]
    private partial void LogStorage(Exception exception);

    [LoggerMessage(Level = LogLevel.Error, Message = "A round ended early; what this TaskManager remembered is read anew")]
    private partial void LogFault(Exception exception);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Worker {WorkerId} is dead: no heartbeat; removed")]
    private partial void LogDead(string workerId);
}
