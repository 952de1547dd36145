using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Finds out how an open bag stands without reading its tasks, and when the next look is worth its requests.</summary>
internal sealed class BagInspection(
    TaskMessages messages, WorkerWatch watch, TaskManagerOptions options, EngineTimes times, TimeProvider time)
{
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan LongestPauseUnchanged = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestPauseAtFirst = TimeSpan.FromMilliseconds(500);

    public async Task<BagView> TakeAsync(StageState stage, RunRuntimeState run, CancellationToken cancellationToken)
    {
        var runtime = run.Bag = run.Bag is { } known && known.Stage == stage.Id ? known : Begin(stage);
        var workers = watch.Alive.Where(worker => worker.Pool == WorkerPool.Bag).ToArray();
        runtime.LookedAt = time.GetTimestamp();
        runtime.Slots = runtime.Slots.Plus(
            runtime.LookedAt, workers.Where(worker => worker is { Holding: false, Draining: false }).Sum(worker => worker.Slots));
        var outstanding = await messages.BagQueue.CountAsync(cancellationToken);
        Note(runtime, stage, outstanding, workers);
        runtime.Executions.TasksWait = BagPace.TasksWait(
            stage.Total - stage.Created, outstanding, workers.Sum(worker => worker.Running.Count));
        return new()
        {
            Outstanding = outstanding,
            Window = BagPace.WindowOf(options.MostBagSlots, workers.Sum(worker => worker.Slots), runtime.MessageMean),
            AllOut = stage.Created == stage.Total,
            WorkersAreIdle = AreIdle(stage, runtime, workers),
            Unchanged = time.GetElapsedTime(runtime.Seen.Since),
            SinceCounted = time.GetElapsedTime(runtime.CountedSince),
            SinceScan = runtime.LastScan is { } scan ? time.GetElapsedTime(scan) : null,
            WorkerDied = runtime.WorkerDied,
            ScanIsUnderWay = run.LongStep.IsUnderWay(ScanOf(stage)),
            Dead = runtime.Dead,
        };
    }

    /// <summary>
    /// Until half of the messages should be worked off, or all of them when they are the last of the bag: soon while tasks take
    /// milliseconds, seldom while they take seconds.
    /// </summary>
    /// <param name="runtime">Of the bag.</param>
    /// <param name="view">What was looked at.</param>
    /// <param name="put">Messages put since.</param>
    public TimeSpan PauseAfter(BagRuntimeState runtime, BagView view, int put)
    {
        var (before, left) = (runtime.LookBefore, view.Outstanding + put);
        runtime.LookBefore = (left, runtime.LookedAt);
        if (before is not { } seen || (put > 0 && left < view.Window))
        {
            // The window is filled first, however slowly it is worked off.
            return ShortestPause;
        }

        var workedOff = seen.Outstanding - view.Outstanding;
        var longest = BeginsNow(runtime) ? LongestPauseAtFirst : workedOff > 0 ? LongestPause : LongestPauseUnchanged;
        runtime.HasPace |= workedOff > 0;
        var next = BagPace.NextLook(workedOff, time.GetElapsedTime(seen.At, runtime.LookedAt), left, view.AllOut);
        var pause = new[] { next, longest, times.WorkerRead }.Min() - time.GetElapsedTime(runtime.LookedAt);
        return pause < ShortestPause ? ShortestPause : pause;
    }

    /// <summary>Names the look through the rows of a bag.</summary>
    public static string ScanOf(StageState stage) => $"scan {stage.Id}";

    private BagRuntimeState Begin(StageState stage)
    {
        var now = time.GetTimestamp();
        return new(stage.Id)
        {
            Seen = (0, 0, now),
            CountedSince = now,

            // A bag that was begun by another process is looked through first: that process may have died with it.
            LastScan = stage.Created == 0 ? now : null,
            RequestsAtOpening = stage.Created == 0 ? watch.Requests : null,
            Put = stage.Created == 0 ? (0, now) : null,
        };
    }

    private void Note(BagRuntimeState runtime, StageState stage, int outstanding, IReadOnlyCollection<WorkerState> workers)
    {
        var counted = workers.SelectMany(worker => worker.Tallies)
            .Where(tally => tally.RunId == stage.RunId && tally.Stage == stage.Id.Number)
            .Sum(tally => (long)tally.Done + tally.Reused + tally.Failed);
        if (runtime.Seen.Counted != counted)
        {
            runtime.CountedSince = time.GetTimestamp();
        }

        if ((runtime.Seen.Outstanding, runtime.Seen.Counted) != (outstanding, counted))
        {
            runtime.Seen = (outstanding, counted, time.GetTimestamp());
        }

        var present = workers.Select(worker => worker.WorkerId).ToHashSet();
        runtime.Deaths += runtime.Workers.Any(workerId => !present.Contains(workerId)) ? 1 : 0;
        runtime.Workers = present;
    }

    /// <summary>True while idle workers may still be about to start. They finish short messages quickly, and then wait for
    /// more.</summary>
    private bool BeginsNow(BagRuntimeState runtime) =>
        runtime is { Put: not null, HasPace: false } && (runtime.MessageMean ?? TimeSpan.Zero) < LongestPauseUnchanged
        && time.GetElapsedTime(runtime.LastPut) < times.WorkerRead;

    private bool AreIdle(StageState stage, BagRuntimeState runtime, IEnumerable<WorkerState> workers) =>
        time.GetElapsedTime(runtime.LastPut) >= times.Heartbeat + times.WorkerRead
        && !workers.Any(worker => worker.Running.Any(task => task.RunId == stage.RunId && task.Stage == stage.Id.Number));
}
