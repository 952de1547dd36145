using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Rows;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>The loop of a measure worker: one message, one task, one execution at a time.</summary>
internal sealed partial class TaskLoopService(
    ControlPlane controlPlane,
    WorkerOptions options,
    ExecutionSlot slot,
    TaskClaim claim,
    TaskExecution execution,
    TaskCommit commit,
    PendingMessages pending,
    TimeProvider time,
    ILogger<TaskLoopService> logger) : BackgroundService
{
    private static readonly TimeSpan StoragePause = TimeSpan.FromSeconds(2);

    private readonly IdlePolling _polling = new(options.LongestIdlePause);

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        while (!stoppingToken.IsCancellationRequested)
        {
            try
            {
                await pending.SettleAsync(stoppingToken);
                if (await TakeOneAsync(stoppingToken))
                {
                    _polling.Worked();
                }
                else
                {
                    await Task.Delay(_polling.NextPause(), time, stoppingToken);
                }
            }
            catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
            {
                return;
            }
            catch (Exception exception) when (StorageFailure.MayPass(exception))
            {
                LogStorage(exception.Message.Split('\n')[0].Trim());
                await PauseAsync(stoppingToken);
            }
            catch (CorruptRowException nonsense)
            {
                // The TaskManager ends that run. Its message stays hidden and is deleted later; it must not end one worker after the other.
                LogNonsense(nonsense.Message);
                await PauseAsync(stoppingToken);
            }
        }
    }

    private async Task PauseAsync(CancellationToken stoppingToken) =>
        await Task.Delay(StoragePause, time, stoppingToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    private async Task<bool> TakeOneAsync(CancellationToken stoppingToken)
    {
        var messages = await controlPlane.MeasureTasks.GetAsync(1, ExecutionSlot.Visibility, stoppingToken);
        if (messages.Count == 0 || await claim.TryClaimAsync(messages[0], stoppingToken) is not { } task)
        {
            return messages.Count > 0;
        }

        await ExecuteAsync(task, messages[0], stoppingToken);
        return true;
    }

    private async Task ExecuteAsync(BenchmarkTask task, ReceivedMessage message, CancellationToken stoppingToken)
    {
        using var current = new CurrentExecution(task, message, time.GetTimestamp(), stoppingToken);
        slot.Current = current;
        try
        {
            LogTaken(task.Key, task.Attempt);
            var end = await execution.RunAsync(current);

            // From here on the process may be ending: what was measured is stored all the same.
            if (await commit.TryStoreAsync(task, end, CancellationToken.None) is { } stored)
            {
                LogEnded(task.Key, task.Attempt, stored.Status, end.Failure?.Error ?? "");
                await SettleMessageAsync(stored, current.Message);
            }
        }
        finally
        {
            slot.Current = null;
        }
    }

    private async Task SettleMessageAsync(BenchmarkTask stored, ReceivedMessage message)
    {
        if (stored.Status.IsTerminal())
        {
            await controlPlane.MeasureTasks.TryDeleteAsync(message, CancellationToken.None);
        }
        else if (stored.Status == BenchmarkTaskStatus.Ready)
        {
            // A prepare or clean task that runs again keeps its message, visible when it is due.
            var delay = stored.NotBefore is { } notBefore && notBefore > time.GetUtcNow() ? notBefore - time.GetUtcNow() : TimeSpan.Zero;
            await controlPlane.MeasureTasks.TryHideAsync(message, delay, CancellationToken.None);
        }
        else
        {
            pending.Add(stored, message);
        }
    }

    [LoggerMessage(Level = LogLevel.Debug, Message = "Attempt {Attempt} of task {Task} begins")]
    private partial void LogTaken(TaskKey task, int attempt);

    [LoggerMessage(Level = LogLevel.Information, Message = "Attempt {Attempt} of task {Task} ended: {Status} {Error}")]
    private partial void LogEnded(TaskKey task, int attempt, BenchmarkTaskStatus status, string error);

    [LoggerMessage(Level = LogLevel.Error, Message = "A task cannot be taken: {Reason}")]
    private partial void LogNonsense(string reason);

    [LoggerMessage(Level = LogLevel.Warning, Message = "The control account does not answer: {Reason}")]
    private partial void LogStorage(string reason);
}
