using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>
/// Makes the worker leave when it must count as dead: without a successful heartbeat for too long, when it was declared dead, or when an
/// ordered stop is not finished in time.
/// </summary>
internal sealed partial class SelfFence(
    HeartbeatDeadline deadline,
    WorkerShutdown shutdown,
    ExecutionSlots slots,
    ProcessEnd endProcess,
    IHostApplicationLifetime lifetime,
    EngineTimes times,
    TimeProvider time,
    ILogger<SelfFence> logger)
{
    /// <inheritdoc cref="HeartbeatDeadline.Now"/>
    public (long Timestamp, DateTimeOffset At) Now => deadline.Now;

    /// <inheritdoc cref="HeartbeatDeadline.Renew"/>
    public void Renew((long Timestamp, DateTimeOffset At) began) => deadline.Renew(began);

    /// <summary>Its row is gone: whatever it executes was given to others.</summary>
    public void EndDeclaredDead(string workerId)
    {
        LogDeclaredDead(workerId);
        shutdown.CutOff("the worker was declared dead");
        lifetime.StopApplication();
    }

    /// <summary>Shorter where this worker must stop itself before, or must see that what it executes has stopped.</summary>
    public TimeSpan AtMost(TimeSpan duration)
    {
        var due = shutdown.StopExecutions.IsCancellationRequested || deadline.UntilCut <= TimeSpan.Zero
            ? times.WorkerRead
            : deadline.UntilCut;
        return due < duration ? due : duration;
    }

    /// <summary>Stops what is executed once no heartbeat has succeeded for too long.</summary>
    public void LeaveIfCutOff()
    {
        if (deadline.IsCut && !shutdown.StopExecutions.IsCancellationRequested)
        {
            LogCutOff(times.SelfStop);
            shutdown.CutOff(WorkerShutdown.NoAnswer);
        }
    }

    /// <summary>Ends the process where what was told to stop goes on.</summary>
    public void EndIfUnstoppable()
    {
        var grace = deadline.IsCut ? times.SelfStopGrace : times.StopGrace;
        foreach (var execution in slots.Current.Where(execution =>
            !execution.IsOver && execution.StoppedAt is { } at && time.GetElapsedTime(at) >= grace))
        {
            LogCannotStop(execution.Task.Key);
            shutdown.CutOff("an execution did not stop in time");
            if (time.GetElapsedTime(execution.StoppedAt!.Value) >= grace + times.WorkerRead)
            {
                // The others have had their time to hand back what they do.
                endProcess("an execution did not stop in time");
            }
        }
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Worker {WorkerId} was declared dead; it ends, the next start is a new worker")]
    private partial void LogDeclaredDead(string workerId);

    [LoggerMessage(Level = LogLevel.Error,
        Message = "No heartbeat succeeded for {Limit}: this worker stops itself before it is declared dead, "
            + "and hands back what it executes")]
    private partial void LogCutOff(TimeSpan limit);

    [LoggerMessage(
        Level = LogLevel.Critical, Message = "Task {Task} did not stop in time; the worker hands back the others and ends itself")]
    private partial void LogCannotStop(TaskKey task);
}
