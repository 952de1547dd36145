using AzurePerf.Core.Measurements;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>
/// Beats, obeys commands, keeps the messages of long executions hidden, and has the worker leave when it must count as dead.
/// </summary>
internal sealed partial class HeartbeatService(
    WorkerPresence presence,
    ExecutionSlots slots,
    Availability availability,
    SelfFence fence,
    TaskQueue queue,
    HeartbeatTrigger signal,
    EngineTimes times,
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
        fence.Renew(fence.Now);
        availability.Allow(allowed);
        LogStarted(presence.WorkerId, presence.HostId, presence.Pool,
            allowed ? "takes tasks" : "waits for leave: another pool is on this host");
        await base.StartAsync(cancellationToken);
    }

    /// <summary>Called after the task loop has ended: until its tasks are handed back a worker that ends is not dead.</summary>
    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        try
        {
            await presence.DisappearAsync(cancellationToken);
        }
        catch (Exception failure) when (failure is not OutOfMemoryException)
        {
            // The TaskManager notices by itself, only later.
            LogLeft(presence.WorkerId, FailureText.FirstLineOf(failure));
        }
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
        fence.LeaveIfCutOff();
        var began = fence.Now;
        using var limit = new CancellationTokenSource(fence.AtMost(times.Heartbeat), time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            if (!await presence.BeatAsync(either.Token))
            {
                fence.EndDeclaredDead(presence.WorkerId);
                return;
            }

            fence.Renew(began);
            await ObeyAsync(either.Token);
            await KeepHiddenAsync(either.Token);
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, cancellationToken))
        {
            LogMissed(FailureText.FirstLineOf(exception));
        }

        fence.LeaveIfCutOff();
        fence.EndIfUnstoppable();
    }

    private TimeSpan Pause()
    {
        var pause = !availability.IsAllowed ? HoldingPause : _watched ? WatchedPause : times.Heartbeat;
        return fence.AtMost(pause < times.Heartbeat ? pause : times.Heartbeat);
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
            if (commands.Stops.FirstOrDefault(execution.IsMeantBy) is { } command)
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
                execution.Renew(hidden);
            }
        }
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "Worker {WorkerId} of pool {Pool} on host {HostId} {Status}")]
    private partial void LogStarted(string workerId, string hostId, string pool, string status);

    [LoggerMessage(Level = LogLevel.Warning, Message = "No heartbeat: {Reason}")]
    private partial void LogMissed(string reason);

    [LoggerMessage(Level = LogLevel.Warning,
        Message = "The row of worker {WorkerId} could not be removed, so that it counts as alive for a while: {Reason}")]
    private partial void LogLeft(string workerId, string reason);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Task {Task} is ordered to stop: {Reason}")]
    private partial void LogOrdered(TaskKey task, string reason);
}
