using System.Globalization;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Says in a run's header what it waits for, and gives a run up for which no worker came.</summary>
internal sealed class WaitReasons(RunStore runs, EventStore events, WorkerWatch watch, MissingWorkers missingWorkers,
    TaskManagerOptions options, EngineTimes times, TimeProvider time)
{
    private static readonly TimeSpan ShortestSleep = TimeSpan.FromMilliseconds(200);

    /// <param name="snapshot">A run for which there is nothing to do now.</param>
    /// <param name="reason">What the decision gave as the reason; empty for none.</param>
    /// <param name="runtime">Of the run.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task ExplainAsync(RunSnapshot snapshot, string reason, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        var missing = MissingFor(snapshot);
        runtime.WithoutWorkersSince = missing.Count == 0 ? null : runtime.WithoutWorkersSince ?? BeginningOf(snapshot.Run);
        if (runtime.WithoutWorkersSince is { } since && time.GetElapsedTime(since) >= options.WorkerWaitLimit && MayBeGivenUp(snapshot))
        {
            await GiveUpForMissingAsync(snapshot.Run, missing, cancellationToken);
        }
        else if (snapshot.Run.Status is RunStatus.Running or RunStatus.Cancelling)
        {
            var (words, wait) = missing.Count > 0 ? ForWorkers(snapshot.Run, missing, runtime) : WaitOf(snapshot, reason);
            await WriteAsync(snapshot.Run, words, wait, runtime, cancellationToken);
        }
    }

    /// <summary>True when workers are missing and nothing of the run is executed that could end meanwhile.</summary>
    public static bool WaitsForWorkersOnly(RunSnapshot snapshot, RunRuntimeState runtime) =>
        runtime.WithoutWorkersSince is not null && snapshot.Current.All(task => task.Task.Status == BenchmarkTaskStatus.Ready);

    /// <summary>Lets a run that misses workers sleep until they come, or until it, or its cleaning up, is to be given up.</summary>
    public void SleepForWorkers(RunSnapshot snapshot, RunRuntimeState runtime)
    {
        var run = snapshot.Run;
        var waited = runtime.WithoutWorkersSince is { } since ? time.GetElapsedTime(since) : TimeSpan.Zero;
        TimeSpan?[] ends =
        [
            run.Status == RunStatus.Running ? options.WorkerWaitLimit - waited : null,
            MayBeGivenUp(snapshot) ? runtime.Left?.DurationPerRun - (snapshot.Now - run.StartedAt) : null,
            snapshot.MissedAt - snapshot.Now,

            // Where workers scale from zero a message is what calls for them: one that was lost is put again in time.
            snapshot.Current.Min(task => times.Reconciliation - task.MessageOutFor),
        ];
        var left = ends.Min() ?? TimeSpan.MaxValue;
        runtime.SleepForWorkers(watch.Workforce, left > ShortestSleep ? left : ShortestSleep, time);
    }

    /// <summary>Of a run that has not begun: it sleeps until workers come, or until it is to be given up.</summary>
    public async Task WaitForWorkersAsync(
        RunState run, IReadOnlyList<MissingPool> missing, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        runtime.WithoutWorkersSince ??= BeginningOf(run);
        var left = options.WorkerWaitLimit - time.GetElapsedTime(runtime.WithoutWorkersSince.Value);
        if (left <= TimeSpan.Zero)
        {
            await GiveUpForMissingAsync(run, missing, cancellationToken);
            runtime.Rest(ShortestSleep, time);
            return;
        }

        var (words, wait) = ForWorkers(run, missing, runtime);
        await WriteAsync(run, words, wait, runtime, cancellationToken);
        runtime.SleepForWorkers(watch.Workforce, left, time);
    }

    /// <summary>Writes why a run waits, where that has changed. A run that was cancelled keeps the words of whoever cancelled it in
    /// front.</summary>
    /// <param name="run">The run.</param>
    /// <param name="reason">In words; empty when it can go on.</param>
    /// <param name="wait">The same for programs; null when it can go on.</param>
    /// <param name="runtime">Of the run.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task WriteAsync(
        RunState run, string reason, RunWait? wait, RunRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (reason == runtime.WaitReason && (reason.Length == 0 ? run.Wait is null : run.Reason.EndsWith(reason, StringComparison.Ordinal)))
        {
            return;
        }

        var shown = run.Status != RunStatus.Cancelling ? reason : WithCause(run.Reason, runtime.WaitReason, reason);
        var after = RunWait.After(run.Wait, wait);
        if ((shown != run.Reason || (after is null) != (run.Wait is null) || after?.GivesUpAt != run.Wait?.GivesUpAt)
            && await runs.TryReplaceAsync(run with { Reason = shown, Wait = after }, cancellationToken) is null)
        {
            return;
        }

        if (reason.Length > 0 && reason != runtime.WaitReason)
        {
            await events.AppendAsync(run.RunId, reason, cancellationToken);
        }

        runtime.WaitReason = reason;
    }

    private static bool MayBeGivenUp(RunSnapshot snapshot) =>
        snapshot.Run is { Status: RunStatus.Running, GivenUp: "" } && !RunDecisions.OnlyCleansUp(snapshot.Stages);

    /// <summary>
    /// Time stamp of when a wait for workers began. One that another process saw begin goes on, but not to its end at once: workers that
    /// start with this process have time to come.
    /// </summary>
    private long BeginningOf(RunState run)
    {
        var before = run.Wait is { Cause: RunWaitCause.Workers } wait ? time.GetUtcNow() - wait.Since : TimeSpan.Zero;
        var left = TimeSpan.FromTicks(Math.Max(times.Reconciliation.Ticks, options.WorkerWaitLimit.Ticks / 10));
        var most = options.WorkerWaitLimit - left;
        var waited = before < most ? before : most;
        return time.GetTimestamp() - (waited > TimeSpan.Zero ? (long)(waited.TotalSeconds * time.TimestampFrequency) : 0);
    }

    private static string WithCause(string shown, string before, string now)
    {
        var cause = before.Length > 0 && shown.EndsWith("; " + before, StringComparison.Ordinal) ? shown[..^(before.Length + 2)] : shown;
        return now.Length == 0 ? cause : cause + "; " + now;
    }

    /// <summary>Which workers the tasks handed out wait for; empty when enough are alive.</summary>
    private IReadOnlyList<MissingPool> MissingFor(RunSnapshot snapshot) =>
        snapshot.Bag is { Outstanding: > 0 } ? missingWorkers.OfBag() : missingWorkers.Of(snapshot.Run, snapshot.Current);

    /// <summary>Of a run that has its workers; without words when it can go on.</summary>
    private (string Words, RunWait? Wait) WaitOf(RunSnapshot snapshot, string reason)
    {
        if (reason.Length == 0 && SilenceOf(snapshot) is { Length: > 0 } silence)
        {
            return (silence, new(RunWaitCause.Target, snapshot.Now));
        }

        var hosts = reason.Length > 0 ? reason : HeldBack(snapshot);
        return (hosts, hosts.Length > 0 ? new(RunWaitCause.Hosts, snapshot.Now) : null);
    }

    private static string SilenceOf(RunSnapshot snapshot) =>
        snapshot.Current.FirstOrDefault(task => task.Silence is not null)?.Silence?.Sentence(snapshot.Run.Spec.Target) ?? "";

    /// <summary>Bag workers are there but may not take anything: that passes, however long it takes, so it is no reason to give the run
    /// up.</summary>
    private string HeldBack(RunSnapshot snapshot)
    {
        var workers = watch.Alive.Where(worker => worker is { Pool: WorkerPool.Bag, Draining: false }).ToArray();
        var held = snapshot.Bag is { Outstanding: > 0 }
            && workers.All(worker =>
                worker is { Holding: true, Running.Count: 0 } && watch.Commands.GetValueOrDefault(worker.WorkerId)?.Hold == true);
        return held ? "waits until nothing is measured on the hosts of the bag workers" : "";
    }

    /// <summary>Of a run that is cancelled nothing is given up: it is cleaned up when workers come.</summary>
    private (string Words, RunWait Wait) ForWorkers(RunState run, IReadOnlyList<MissingPool> missing, RunRuntimeState runtime)
    {
        var now = time.GetUtcNow();
        var waited = runtime.WithoutWorkersSince is { } since ? time.GetElapsedTime(since) : TimeSpan.Zero;
        return (MissingPool.Words(missing), new(RunWaitCause.Workers, now)
        {
            Missing = missing,
            GivesUpAt = run.Status == RunStatus.Cancelling ? null : now + options.WorkerWaitLimit - waited,
        });
    }

    private Task GiveUpForMissingAsync(
        RunState run, IReadOnlyList<MissingPool> missing, CancellationToken cancellationToken) => GiveUpAsync(
            run,
            string.Create(CultureInfo.InvariantCulture,
                $"given up after {options.WorkerWaitLimit.TotalMinutes:0.#} min: it {MissingPool.Words(missing)}"),
            cancellationToken);

    /// <summary>Writes why a run is given up.</summary>
    public async Task GiveUpAsync(RunState run, string reason, CancellationToken cancellationToken)
    {
        if (await runs.TryReplaceAsync(run with { GivenUp = reason, Wait = null }, cancellationToken) is not null)
        {
            await events.AppendAsync(run.RunId, reason, cancellationToken);
        }
    }
}
