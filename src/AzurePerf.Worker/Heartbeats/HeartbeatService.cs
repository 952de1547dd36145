using AzurePerf.Core.Measurements;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>
/// Beats, obeys commands, keeps the messages of long executions hidden, and makes the worker leave when it must count as dead: without a successful
/// heartbeat for too long, or when an ordered stop is not finished in time.
/// </summary>
internal sealed partial class HeartbeatService(
    WorkerPresence presence,
    ExecutionSlots slots,
    Availability availability,
    WorkerShutdown shutdown,
    HeartbeatDeadline deadline,
    TaskQueue queue,
    HeartbeatTrigger signal,
    ProcessEnd endProcess,
    EngineTimes times,
    IHostApplicationLifetime lifetime,
    TimeProvider time,
    ILogger<HeartbeatService> logger) : LoopService
{
    private static readonly TimeSpan WatchedPause = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan HoldingPause = TimeSpan.FromSeconds(2);

    private bool _watched;

    /// <summary>The row comes before the first get: an execution whose worker nobody knows could not be told from an orphan.</summary>
    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        var allowed = await presence.AppearAsync(cancellationToken);

        // Until now nobody counted on a heartbeat, however long the start took.
        deadline.Renew(deadline.Now);
        availability.Allow(allowed);
        LogStarted(presence.WorkerId, presence.HostId, presence.Pool, allowed ? "takes tasks" : "waits for leave: another pool is on this host");
        await base.StartAsync(cancellationToken);
    }

    /// <summary>Called after the task loop has ended: until its tasks are handed back a worker that ends is not dead.</summary>
    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await presence.DisappearAsync(cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                await BeatAsync(stoppingToken);
                await signal.RestAsync(Pause(), time, stoppingToken);
            }
            catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
            {
                return;
            }
        }
    }

    /// <summary>One heartbeat and what follows from it.</summary>
    internal async Task BeatAsync(CancellationToken cancellationToken)
    {
        // Looked at before the beat too: a process that stood still for so long may have been declared dead while its row is still there.
        LeaveIfCutOff();
        var began = deadline.Now;
        using var limit = new CancellationTokenSource(AtMost(times.Heartbeat), time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            if (!await presence.BeatAsync(either.Token))
            {
                LogDeclaredDead(presence.WorkerId);
                shutdown.CutOff("the worker was declared dead");
                lifetime.StopApplication();
                return;
            }

            deadline.Renew(began);
            await ObeyAsync(either.Token);
            await KeepHiddenAsync(either.Token);
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, cancellationToken))
        {
            LogMissed(FailureText.FirstLineOf(exception));
        }

        LeaveIfCutOff();
        EndIfUnstoppable();
    }

    private TimeSpan Pause()
    {
        var pause = !availability.IsAllowed ? HoldingPause : _watched ? WatchedPause : times.Heartbeat;
        return AtMost(pause < times.Heartbeat ? pause : times.Heartbeat);
    }

    /// <summary>Shorter where this worker must stop itself before, or must see that what it executes has stopped.</summary>
    private TimeSpan AtMost(TimeSpan duration)
    {
        var due = shutdown.StopExecutions.IsCancellationRequested || deadline.UntilCut <= TimeSpan.Zero ? times.WorkerRead : deadline.UntilCut;
        return due < duration ? due : duration;
    }

    private async Task ObeyAsync(CancellationToken cancellationToken)
    {
        if (await presence.ReadCommandsAsync(cancellationToken) is not { } commands)
        {
            return;
        }

        _watched = commands.Watched;
        foreach (var execution in slots.Current.Where(execution => execution.Command is null))
        {
            if (commands.Stops.FirstOrDefault(stop => stop.Means(execution.Task)) is { } command)
            {
                LogOrdered(execution.Task.Key, command.Reason);
                execution.Stop(command);
            }
        }

        if (commands.Hold is { } hold && hold == availability.IsAllowed)
        {
            availability.Allow(!hold);
            signal.Ask();
        }
    }

    private async Task KeepHiddenAsync(CancellationToken cancellationToken)
    {
        foreach (var execution in slots.Current.Where(execution => time.GetElapsedTime(execution.HiddenAt) >= times.Visibility / 2))
        {
            if (await queue.Tasks.TryHideAsync(execution.Message, times.Visibility, cancellationToken) is { } hidden)
            {
                execution.Message = hidden;
                execution.HiddenAt = time.GetTimestamp();
            }
        }
    }

    private void LeaveIfCutOff()
    {
        if (deadline.IsCut && !shutdown.StopExecutions.IsCancellationRequested)
        {
            LogCutOff(times.SelfStop);
            shutdown.CutOff(WorkerShutdown.NoAnswer);
        }
    }

    private void EndIfUnstoppable()
    {
        var grace = deadline.IsCut ? times.SelfStopGrace : times.StopGrace;
        foreach (var execution in slots.Current.Where(execution => !execution.IsOver && execution.StoppedAt is { } at && time.GetElapsedTime(at) >= grace))
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

    [LoggerMessage(Level = LogLevel.Information, Message = "Worker {WorkerId} of pool {Pool} on host {HostId} {Status}")]
    private partial void LogStarted(string workerId, string hostId, string pool, string status);

    [LoggerMessage(Level = LogLevel.Error, Message = "Worker {WorkerId} was declared dead; it ends, the next start is a new worker")]
    private partial void LogDeclaredDead(string workerId);

    [LoggerMessage(Level = LogLevel.Warning, Message = "No heartbeat: {Reason}")]
    private partial void LogMissed(string reason);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Task {Task} is ordered to stop: {Reason}")]
    private partial void LogOrdered(TaskKey task, string reason);

    [LoggerMessage(Level = LogLevel.Error, Message = "No heartbeat succeeded for {Limit}: this worker stops itself before it is declared dead, and hands back what it executes")]
    private partial void LogCutOff(TimeSpan limit);

    [LoggerMessage(Level = LogLevel.Critical, Message = "Task {Task} did not stop in time; the worker hands back the others and ends itself")]
    private partial void LogCannotStop(TaskKey task);
}
