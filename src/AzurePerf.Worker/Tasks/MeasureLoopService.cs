using AzurePerf.Core.Measurements;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Rows;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>The loop of a measure worker: one message, one task, one execution at a time. A worker of the pool peer has the same.</summary>
internal sealed partial class MeasureLoopService(
    TaskReceiver receiver,
    WorkerOptions options,
    Availability availability,
    PeerReach reach,
    TaskProcessor processor,
    PendingMessages pending,
    ScaleInGuard guard,
    HeartbeatTrigger heartbeat,
    TimeProvider time,
    ILogger<MeasureLoopService> logger) : LoopService
{
    private static readonly TimeSpan StoragePause = TimeSpan.FromSeconds(2);

    private readonly IdlePolling _polling = new(options.LongestIdlePause, quickLooks: 30);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            var pause = await LookAsync(stoppingToken);
            if (pause > TimeSpan.Zero)
            {
                await Task.Delay(pause, time, stoppingToken)
                    .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
            }
        }

        await HandBackAsync();
    }

    /// <summary>Messages that this worker holds without executing anything would count for minutes after it, and keep other workers
    /// idle.</summary>
    private async Task HandBackAsync()
    {
        await receiver.HandBackInTimeAsync(pending.Messages);
        using var limit = new CancellationTokenSource(TaskReceiver.Patience, time);
        try
        {
            await guard.LeaveAsync(limit.Token);
        }
        catch (Exception exception) when (exception is OperationCanceledException || StorageFailure.Matches(exception))
        {
            LogStorage(FailureText.FirstLineOf(exception));
        }
    }

    /// <summary>One look for a task, executed if there is one; how long to wait before the next.</summary>
    private async Task<TimeSpan> LookAsync(CancellationToken stoppingToken)
    {
        try
        {
            await pending.SettleAsync(stoppingToken);
            switch (await TakeOneAsync(stoppingToken))
            {
                case Look.Task:
                    _polling.Worked();
                    return TimeSpan.Zero;
                case Look.Message:
                    // Of another build's run, say, and it comes back: quick looks would get it again before those workers do.
                    return TimeSpan.Zero;
                default:
                    await guard.NoteIdleAsync(stoppingToken);
                    return _polling.NextPause();
            }
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            return TimeSpan.Zero;
        }
        catch (Exception exception) when (StorageFailure.MayPass(exception))
        {
            LogStorage(FailureText.FirstLineOf(exception));
        }
        catch (CorruptRowException corrupt)
        {
            // The TaskManager ends that run. Its message stays hidden and is deleted later; it must not end one worker after the other.
            LogCorrupt(corrupt.Message);
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, stoppingToken))
        {
            // What one message or one task meets must not end one worker after the other.
            LogFault(exception);
        }

        return StoragePause;
    }

    private async Task<Look> TakeOneAsync(CancellationToken stoppingToken)
    {
        var (task, message) = (default(BenchmarkTask), default(ReceivedMessage));
        if (!reach.MayTake || !availability.TryBegin())
        {
            return Look.Nothing;
        }

        try
        {
            var messages = await receiver.GetAsync(1, stoppingToken);
            if (messages.Count > 0)
            {
                message = messages[0];
                task = await receiver.TryClaimAsync(message, stoppingToken) is [var claimed] ? claimed : null;
            }
        }
        finally
        {
            availability.End();
        }

        if (task is null)
        {
            return message is null ? Look.Nothing : Look.Message;
        }

        var running = processor.RunAsync(task, message!, stoppingToken);
        heartbeat.Ask();

        // Also where the place cannot be given up: nothing else may be taken beside what is executed.
        await Task.WhenAll(running, guard.LeaveAsync(CancellationToken.None));
        return Look.Task;
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "A task cannot be taken: {Reason}")]
    private partial void LogCorrupt(string reason);

    [LoggerMessage(Level = LogLevel.Error, Message = "A look for a task failed; the next one follows")]
    private partial void LogFault(Exception exception);

    [LoggerMessage(Level = LogLevel.Warning, Message = "The control account does not answer: {Reason}")]
    private partial void LogStorage(string reason);

    /// <summary>What a look brought.</summary>
    private enum Look
    {
        Nothing,

        /// <summary>A message that led to no task.</summary>
        Message,

        Task,
    }
}
