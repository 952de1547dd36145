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
    ExecutionSlots slots,
    TaskExecution execution,
    TaskCommit commit,
    MessageSettling messages,
    StageTallies tallies,
    ExecutionMetrics metrics,
    WorkerShutdown shutdown,
    HeartbeatDeadline deadline,
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
            // The process stood still between the claim and its answer: others may have taken the task already, so it is not begun but
            // handed back.
            shutdown.CutOff(WorkerShutdown.NoAnswer);
        }

        using var span = EngineTrace.Continue("task.execute", ActivityKind.Consumer, MessageText.ReadTask(message.Text)?.TraceParent);
        span?.SetTag(MetricTags.RunId, task.Key.RunId).SetTag("azureperf.task", task.Key.ToString())
            .SetTag("azureperf.attempt", task.Attempt);
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
                tallies.Add(
                    task.Key, failure, stored.Status == BenchmarkTaskStatus.Dead, current.Elapsed, isRepeated: task.Failures.TimedOut > 0);
                metrics.NoteEnded(task.Key, failure, current.Elapsed);
                await messages.SettleAsync(stored, current.Message);
            }
        }
        finally
        {
            slots.Leave(current);
            shutdown.NoteEnd(current.EndedBy(failure));
        }
    }

    [LoggerMessage(Level = LogLevel.Debug, Message = "Attempt {Attempt} of task {Task} begins")]
    private partial void LogTaken(TaskKey task, int attempt);

    [LoggerMessage(Level = LogLevel.Debug, Message = "Attempt {Attempt} of task {Task} ended: {Status} {Error}")]
    private partial void LogEnded(TaskKey task, int attempt, BenchmarkTaskStatus status, string error);
}
