using System.Diagnostics;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Tracing;
using AzurePerf.Storage.Queues;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>What happens to one claimed task: it is executed, its end is stored, its message settled.</summary>
internal sealed partial class TaskProcessor(
    TaskQueue queue,
    ExecutionSlots slots,
    TaskExecution execution,
    TaskCommit commit,
    PendingMessages pending,
    StageTallies tallies,
    ExecutionMetrics metrics,
    WorkerShutdown shutdown,
    HeartbeatDeadline deadline,
    ControlPlaneRetry requests,
    TimeProvider time,
    ILogger<TaskProcessor> logger)
{
    /// <param name="task">As claimed.</param>
    /// <param name="message">The message it came by.</param>
    /// <param name="stoppingToken">Cancelled when the process ends.</param>
    public async Task RunAsync(BenchmarkTask task, ReceivedMessage message, CancellationToken stoppingToken)
    {
        if (deadline.IsCut)
        {
            // The process stood still between the claim and its answer: others may have taken the task already, so it is not begun but handed back.
            shutdown.CutOff(WorkerShutdown.NoAnswer);
        }

        using var span = EngineTrace.Continue("task.execute", ActivityKind.Consumer, MessageText.ReadTask(message.Text)?.TraceParent);
        span?.SetTag(MetricTags.RunId, task.Key.RunId).SetTag("azureperf.task", task.Key.ToString()).SetTag("azureperf.attempt", task.Attempt);
        using var leaving = CancellationTokenSource.CreateLinkedTokenSource(stoppingToken, shutdown.StopExecutions);
        using var current = new CurrentExecution(task, message, time, leaving.Token);
        FailureCause? failure = null;
        slots.Enter(current);
        try
        {
            LogTaken(task.Key, task.Attempt);
            metrics.NoteTaken(message);
            var end = TaskCommit.Fitting(task, await execution.RunAsync(current));
            current.IsOver = true;
            failure = end.Failure?.Cause;
            span?.SetTag(MetricTags.Outcome, failure?.ToString() ?? "done");
            span?.SetStatus(failure is null ? ActivityStatusCode.Ok : ActivityStatusCode.Error);

            // From here on the process may be ending: what was done is stored all the same.
            if (await commit.TryStoreAsync(task, end, CancellationToken.None) is { } stored)
            {
                LogEnded(task.Key, task.Attempt, stored.Status, end.Failure?.Error ?? "");
                tallies.Add(task.Key, failure, stored.Status == BenchmarkTaskStatus.Dead, current.Elapsed);
                metrics.NoteEnded(task.Key, failure, current.Elapsed);
                await SettleMessageAsync(stored, current.Message);
            }
        }
        finally
        {
            slots.Leave(current);
            shutdown.NoteEnd(failure);
        }
    }

    private async Task SettleMessageAsync(BenchmarkTask stored, ReceivedMessage message)
    {
        var step = MessageDecisions.AfterEnd(stored);
        if (step == MessageStep.Delete)
        {
            await requests.RepeatAsync(() => queue.Tasks.TryDeleteAsync(message, CancellationToken.None), CancellationToken.None);
        }
        else if (step == MessageStep.Show)
        {
            await ShowAsync(stored, message);
        }
        else
        {
            pending.Add(stored, message);
        }
    }

    /// <summary>
    /// A task that runs again keeps its message, with the ETag of its new row, visible when it is due. Where the receipt is stale, because a renewal of it had no answer or the
    /// message showed itself early, it gets another message: the old one is hidden for long, and then leads to the same row.
    /// </summary>
    private async Task ShowAsync(BenchmarkTask stored, ReceivedMessage message)
    {
        var delay = stored.NotBefore is { } notBefore && notBefore > time.GetUtcNow() ? notBefore - time.GetUtcNow() : TimeSpan.Zero;
        var text = MessageText.Write(MessageText.ReadTask(message.Text)! with { Attempt = stored.Attempt, ETag = stored.ETag });
        var shown = await requests.RepeatAsync(() => queue.Tasks.TryHideAsync(message with { Text = text }, delay, CancellationToken.None), CancellationToken.None);
        if (shown is null)
        {
            LogStale(stored.Key);
            await requests.RepeatAsync(() => PutAsync(text, delay), CancellationToken.None);
        }
    }

    private async Task<bool> PutAsync(string text, TimeSpan delay)
    {
        await queue.Tasks.PutAsync(text, delay, CancellationToken.None);
        return true;
    }

    [LoggerMessage(Level = LogLevel.Information, Message = "The message of task {Task} cannot be shown again by its receipt; the task gets another one")]
    private partial void LogStale(TaskKey task);

    [LoggerMessage(Level = LogLevel.Debug, Message = "Attempt {Attempt} of task {Task} begins")]
    private partial void LogTaken(TaskKey task, int attempt);

    [LoggerMessage(Level = LogLevel.Debug, Message = "Attempt {Attempt} of task {Task} ended: {Status} {Error}")]
    private partial void LogEnded(TaskKey task, int attempt, BenchmarkTaskStatus status, string error);
}
