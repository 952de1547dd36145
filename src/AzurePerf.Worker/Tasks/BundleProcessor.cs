using System.Diagnostics;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Tracing;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>
/// What happens to tasks that were claimed together: they are executed in turn, in one slot, and their results stored together, at least
/// every half heartbeat. What has not begun when one of them holds up the others, is ordered to stop or ends with the worker goes back
/// uncharged, each with a message of its own.
/// </summary>
internal sealed partial class BundleProcessor(
    ExecutionSlots slots,
    Availability availability,
    TaskExecution execution,
    BundleSettling settling,
    ExecutionMetrics metrics,
    WorkerShutdown shutdown,
    HeartbeatDeadline deadline,
    EngineTimes times,
    TimeProvider time,
    ILogger<BundleProcessor> logger)
{
    /// <param name="tasks">As claimed, in the order of their numbers.</param>
    /// <param name="message">The message they came by.</param>
    /// <param name="stoppingToken">Cancelled when the process ends.</param>
    public async Task RunAsync(IReadOnlyList<BenchmarkTask> tasks, ReceivedMessage message, CancellationToken stoppingToken)
    {
        metrics.NoteTaken(message);
        using var leaving = CancellationTokenSource.CreateLinkedTokenSource(stoppingToken, shutdown.StopExecutions);
        using var pauses = new CancellationTokenSource();
        var bundle = new Bundle(tasks, message, time.GetTimestamp());
        CurrentExecution? current = null;
        try
        {
            while (MayBegin(leaving.Token) && (current is null || !IsLate(bundle)) && bundle.Waiting.TryDequeue(out var task))
            {
                var next = new CurrentExecution(bundle.Held, task, time, leaving.Token);
                if (current is null)
                {
                    slots.Enter(next);
                }
                else
                {
                    slots.Replace(current, next);
                    current.Dispose();
                }

                current = next;
                if (!await ExecuteAsync(current, bundle, pauses.Token))
                {
                    break;
                }
            }

            // From here on the process may be ending: what was done is stored all the same.
            await settling.EndAsync(bundle);
        }
        finally
        {
            pauses.Cancel();
            if (current is not null)
            {
                slots.Leave(current);
                current.Dispose();
            }

            shutdown.EndIfIdle();
        }
    }

    /// <summary>False also where the process stood still, before the claim was answered or during the task before: others may have taken
    /// what is left, and measure on this host.</summary>
    private bool MayBegin(CancellationToken leaving)
    {
        if (deadline.IsCut)
        {
            shutdown.CutOff(WorkerShutdown.NoAnswer);
        }

        return !leaving.IsCancellationRequested;
    }

    /// <returns>Whether the next one may begin.</returns>
    private async Task<bool> ExecuteAsync(CurrentExecution current, Bundle bundle, CancellationToken pauses)
    {
        var task = current.Task;
        using var span = EngineTrace.Continue("task.execute", ActivityKind.Consumer, bundle.Hint.TraceParent);
        span?.SetTag(MetricTags.RunId, task.Key.RunId).SetTag("azureperf.task", task.Key.ToString())
            .SetTag("azureperf.attempt", task.Attempt);
        FailureCause? failure = null;
        try
        {
            LogTaken(task.Key, task.Attempt);
            var began = time.GetUtcNow();
            var (whole, endedAt, elapsed) = await WatchAsync(current, bundle, pauses);
            var end = TaskCommit.Fitting(task, whole);
            failure = end.Failure?.Cause;
            span?.SetTag(MetricTags.Outcome, failure?.ToString() ?? "done");
            span?.SetStatus(failure is null ? ActivityStatusCode.Ok : ActivityStatusCode.Error);
            if (end.Result is { } result)
            {
                var completed = TaskTransitions.Complete(task with { ClaimedAt = began }, task.Nonce, result, endedAt)
                    ?? throw TaskCommit.NotClaimed(task);
                await settling.AddAsync(bundle, new(task, completed, elapsed));
            }
            else
            {
                await settling.FailAsync(bundle, task with { ClaimedAt = began }, end, elapsed);
            }
        }
        finally
        {
            shutdown.NoteEnd(current.EndedBy(failure));
        }

        // One that was told to stop, by whatever it was, takes those that wait behind it along.
        return !bundle.LostSome && !current.Stopping.IsCancellationRequested
            && failure is not (FailureCause.Preempted or FailureCause.Cancelled);
    }

    /// <summary>Meanwhile stores what is done, and gives back what waits too long.</summary>
    private async Task<(ExecutionEnd End, DateTimeOffset At, TimeSpan Elapsed)> WatchAsync(
        CurrentExecution current, Bundle bundle, CancellationToken pauses)
    {
        var running = TimedAsync(current);
        while (!running.IsCompleted)
        {
            bundle.Tick = bundle.Tick is { IsCompleted: false } tick ? tick : PauseAsync(times.Heartbeat / 2, pauses);
            await Task.WhenAny(running, bundle.Tick);
            if (!running.IsCompleted)
            {
                await StoreMeanwhileAsync(current, bundle, running);
            }
        }

        return await running;
    }

    private async Task StoreMeanwhileAsync(CurrentExecution current, Bundle bundle, Task running)
    {
        try
        {
            await settling.FlushAsync(bundle);
            if (current.Elapsed >= times.Heartbeat || IsLate(bundle))
            {
                await settling.ReturnWaitingAsync(bundle);
            }
        }
        catch
        {
            // Nothing may be executed that no heartbeat lists.
            current.Stop(StopCommand.Of(current.Task, FailureCause.Preempted, "what was claimed with it cannot be stored"));
            await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
            throw;
        }
    }

    /// <summary>True when what waits had better go to others: it takes twice as long as it was meant to, or this worker shall take nothing
    /// more.</summary>
    private bool IsLate(Bundle bundle) => time.GetElapsedTime(bundle.ClaimedAt) >= 2 * times.Heartbeat || !availability.MayTake;

    /// <summary>Ends when the execution does, however long storing others' results takes.</summary>
    private async Task<(ExecutionEnd End, DateTimeOffset At, TimeSpan Elapsed)> TimedAsync(CurrentExecution current)
    {
        var end = await execution.RunAsync(current);
        current.IsOver = true;
        return (end, time.GetUtcNow(), current.Elapsed);
    }

    /// <summary>A delay that is cancelled lets whoever waits for the first of several tasks go on in the thread pool; one that is awaited
    /// here does not.</summary>
    private async Task PauseAsync(TimeSpan pause, CancellationToken cancellationToken) =>
        await Task.Delay(pause, time, cancellationToken)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);

    [LoggerMessage(Level = LogLevel.Debug, Message = "Attempt {Attempt} of task {Task} begins")]
    private partial void LogTaken(TaskKey task, int attempt);
}
