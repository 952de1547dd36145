using System.Diagnostics.Metrics;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Metrics;

/// <summary>Says once a minute, while a run is open, how many messages wait and how many workers are there. Alerts ask these lines; an idle
/// TaskManager says nothing and counts nothing.</summary>
internal sealed partial class PoolReport(
    ControlPlane controlPlane, WorkerWatch watch, Meter meter, TimeProvider time, ILogger<PoolReport> logger)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private readonly Gauge<long> _open = EngineMetrics.OpenRuns.Gauge<long>(meter);
    private readonly Gauge<long> _messages = EngineMetrics.QueueMessages.Gauge<long>(meter);
    private long _last = time.GetTimestamp();
    private int _lastOpen;

    /// <param name="openRuns">Runs that have not ended.</param>
    public async Task WriteIfDueAsync(int openRuns, CancellationToken cancellationToken)
    {
        if (openRuns != _lastOpen)
        {
            _open.Record(_lastOpen = openRuns);
        }

        if (openRuns == 0 || time.GetElapsedTime(_last) < Interval)
        {
            return;
        }

        _last = time.GetTimestamp();
        foreach (var pool in WorkerPool.All)
        {
            var messages = await controlPlane.TasksOf(pool).CountAsync(cancellationToken);
            _messages.Record(messages, new KeyValuePair<string, object?>(MetricTags.Pool, pool));
            var workers = watch.Alive.Count(worker => worker.Pool == pool);
            LogPool(pool, messages, workers, openRuns);
        }
    }

    /// <summary>The queries in deploy/observability look for this text.</summary>
    [LoggerMessage(Level = LogLevel.Information,
        Message = "Pool {Pool} has about {Messages} messages and {Workers} workers; {OpenRuns} runs are open")]
    private partial void LogPool(string pool, int messages, int workers, int openRuns);
}
