using System.Diagnostics;
using AzurePerf.Core.Messages;
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
    TaskCommit commit,
    BundleCommit bundles,
    MessageSettling messages,
    StageTallies tallies,
    ExecutionMetrics metrics,
    WorkerShutdown shutdown,
    HeartbeatDeadline deadline,
    EngineTimes times,
    TimeProvider time,
    ILogger<BundleProcessor> logger)
{
    /// <summary>Characters of results that are stored together: escaped as JSON, each can take six bytes of the 4 MB that a transaction
    /// has.</summary>
    private const int MostCharacters = 500_000;

    /// <param name="tasks">As claimed, in the order of their numbers.</param>
    /// <param name="message">The message they came by.</param>
    /// <param name="stoppingToken">Cancelled when the process ends.</param>
    public async Task RunAsync(IReadOnlyList<BenchmarkTask> tasks, ReceivedMessage message, CancellationToken stoppingToken)
    {
        if (deadline.IsCut)
        {
            // The process stood still between the claim and its answer: others may have taken the tasks already.
            shutdown.CutOff(WorkerShutdown.NoAnswer);
        }

        metrics.NoteTaken(message);
        using var leaving = CancellationTokenSource.CreateLinkedTokenSource(stoppingToken, shutdown.StopExecutions);
        using var pauses = new CancellationTokenSource();
        var bundle = new Bundle(tasks, message, time.GetTimestamp());
        CurrentExecution? current = null;
        try
        {
            while (!leaving.IsCancellationRequested && (current is null || !IsLate(bundle)) && bundle.Waiting.TryDequeue(out var task))
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
            await FlushAsync(bundle);
            await ReturnWaitingAsync(bundle);
            if (MessageText.ReadTask(message.Text)!.Tasks.Count() == tasks.Count)
            {
                await messages.DeleteAsync(bundle.Held.Message);
            }

            // Else others have some of them, and it may be the only message that still leads to those.
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

    /// <returns>Whether the next one may begin.</returns>
    private async Task<bool> ExecuteAsync(CurrentExecution current, Bundle bundle, CancellationToken pauses)
    {
        var task = current.Task;
        using var span = EngineTrace.Continue(
            "task.execute", ActivityKind.Consumer, MessageText.ReadTask(bundle.Held.Message.Text)?.TraceParent);
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
                    ?? throw new InvalidOperationException($"task {task.Key} in state {task.Status} was executed without a claim");
                await AddAsync(bundle, new(task, completed, elapsed));
            }
            else
            {
                await FailAsync(bundle, task, end, elapsed);
            }
        }
        finally
        {
            shutdown.NoteEnd(current.WasKilled(failure));
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
            await FlushAsync(bundle);
            if (current.Elapsed >= times.Heartbeat || IsLate(bundle))
            {
                await ReturnWaitingAsync(bundle);
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

    private async Task AddAsync(Bundle bundle, BundledResult ended)
    {
        if (bundle.Unstored.Sum(one => one.Completed.Result.Length) + ended.Completed.Result.Length > MostCharacters)
        {
            await FlushAsync(bundle);
        }

        bundle.Unstored.Add(ended);
        bundle.Note();
        if (time.GetElapsedTime(bundle.FlushedAt) >= times.Heartbeat / 2)
        {
            await FlushAsync(bundle);
        }
    }

    private async Task FailAsync(Bundle bundle, BenchmarkTask task, ExecutionEnd end, TimeSpan elapsed)
    {
        var cause = end.Failure!.Cause;
        await FlushAsync(bundle);
        if (await commit.TryStoreAsync(task, end, CancellationToken.None) is { } stored)
        {
            await NoteAsync(bundle, stored, cause, end.Failure.Error, elapsed);
        }
    }

    /// <summary>Counts the end of an execution. Its task needs a message of its own where it is not the last one.</summary>
    private async Task NoteAsync(Bundle bundle, BenchmarkTask stored, FailureCause? cause, string error, TimeSpan elapsed)
    {
        LogEnded(stored.Key, stored.Attempt, stored.Status, error);
        tallies.Add(stored.Key, cause, stored.Status == BenchmarkTaskStatus.Dead, elapsed);
        metrics.NoteEnded(stored.Key, cause, elapsed);
        if (stored.Status == BenchmarkTaskStatus.Ready)
        {
            await messages.PutAloneAsync(stored, bundle.Held.Message);
        }
    }

    private async Task FlushAsync(Bundle bundle)
    {
        bundle.FlushedAt = time.GetTimestamp();
        if (bundle.Unstored.Count == 0)
        {
            return;
        }

        var elapsed = bundle.Unstored.ToDictionary(one => one.Claimed.Key.Number, one => one.Elapsed);
        foreach (var stored in await bundles.StoreAsync(bundle.Unstored))
        {
            elapsed.Remove(stored.Key.Number, out var took);
            await NoteAsync(bundle, stored, stored.Status == BenchmarkTaskStatus.Done ? null : stored.FailureCause, stored.Error, took);
        }

        foreach (var number in elapsed.Keys)
        {
            LogLost(number, bundle.Unstored[0].Claimed.Key);
            bundle.LostSome = true;
        }

        bundle.Unstored.Clear();
        bundle.Note();
    }

    private async Task ReturnWaitingAsync(Bundle bundle)
    {
        if (bundle.Waiting.Count == 0)
        {
            return;
        }

        BenchmarkTask[] waiting = [.. bundle.Waiting];
        bundle.Waiting.Clear();
        var ready = await bundles.ReturnAsync(waiting);
        await Task.WhenAll(ready.Select(task => messages.PutAloneAsync(task, bundle.Held.Message)));

        LogReturned(waiting.Length, waiting[0].Key);
        bundle.Note();
    }

    /// <summary>A delay that is cancelled lets whoever waits for the first of several tasks go on in the thread pool; one that is awaited
    /// here does not.</summary>
    private async Task PauseAsync(TimeSpan pause, CancellationToken cancellationToken) =>
        await Task.Delay(pause, time, cancellationToken)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);

    [LoggerMessage(Level = LogLevel.Debug, Message = "Attempt {Attempt} of task {Task} begins")]
    private partial void LogTaken(TaskKey task, int attempt);

    [LoggerMessage(Level = LogLevel.Debug, Message = "Attempt {Attempt} of task {Task} ended: {Status} {Error}")]
    private partial void LogEnded(TaskKey task, int attempt, BenchmarkTaskStatus status, string error);

    [LoggerMessage(Level = LogLevel.Information, Message = "{Count} tasks that waited behind others go back, the first is {Task}")]
    private partial void LogReturned(int count, TaskKey task);

    [LoggerMessage(
        Level = LogLevel.Warning, Message = "Task {Number}, claimed with {Task}, was taken from this worker; its result does not count")]
    private partial void LogLost(int number, TaskKey task);

    /// <summary>What is left of them.</summary>
    private sealed class Bundle
    {
        public Bundle(IReadOnlyList<BenchmarkTask> tasks, ReceivedMessage message, long now)
        {
            Held = new(message, now) { Claimed = new(tasks[0].Key.Number, tasks[^1].Key.Number) };
            (Waiting, ClaimedAt, FlushedAt) = (new(tasks), now, now);
            Note();
        }

        public HeldMessage Held { get; }

        /// <summary>Those that have not begun.</summary>
        public Queue<BenchmarkTask> Waiting { get; }

        /// <summary>Those that are done.</summary>
        public List<BundledResult> Unstored { get; } = [];

        public long ClaimedAt { get; }

        public long FlushedAt { get; set; }

        /// <summary>Whether a result did not count, because somebody else has its task by now: then they may have the others too.</summary>
        public bool LostSome { get; set; }

        public Task? Tick { get; set; }

        /// <summary>What heartbeats say of them, which nobody else may take.</summary>
        public void Note()
        {
            int[] numbers = [.. Unstored.Select(one => one.Claimed.Key.Number), .. Waiting.Select(task => task.Key.Number)];
            Held.Tasks = numbers.Length == 0 ? null : new(numbers.Min(), numbers.Max());
        }
    }
}
