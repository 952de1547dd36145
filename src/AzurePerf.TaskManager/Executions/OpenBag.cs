using AzurePerf.Core.Executions;
using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Executions;

/// <summary>How long executions of an open bag took that this process stopped for their time: its rows are counted when it is closed.
/// Losing it makes slow executions seem rarer.</summary>
/// <param name="bag">The bag.</param>
internal sealed class StoppedExecutions(StageId bag)
{
    private readonly Dictionary<string, ExecutionStatistics> _bySku = [];

    public StageId Bag => bag;

    /// <param name="task">The task, as it was executed.</param>
    /// <param name="elapsed">Since its own work began.</param>
    public void Add(BenchmarkTask task, TimeSpan elapsed) => _bySku[task.Sku] = Of(task.Sku).Plus(
        ExecutionStatistics.OfEnd(FailureCause.TimedOut, isRepeated: task.Failures.TimedOut > 0, stoppedAfter: elapsed));

    /// <summary>On one kind of machine.</summary>
    public ExecutionStatistics Of(string sku) => _bySku.GetValueOrDefault(sku, ExecutionStatistics.Empty);
}
