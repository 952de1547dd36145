using System.Runtime.CompilerServices;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Bags;

/// <summary>Carries out what is decided for an open bag. It never holds more tasks than are handed out: the rest is in rows, or not even
/// made yet.</summary>
internal sealed class BagDispatcher(
    RunStore runs,
    TaskStore tasks,
    RunStages plans,
    TaskMessages messages,
    BagFences fences,
    WorkerWatch watch,
    OutstandingTasks outstanding,
    BundleSizes sizes,
    EngineTimes times,
    TimeProvider time)
{
    /// <summary>Rows that are looked through before others have their turn.</summary>
    private const int RowsAtOnce = 250;

    /// <summary>Most records of tasks that were held at once since this process began: it must not grow with the bag.</summary>
    public int MostRecordsHeld { get; private set; }

    /// <summary>Makes the next block of tasks, puts their messages, and only then moves the cursor: a restart in between repeats one block
    /// at most.</summary>
    /// <returns>How many messages were put.</returns>
    public async Task<int> FillAsync(RunState run, StageState stage, BagRuntimeState runtime, CancellationToken cancellationToken)
    {
        var block = BagBundles.Bundled(
            plans.NextBlock(run, [], stage, LimitOptions.None, time.GetUtcNow()), sizes.Of(run, stage, runtime));
        var stored = await tasks.TryAddAsync(block, cancellationToken) ?? await ReadBlockAsync(stage, block, cancellationToken);
        NoteRecords(stored.Count, runtime);
        var ready = BagBundles.Of(stored.Where(task => task.Status == BenchmarkTaskStatus.Ready));
        outstanding.Add(run.RunId, WorkerPool.Bag, BagBundles.Of(stored).Count);
        await RequestLanes.ForEachAsync(ready, bundle => messages.PutAsync(bundle, cancellationToken));
        runtime.LastPut = time.GetTimestamp();
        runtime.Put = runtime.Put is var (before, since) ? (before + ready.Count, since) : null;
        await runs.TryReplaceStageAsync(
            stage with { Created = stage.Created + block.Count, Dispatched = stage.Created + block.Count }, cancellationToken);
        return ready.Count;
    }

    /// <summary>
    /// Looks through the rows, takes back what died with its worker, and reminds of what lost its message; what was found, as the last
    /// item. Pauses after each partition, every few hundred rows and each change.
    /// </summary>
    public async IAsyncEnumerable<BagScan?> ScanAsync(
        RunState run, StageState stage, BagRuntimeState runtime, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var (scan, deaths) = (new BagScan(stage.Created), runtime.Deaths);

        // The messages are counted before the rows are read. Tasks end meanwhile and others are made, so a later count would seem to lack
        // some.
        var ownMessages = runtime.Seen.Outstanding - outstanding.TotalOf(WorkerPool.Bag, exceptRun: run.RunId);
        await foreach (var _ in ReadAsync(scan, stage, cancellationToken))
        {
            yield return null;
        }

        runtime.Dead = scan.Dead;
        NoteRecords(scan.Open, runtime);
        outstanding.Note(run.RunId, WorkerPool.Bag, scan.Messages);

        // After the rows: a list of workers from before could lack the one that claimed since.
        await watch.ReadAsync(cancellationToken);
        foreach (var task in scan.Running)
        {
            if (await IsOrphanAsync(task, runtime, cancellationToken))
            {
                await fences.FenceAsync(run, task, FailureCause.WorkerLost, $"worker {task.Owner} died", avoid: null, cancellationToken);
                yield return null;
            }
        }

        // Only now: a scan that broke off before it had taken back everything is repeated at once.
        (runtime.LastScan, runtime.DeathsAtScan) = (time.GetTimestamp(), deaths);
        runtime.Unlisted = runtime.Unlisted.Where(entry => scan.Running.Any(task => task.Key.Number == entry.Key)).ToDictionary();
        var lost = scan.MessagesBefore - ownMessages;
        if (lost > 0)
        {
            // Again: of tasks that shared one, some may have got their own meanwhile.
            var now = await messages.BagQueue.CountAsync(cancellationToken) - outstanding.TotalOf(WorkerPool.Bag, exceptRun: run.RunId);
            lost = scan.MessagesBefore - Math.Max(ownMessages, now);
        }

        await foreach (var _ in RemindAsync(run, scan, lost, runtime, cancellationToken))
        {
            yield return null;
        }

        yield return scan;
    }

    private void NoteRecords(int tasks, BagRuntimeState runtime) =>
        MostRecordsHeld = Math.Max(MostRecordsHeld, tasks + runtime.Ready.Count + runtime.Unlisted.Count);

    private async Task<IReadOnlyList<BenchmarkTask>> ReadBlockAsync(
        StageState stage, IReadOnlyList<BenchmarkTask> block, CancellationToken cancellationToken) =>
        await tasks.ListAsync(
            stage.RunId, stage.Id, block[0].Key.Number, cancellationToken, block[0].Key.Shard, beforeNumber: block[^1].Key.Number + 1)
            .ToArrayAsync(cancellationToken);

    /// <summary>An item after each partition, of which the service reads a thousand rows at once, and after every few hundred
    /// rows.</summary>
    private async IAsyncEnumerable<bool> ReadAsync(
        BagScan scan, StageState stage, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        for (var shard = 0; shard < stage.Shards; shard++)
        {
            await foreach (var some in tasks.ListExceptAsync(stage.RunId, stage.Id, shard, [BenchmarkTaskStatus.Done], cancellationToken)
                .Chunk(RowsAtOnce).WithCancellation(cancellationToken))
            {
                Array.ForEach(some, scan.Add);
                yield return true;
            }

            yield return true;
        }
    }

    /// <summary>
    /// Its worker is dead; or the worker lives and has not listed the task for so long that it cannot know of it any more.
    /// </summary>
    private async Task<bool> IsOrphanAsync(BenchmarkTask task, BagRuntimeState runtime, CancellationToken cancellationToken)
    {
        if (await watch.IsDeadAsync(task.Owner, cancellationToken))
        {
            return true;
        }

        var listed = watch.Find(task.Owner)?.Running.Any(running => running.Holds(task)) == true;
        if (listed)
        {
            runtime.Unlisted.Remove(task.Key.Number);
            return false;
        }

        if (!runtime.Unlisted.TryGetValue(task.Key.Number, out var seen) || seen.Attempt != task.Attempt)
        {
            runtime.Unlisted[task.Key.Number] = seen = (task.Attempt, time.GetTimestamp());
        }

        return time.GetElapsedTime(seen.Since) >= times.Reconciliation;
    }

    /// <summary>A backlog is not a loss: a task gets another message while fewer are out than open tasks need, and where
    /// <see cref="LostMessages.IsLost"/> says so and a slot would have taken the one before.</summary>
    private async IAsyncEnumerable<bool> RemindAsync(
        RunState run, BagScan scan, int lost, BagRuntimeState runtime, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var now = time.GetTimestamp();
        runtime.Ready = scan.Ready.ToDictionary(
            task => task.Key.Number,
            task => runtime.Ready.GetValueOrDefault(task.Key.Number) is { } known && known.Attempt == task.Attempt
                ? known
                : new ReadyTask(task.Attempt, now));
        foreach (var task in WithoutMessage(run, scan, lost, runtime).SelectMany(bundle => bundle).ToArray())
        {
            if (TaskTransitions.Remind(task, time.GetUtcNow()) is { } reminded
                && await tasks.TryReplaceAsync(reminded, cancellationToken) is { } stored)
            {
                await messages.PutAsync(stored, null, cancellationToken);
                runtime.Ready[task.Key.Number] =
                    new(task.Attempt, now) { Reminders = runtime.Ready[task.Key.Number].Reminders + 1 };
                yield return true;
            }
        }
    }

    private IEnumerable<IReadOnlyList<BenchmarkTask>> WithoutMessage(
        RunState run, BagScan scan, int lost, BagRuntimeState runtime)
    {
        var (rule, programs) = (new LostMessages(times), MessageDecisions.MayRunPrograms(run.Spec, runtime.Stage));

        // While workers change, those of the old build leave images of the new one alone, however idle they are.
        var workersChange = run.Spec.Experiment == ImageStages.Experiment
            && watch.Alive.Where(worker => worker.Pool == WorkerPool.Bag).Select(worker => worker.Build).Distinct().Count() > 1;
        var old = BagBundles.Of(scan.Ready.Where(task => rule.MayBeLost(AgeOf(task), RetryPolicy.LongestWaitOf(task), RemindersOf(task))));
        return old.Take(lost).Concat(
            old.Skip(lost).Where(bundle => bundle.All(IsLost))
                .TakeWhile(_ => !workersChange && watch.Idle.TryTake(WorkerPool.Bag, programs: programs)));

        bool IsLost(BenchmarkTask task) => rule.IsLost(AgeOf(task), RetryPolicy.LongestWaitOf(task), RemindersOf(task));

        TimeSpan AgeOf(BenchmarkTask task) => time.GetElapsedTime(runtime.Ready[task.Key.Number].Since);

        int RemindersOf(BenchmarkTask task) => runtime.Ready[task.Key.Number].Reminders;
    }
}
