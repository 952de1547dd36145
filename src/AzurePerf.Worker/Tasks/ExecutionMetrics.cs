using System.Diagnostics.Metrics;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Worker.Tasks;

/// <summary>Records how long the messages of this worker's tasks had waited, and how long its executions took.</summary>
internal sealed class ExecutionMetrics(Meter meter, WorkerOptions options, TimeProvider time)
{
    private const string Done = "done";

    private readonly Histogram<double> _age = EngineMetrics.QueueAge.Histogram(meter);
    private readonly Histogram<double> _duration = EngineMetrics.Duration.Histogram(meter);

    /// <summary>Takes note of a claimed task.</summary>
    public void NoteTaken(ReceivedMessage message)
    {
        if (message.PutAt is { } putAt)
        {
            _age.Record(Math.Max((time.GetUtcNow() - putAt).TotalSeconds, 0), Pool);
        }
    }

    /// <summary>Takes note of an execution whose end is stored.</summary>
    /// <param name="task">The task.</param>
    /// <param name="failure">Why it brought no result; null when it did.</param>
    /// <param name="elapsed">Since its turn came.</param>
    public void NoteEnded(TaskKey task, FailureCause? failure, TimeSpan elapsed) =>
        _duration.Record(
            elapsed.TotalSeconds, Pool, new(MetricTags.Stage, task.Stage.ToString()), new(MetricTags.Outcome, failure?.ToString() ?? Done));

    private KeyValuePair<string, object?> Pool => new(MetricTags.Pool, options.Pool);
}
