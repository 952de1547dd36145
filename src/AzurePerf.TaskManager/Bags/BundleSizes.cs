using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Bags;

/// <summary>How many tasks of an open bag share a message, by what its workers have counted so far, and before by what its plan
/// expects.</summary>
internal sealed class BundleSizes(WorkerWatch watch, TaskManagerOptions options, EngineTimes times)
{
    /// <summary>Fewer say less than the plan.</summary>
    private const int LeastDone = 8;

    public int Of(RunState run, StageState stage)
    {
        var workers = watch.Alive.Where(worker => worker.Pool == WorkerPool.Bag).ToArray();
        var tallies = workers.SelectMany(worker => worker.Tallies)
            .Where(tally => tally.RunId == run.RunId && tally.Stage == stage.Id.Number).ToArray();
        var done = tallies.Sum(tally => (long)tally.Done);
        var mean = done < LeastDone ? stage.Expected : TimeSpan.FromSeconds(tallies.Sum(tally => tally.Seconds) / done);
        var slots = workers.Sum(worker => worker.Slots);
        return BundleSize.Of(
            mean, times.Heartbeat, stage.Total - stage.Created, slots > 0 ? slots : options.MostBagSlots, options.TasksPerMessage);
    }
}
