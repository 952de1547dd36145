using System.Diagnostics.Metrics;
using AzurePerf.Core.Kinds;
using AzurePerf.Core.Metrics;

namespace AzurePerf.TaskManager.Metrics;

/// <summary>Counts executions by kind and by how they ended, beside the rows that keep the same for reports.</summary>
internal sealed partial class ExecutionCounter(Meter meter, ILogger<ExecutionCounter> logger)
{
    /// <summary>The outcome of an execution with a result.</summary>
    private const string Done = "done";

    private readonly Counter<long> _ended = EngineMetrics.Executions.Counter(meter);

    public void Add(KindKey kind, KindTally tally)
    {
        if (!_ended.Enabled && !logger.IsEnabled(LogLevel.Information))
        {
            return;
        }

        var name = kind.ToString();
        if (tally.Successes > 0)
        {
            Add(name, Done, tally.Successes);
        }

        foreach (var (cause, count) in tally.Causes)
        {
            Add(name, cause.ToString(), count);
        }
    }

    private void Add(string kind, string outcome, long count)
    {
        _ended.Add(count, new KeyValuePair<string, object?>(MetricTags.Kind, kind), new(MetricTags.Outcome, outcome));
        LogEnded(count, kind, outcome);
    }

    /// <summary>The queries in deploy/observability look for this text.</summary>
    [LoggerMessage(Level = LogLevel.Information, Message = "{Count} executions of {Kind} ended: {Outcome}")]
    private partial void LogEnded(long count, string kind, string outcome);
}
