using System.Diagnostics.Metrics;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Metrics;

namespace AzurePerf.TaskManager.Metrics;

/// <summary>Counts executions by class and by how they ended, beside the rows that keep the same for reports.</summary>
internal sealed partial class ExecutionCounter(Meter meter, ILogger<ExecutionCounter> logger)
{
    /// <summary>The outcome of an execution with a result.</summary>
    private const string Done = "done";

    private readonly Counter<long> _ended = EngineMetrics.Executions.Counter(meter);

    public void Add(TaskClass taskClass, ExecutionStatistics statistics)
    {
        if (!_ended.Enabled && !logger.IsEnabled(LogLevel.Information))
        {
            return;
        }

        var name = taskClass.ToString();
        if (statistics.Successes > 0)
        {
            Add(name, Done, statistics.Successes);
        }

        foreach (var (cause, count) in statistics.Causes)
        {
            Add(name, cause.ToString(), count);
        }
    }

    private void Add(string taskClass, string outcome, long count)
    {
        _ended.Add(count, new KeyValuePair<string, object?>(MetricTags.TaskClass, taskClass), new(MetricTags.Outcome, outcome));
        LogEnded(count, taskClass, outcome);
    }

    /// <summary>The queries in deploy/observability look for this text.</summary>
    [LoggerMessage(Level = LogLevel.Information, Message = "{Count} executions of {TaskClass} ended: {Outcome}")]
    private partial void LogEnded(long count, string taskClass, string outcome);
}
