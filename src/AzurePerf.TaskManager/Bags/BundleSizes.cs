using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Bags;

/// <summary>
/// How many tasks of an open bag share a message, by what its workers have counted so far. Before, which lasts a heartbeat or more, by what
/// its plan expects, or less where its first messages are worked off faster.
/// </summary>
internal sealed class BundleSizes(
    WorkerWatch watch, OutstandingTasks outstanding, TaskManagerOptions options, EngineTimes times, TimeProvider time)
{
    /// <summary>Fewer say less than the plan.</summary>
    private const int LeastDone = 8;

    /// <param name="run">The run.</param>
    /// <param name="stage">Its open bag.</param>
    /// <param name="runtime">What was just seen of it; the pace is noted there, and how long a message takes.</param>
    public int Of(RunState run, StageState stage, BagRuntimeState runtime)
    {
        var workers = watch.Alive.Where(worker => worker.Pool == WorkerPool.Bag).ToArray();
        var tallies = workers.SelectMany(worker => worker.Tallies)
            .Where(tally => tally.RunId == run.RunId && tally.Stage == stage.Id.Number).ToArray();
        var done = tallies.Sum(tally => (long)tally.Done);
        var slots = workers.Sum(worker => worker.Slots) is > 0 and var alive ? alive : options.MostBagSlots;
        runtime.LongestMean = Shorter(runtime.LongestMean, PaceOf(run, runtime, slots));
        var mean = done < LeastDone
            ? Shorter(stage.Expected, runtime.LongestMean)
            : TimeSpan.FromSeconds(tallies.Sum(tally => tally.Seconds) / done);
        var size = BundleSize.Of(mean, times.Heartbeat, stage.Total - stage.Created, slots, options.TasksPerMessage);
        runtime.MessageMean = Longer(mean * size, runtime.LongestMean);
        return size;
    }

    /// <summary>Null where messages of other runs are among those that were worked off, or the bag was opened by another
    /// process.</summary>
    private TimeSpan? PaceOf(RunState run, BagRuntimeState runtime, int slots) =>
        runtime.Put is var (messages, since) && outstanding.TotalOf(WorkerPool.Bag, exceptRun: run.RunId) == 0
            ? BagPace.LongestMean(messages - runtime.Seen.Outstanding, time.GetElapsedTime(since, runtime.LookedAt), slots)
            : null;

    /// <summary>Null where the first is.</summary>
    private static TimeSpan? Longer(TimeSpan? one, TimeSpan? other) => other > one ? other : one;

    private static TimeSpan? Shorter(TimeSpan? one, TimeSpan? other) => one is null || other < one ? other : one;
}
