using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Executions;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Bags;

/// <summary>Takes tasks of bags from their workers: what needs too long, and what its worker cannot end.</summary>
internal sealed partial class BagFences(
    RunStages plans, TaskStore tasks, TaskMessages messages, AbnormalEnds ends, TaskLimits limits, WorkerWatch watch,
    WorkerCommandWriter commands, TimeProvider time, ILogger<BagFences> logger)
{
    /// <summary>
    /// Takes tasks that need too long from their workers, which are told to stop. Between two reads of the workers there is nothing new to
    /// find.
    /// </summary>
    public async Task FenceOverdueAsync(RunState run, BagRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (runtime.FencedAtRead == watch.Reads)
        {
            return;
        }

        var reads = watch.Reads;
        await FenceEachOverdueAsync(run, runtime, cancellationToken);
        runtime.FencedAtRead = reads;
    }

    private async Task FenceEachOverdueAsync(RunState run, BagRuntimeState runtime, CancellationToken cancellationToken)
    {
        var stage = runtime.Stage;
        foreach (var worker in watch.Alive.Where(worker => worker.Pool == WorkerPool.Bag))
        {
            foreach (var running in worker.Running.Where(running => running.RunId == run.RunId && running.Stage == stage.Number))
            {
                var key = new TaskKey(run.RunId, stage, running.Task, running.Shard);
                if (await limits.IsOverAsync(run, runtime.Executions, running, worker, cancellationToken)
                    && await tasks.FindAsync(key, cancellationToken) is { Status: BenchmarkTaskStatus.Running } task
                    && task.Attempt == running.Attempt)
                {
                    await FenceIfOverAsync(run, runtime, task, worker, running, cancellationToken);
                }
            }
        }
    }

    private async Task FenceIfOverAsync(
        RunState run, BagRuntimeState runtime, BenchmarkTask task, WorkerState worker, RunningTask running,
        CancellationToken cancellationToken)
    {
        if (await limits.ReasonToStopAsync(run, runtime.Executions, task, running, cancellationToken) is { } reason)
        {
            await commands.StopAsync(
                worker.WorkerId, new(running.RunId, running.Stage, running.Task, running.Attempt, FailureCause.TimedOut, reason),
                cancellationToken);

            // Of several that were claimed together only the worker knows since when it executes this one.
            var elapsed = TimeSpan.FromSeconds(running.ElapsedSeconds);
            if (await FenceAsync(
                run, task with { ClaimedAt = time.GetUtcNow() - elapsed }, FailureCause.TimedOut, reason, avoid: worker.WorkerId,
                cancellationToken))
            {
                runtime.Executions.AddStopped(task, elapsed);
            }
        }
    }

    /// <summary>
    /// Takes a task from its worker: it is repeated, or given up. Nothing happens to one that somebody changed since it was read.
    /// </summary>
    /// <returns>Whether it was taken.</returns>
    public async Task<bool> FenceAsync(
        RunState run, BenchmarkTask task, FailureCause cause, string error, string? avoid, CancellationToken cancellationToken)
    {
        if (TaskTransitions.Fence(task, cause, error, time.GetUtcNow()) is not { } fenced
            || await tasks.TryReplaceAsync(fenced, cancellationToken) is not { } stored)
        {
            return false;
        }

        LogFenced(task.Key, task.Attempt, error);
        await ends.KeepAsync(task, stored, cancellationToken, plans.PlanOf(run, task.Key.Stage).Name);
        if (stored.Status == BenchmarkTaskStatus.Ready)
        {
            // A worker that lives goes on with what shares the message.
            var shared = task.IsBundled && cause != FailureCause.WorkerLost;
            await messages.StealAsync(stored, shared ? null : MessageOf(task), avoid, cancellationToken);
        }

        return true;
    }

    private ReceivedMessage? MessageOf(BenchmarkTask task) =>
        watch.Find(task.Owner)?.Running.FirstOrDefault(running => running.Holds(task)) is { } running
            ? new(running.MessageId, running.PopReceipt, "")
            : null;

    [LoggerMessage(Level = LogLevel.Warning, Message = "Attempt {Attempt} of task {Task} is taken from its worker: {Reason}")]
    private partial void LogFenced(TaskKey task, int attempt, string reason);
}
