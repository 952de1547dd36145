using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Bags;

/// <summary>Finds out how an open bag stands without reading its tasks, and when the next look is worth its requests.</summary>
internal sealed class BagLook(TaskMessages messages, WorkerWatch watch, TaskManagerOptions options, EngineTimes times, TimeProvider time)
{
    private const int SmallestWindow = 64;
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(5);

    public async Task<BagView> TakeAsync(StageState stage, RunMemory run, CancellationToken cancellationToken)
    {
        var memory = run.Bag = run.Bag is { } known && known.Stage == stage.Id ? known : Begin(stage);
        var workers = watch.Alive.Where(worker => worker.Pool == WorkerPool.Bag).ToArray();
        var outstanding = await messages.QueueOf(stage.Id).CountAsync(cancellationToken);
        Note(memory, stage, outstanding, workers);
        return new()
        {
            Outstanding = outstanding,
            Window = Math.Max(2 * Math.Max(options.MostBagSlots, workers.Sum(worker => worker.Slots)), SmallestWindow),
            WorkersAreIdle = AreIdle(stage, memory, workers),
            Unchanged = time.GetElapsedTime(memory.Seen.Since),
            SinceScan = memory.LastScan is { } scan ? time.GetElapsedTime(scan) : null,
            WorkerDied = memory.WorkerDied,
            Dead = memory.Dead,
        };
    }

    /// <summary>
    /// Until half of what is out is worked off at the pace of the last two looks: soon while tasks take milliseconds, seldom while they take seconds.
    /// </summary>
    public TimeSpan PauseAfter(BagMemory memory, BagView view, bool putSome)
    {
        var now = time.GetTimestamp();
        var rate = memory.LookBefore is { } before && before.Outstanding > view.Outstanding && now > before.At
            ? (before.Outstanding - view.Outstanding) / time.GetElapsedTime(before.At, now).TotalSeconds
            : 0;
        memory.LookBefore = putSome ? null : (view.Outstanding, now);
        if (rate <= 0)
        {
            // Nothing is known of the pace yet: soon, if there may be any; but where all messages are gone and tasks are left nothing comes before the next scan.
            var soon = putSome || memory.LookBefore is null || (view.Outstanding == 0 && (view.SinceScan is not { } since || since >= times.BagQuiet));
            return soon ? ShortestPause : Shorter(LongestPause, times.WorkerRead, TimeSpan.FromSeconds(1));
        }

        var pause = TimeSpan.FromSeconds(Math.Max(view.Outstanding / 2.0, 1) / rate);
        return pause < ShortestPause ? ShortestPause : Shorter(pause, LongestPause, times.WorkerRead);
    }

    private BagMemory Begin(StageState stage)
    {
        var now = time.GetTimestamp();
        return new(stage.Id)
        {
            Seen = (0, 0, now),

            // A bag that was begun by another process is looked through first: that process may have died with it.
            LastScan = stage.Created == 0 ? now : null,
            RequestsAtOpening = stage.Created == 0 ? watch.Requests : null,
        };
    }

    private void Note(BagMemory memory, StageState stage, int outstanding, IReadOnlyCollection<WorkerState> workers)
    {
        var counted = workers.SelectMany(worker => worker.Tallies)
            .Where(tally => tally.RunId == stage.RunId && tally.Stage == stage.Id.Number).Sum(tally => (long)tally.Done + tally.Failed);
        if ((memory.Seen.Outstanding, memory.Seen.Counted) != (outstanding, counted))
        {
            memory.Seen = (outstanding, counted, time.GetTimestamp());
        }

        var present = workers.Select(worker => worker.WorkerId).ToHashSet();
        memory.WorkerDied |= memory.Workers.Any(workerId => !present.Contains(workerId));
        memory.Workers = present;
    }

    private bool AreIdle(StageState stage, BagMemory memory, IEnumerable<WorkerState> workers) =>
        time.GetElapsedTime(memory.LastPut) >= times.Heartbeat + times.WorkerRead
        && !workers.Any(worker => worker.Running.Any(task => task.RunId == stage.RunId && task.Stage == stage.Id.Number));

    private static TimeSpan Shorter(params ReadOnlySpan<TimeSpan> pauses)
    {
        var shortest = pauses[0];
        foreach (var pause in pauses)
        {
            shortest = pause < shortest ? pause : shortest;
        }

        return shortest;
    }
}
