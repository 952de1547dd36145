using AzurePerf.Core.Workers;
using AzurePerf.Storage;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>
/// Beats, obeys orders to stop, keeps the message of a long execution hidden, and ends the process when it must count as dead: without a successful
/// heartbeat for too long, or when an ordered stop is not finished in time.
/// </summary>
internal sealed partial class HeartbeatService(
    WorkerPresence presence,
    ExecutionSlot slot,
    ControlPlane controlPlane,
    EngineTimes times,
    IHostApplicationLifetime lifetime,
    TimeProvider time,
    ILogger<HeartbeatService> logger) : BackgroundService
{
    private long _lastSuccess = time.GetTimestamp();
    private long? _stopOrderedAt;

    /// <summary>The row comes before the first get: an execution whose worker nobody knows could not be told from an orphan.</summary>
    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        await presence.AppearAsync(cancellationToken);
        LogStarted(presence.WorkerId, presence.HostId);
        await base.StartAsync(cancellationToken);
    }

    /// <summary>Called after the task loop has ended: until its task is handed back a worker that ends is not dead.</summary>
    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);
        await presence.DisappearAsync(cancellationToken);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        using var beating = new PeriodicTimer(times.Heartbeat, time);
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                await BeatAsync(stoppingToken);
                await beating.WaitForNextTickAsync(stoppingToken);
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
        if (EndIfCutOff())
        {
            return;
        }

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(times.Heartbeat);
        try
        {
            if (!await presence.BeatAsync(slot.Current?.Describe(), lifetime.ApplicationStopping.IsCancellationRequested, limit.Token))
            {
                LogDeclaredDead(presence.WorkerId);
                lifetime.StopApplication();
                return;
            }

            _lastSuccess = time.GetTimestamp();
            if (slot.Current is { } execution)
            {
                await ObeyAsync(execution, limit.Token);
                await KeepHiddenAsync(execution, limit.Token);
            }
        }
        catch (Exception exception) when ((StorageFailure.MayPass(exception) || limit.IsCancellationRequested) && !cancellationToken.IsCancellationRequested)
        {
            LogMissed(exception.Message.Split('\n')[0].Trim());
        }

        EndIfCutOff();
        EndIfUnstoppable();
    }

    private async Task ObeyAsync(CurrentExecution execution, CancellationToken cancellationToken)
    {
        if (execution.Order is null && await presence.ReadOrderAsync(cancellationToken) is { } order && execution.IsMeantBy(order))
        {
            LogOrdered(order.Reason);
            _stopOrderedAt = time.GetTimestamp();
            execution.Stop(order);
        }
    }

    private async Task KeepHiddenAsync(CurrentExecution execution, CancellationToken cancellationToken)
    {
        if (time.GetElapsedTime(execution.HiddenAt) >= ExecutionSlot.Visibility / 2
            && await controlPlane.MeasureTasks.TryHideAsync(execution.Message, ExecutionSlot.Visibility, cancellationToken) is { } hidden)
        {
            execution.Message = hidden;
            execution.HiddenAt = time.GetTimestamp();
        }
    }

    private bool EndIfCutOff()
    {
        if (time.GetElapsedTime(_lastSuccess) < times.SelfStop)
        {
            return false;
        }

        LogCutOff(times.SelfStop);
        lifetime.StopApplication();
        return true;
    }

    private void EndIfUnstoppable()
    {
        if (slot.Current is { Order: not null } && _stopOrderedAt is { } orderedAt && time.GetElapsedTime(orderedAt) >= times.StopGrace)
        {
            LogCannotStop();
            Environment.FailFast("an execution did not stop in time");
        }
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "Worker {WorkerId} on host {HostId} takes tasks")]
    private partial void LogStarted(string workerId, string hostId);

    [LoggerMessage(Level = LogLevel.Error, Message = "Worker {WorkerId} was declared dead; it ends, the next start is a new worker")]
    private partial void LogDeclaredDead(string workerId);

    [LoggerMessage(Level = LogLevel.Warning, Message = "No heartbeat: {Reason}")]
    private partial void LogMissed(string reason);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Ordered to stop: {Reason}")]
    private partial void LogOrdered(string reason);

    [LoggerMessage(Level = LogLevel.Error, Message = "No heartbeat succeeded for {Limit}: this worker stops itself before it is declared dead")]
    private partial void LogCutOff(TimeSpan limit);

    [LoggerMessage(Level = LogLevel.Critical, Message = "The execution did not stop in time; the process ends itself")]
    private partial void LogCannotStop();
}
