using System.Globalization;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Recovery;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>
/// Ends runs that cannot be carried on, because their rows make no sense or because a step of them met a fault, so that the others go on.
/// Nothing of such a run is relied on: who executes for it is asked of the workers, which keys it holds of the leases. What it left in its
/// target is the janitor's.
/// </summary>
internal sealed partial class FaultedRunHandler(
    RunStore runs, LeaseStore leases, EventStore events, WorkerCommandWriter commands, WorkerWatch watch, EndedHeaders headers,
    EngineTimes times, TimeProvider time, ILogger<FaultedRunHandler> logger)
{
    /// <summary>A heartbeat may have been put together before the run was faulted and stored after it; the one after that cannot.</summary>
    private const int BeatsToBeSure = 2;

    private readonly long _began = time.GetTimestamp();

    /// <summary>
    /// What becomes of a run of which a step threw: it is left alone for a while where that may pass by itself, else it is ended with the
    /// reason. Whatever ending it meets is tried again later.
    /// </summary>
    /// <returns>False when the run has ended and may be forgotten.</returns>
    public async Task<bool> MeetAsync(RunRuntimeState runtime, Exception exception, CancellationToken cancellationToken)
    {
        var rolesAreNewFor = Patience.WithNewRoles - time.GetElapsedTime(_began);
        if (runtime.Patience.MayPass(exception, rolesAreNewFor > TimeSpan.Zero, time))
        {
            LogUnanswered(runtime.RunId, await RestAsync(runtime), exception);
            await TellAsync(runtime, exception, rolesAreNewFor, cancellationToken);
            return true;
        }

        try
        {
            if (exception is not (CorruptRowException or InvalidDataException))
            {
                LogFault(runtime.RunId, exception);
            }

            return !await TryEndAsync(runtime, ReasonOf(exception), cancellationToken);
        }
        catch (Exception again) when (!ProcessFault.Is(again, cancellationToken))
        {
            LogNotEnded(runtime.RunId, await RestAsync(runtime), again);
            return true;
        }
    }

    /// <summary>
    /// Ends a run as failed: first its header says so that no task of it begins any more, then who still executes one is told to stop, and
    /// when no measure worker can, the run ends. Bag workers are waited for where the run holds keys: what they execute may work on its
    /// target.
    /// </summary>
    /// <returns>False while a live worker may execute for it or its header was just changed: then ask again once the workers were read
    /// anew.</returns>
    public async Task<bool> TryEndAsync(RunRuntimeState runtime, string reason, CancellationToken cancellationToken)
    {
        if (await runs.TryMarkFaultedAsync(runtime.RunId, reason, time.GetUtcNow(), cancellationToken) is not { } faulted)
        {
            runtime.Rest(times.WorkerRead, time);
            return !await runs.ExistsAsync(runtime.RunId, cancellationToken);
        }

        if (!faulted.Status.IsTerminal() && await MayBeExecutedAsync(runtime, cancellationToken))
        {
            runtime.Rest(times.WorkerRead, time);
            return false;
        }

        // Keys before the header, as at every end; only a header that ended is certain to keep nobody waiting.
        await ReleaseKeysAsync(runtime.RunId, cancellationToken);
        return await TryFinishAsync(faulted, reason, cancellationToken);
    }

    /// <summary>Rights that are wrong are to be known soon, also while they may only be new.</summary>
    private async Task TellAsync(
        RunRuntimeState runtime, Exception exception, TimeSpan rolesAreNewFor, CancellationToken cancellationToken)
    {
        if (!runtime.Patience.IsNews(time))
        {
            return;
        }

        try
        {
            await events.AppendAsync(
                runtime.RunId,
                string.Create(CultureInfo.InvariantCulture, $"{StorageFailure.Describe(exception)}; tried again for up to "
                    + $"{Math.Ceiling(rolesAreNewFor.TotalMinutes)} min, because a role that was just given takes minutes to work"),
                cancellationToken);
        }
        catch (Exception refused) when (StorageFailure.Matches(refused) && !ProcessFault.Is(refused, cancellationToken))
        {
            LogUnanswered(runtime.RunId, times.LongestReadGap, refused);
        }
    }

    /// <summary>What was begun is begun anew then.</summary>
    private async Task<TimeSpan> RestAsync(RunRuntimeState runtime)
    {
        await runtime.LongStep.DisposeAsync();
        var pause = runtime.Patience.Rest(times, time);
        runtime.Rest(pause, time);
        return pause;
    }

    private static string ReasonOf(Exception exception) =>
        exception is CorruptRowException or InvalidDataException
            ? exception.Message
            : $"internal error in the TaskManager: {FailureText.Of(exception)}";

    private async Task<bool> TryFinishAsync(RunState faulted, string reason, CancellationToken cancellationToken)
    {
        var ended = faulted;
        if (!faulted.Status.IsTerminal())
        {
            if (await headers.TryWriteAsync(
                faulted with { Status = RunStatus.Failed, EndedAt = time.GetUtcNow() }, cancellationToken) is not { } stored)
            {
                return false;
            }

            ended = stored;
            LogFaulted(ended.RunId, reason);
        }

        events.Forget(ended.RunId);
        await runs.PutIndexAsync(ended, cancellationToken);
        return true;
    }

    /// <summary>
    /// Whether a worker that is waited for may still execute a task of the run. One that read the header before it was faulted lists what
    /// it began in every heartbeat that was put together since; one that came later, or read it later, begins nothing.
    /// </summary>
    private async Task<bool> MayBeExecutedAsync(RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (runtime.BeatsAtFault is not { } before)
        {
            await watch.ReadAsync(cancellationToken);
            var hasKeys = await leases.ListAsync(cancellationToken)
                .AnyAsync(lease => lease.RunId == runtime.RunId, cancellationToken);
            runtime.BeatsAtFault = before = watch.Alive.Where(worker => hasKeys || worker.Pool != WorkerPool.Bag)
                .ToDictionary(worker => worker.WorkerId, worker => worker.Beat);
        }

        await StopAsync(runtime.RunId, cancellationToken);
        return watch.Alive.Any(worker => before.TryGetValue(worker.WorkerId, out var beat)
            && (worker.Beat < beat + BeatsToBeSure || worker.Running.Any(task => task.RunId == runtime.RunId)));
    }

    /// <summary>As cancelled, which is not repeated: a task that was only handed back would be taken again, and stopped again.</summary>
    private async Task StopAsync(string runId, CancellationToken cancellationToken)
    {
        foreach (var worker in watch.Alive)
        {
            foreach (var task in worker.Running.Where(task => task.RunId == runId))
            {
                await commands.StopAsync(
                    worker.WorkerId,
                    new(task.RunId, task.Stage, task.Task, task.Attempt, FailureCause.Cancelled, "its run cannot be carried on"),
                    cancellationToken);
            }
        }
    }

    private async Task ReleaseKeysAsync(string runId, CancellationToken cancellationToken)
    {
        await foreach (var (key, holder) in leases.ListAsync(cancellationToken))
        {
            if (holder == runId)
            {
                await leases.ReleaseAsync(key, runId, cancellationToken);
            }
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "The control account does not answer for run {RunId}, which waits for {Pause}")]
    private partial void LogUnanswered(string runId, TimeSpan pause, Exception exception);

    [LoggerMessage(Level = LogLevel.Error, Message = "Internal error: run {RunId} is ended as failed, the other runs go on")]
    private partial void LogFault(string runId, Exception exception);

    [LoggerMessage(Level = LogLevel.Error, Message = "Run {RunId} could not be ended, which is tried again in {Pause}")]
    private partial void LogNotEnded(string runId, TimeSpan pause, Exception exception);

    [LoggerMessage(Level = LogLevel.Error, Message = "Run {RunId} cannot go on: {Reason}")]
    private partial void LogFaulted(string runId, string reason);
}
