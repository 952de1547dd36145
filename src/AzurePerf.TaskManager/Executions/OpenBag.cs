using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Executions;

/// <summary>What this process knows of an open bag by which its executions are judged, besides what workers have counted.</summary>
/// <param name="bag">The bag.</param>
internal sealed class OpenBag(StageId bag)
{
    private readonly Dictionary<string, ExecutionStatistics> _stopped = [];

    public StageId Id => bag;

    /// <summary>Whether tasks of it may wait for a slot, as of the last look.</summary>
    public bool TasksWait { get; set; } = true;

    /// <summary>Notes an execution that this process stopped for its time: the rows are counted when the bag is closed. Losing it
    /// makes slow executions seem rarer.</summary>
    /// <param name="task">The task, as it was executed.</param>
    /// <param name="elapsed">Since its own work began.</param>
    public void AddStopped(BenchmarkTask task, TimeSpan elapsed) => _stopped[task.Sku] = StoppedOn(task.Sku).Plus(
        ExecutionStatistics.OfEnd(FailureCause.TimedOut, isRepeated: task.Failures.TimedOut > 0, stoppedAfter: elapsed));

    /// <summary>How long those took that were stopped on one kind of machine.</summary>
    public ExecutionStatistics StoppedOn(string sku) => _stopped.GetValueOrDefault(sku, ExecutionStatistics.Empty);
}
