using System.Diagnostics.Metrics;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Metrics;

/// <summary>Says once a minute, while a run is open, how many messages wait and how many workers are there. Alerts ask these lines; an idle
/// TaskManager says nothing and counts nothing. How each run stands it repeats more often than metrics are sent.</summary>
internal sealed partial class PoolReport(
    ControlPlane controlPlane, WorkerWatch watch, RunGauges runs, PoolGauges pools, Meter meter, TimeProvider time,
    ILogger<PoolReport> logger)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan RunInterval = TimeSpan.FromSeconds(5);

    private readonly Gauge<long> _open = EngineMetrics.OpenRuns.Gauge<long>(meter);
    private readonly Gauge<long> _messages = EngineMetrics.QueueMessages.Gauge<long>(meter);
    private long _last = time.GetTimestamp();
    private long _lastRuns = time.GetTimestamp();
    private int _lastOpen;

    /// <param name="open">Runs that have not ended, null for one of which nothing was said yet.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task WriteIfDueAsync(IReadOnlyCollection<RunFigures?> open, CancellationToken cancellationToken)
    {
        if (time.GetElapsedTime(_lastRuns) >= RunInterval)
        {
            _lastRuns = time.GetTimestamp();
            foreach (var figures in open.OfType<RunFigures>())
            {
                runs.Record(figures);
            }
        }

        var openRuns = open.Count;
        if (openRuns != _lastOpen)
        {
            _open.Record(_lastOpen = openRuns);
            if (openRuns == 0)
            {
                TakeBackMessages();
            }
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

    /// <summary>Takes everything back because another process leads, and says it: a gauge keeps its last value as long as its
    /// process.</summary>
    public void TakeBack()
    {
        _open.Record(_lastOpen = 0);
        pools.Record([]);
        TakeBackMessages();
    }

    private void TakeBackMessages()
    {
        foreach (var pool in WorkerPool.All)
        {
            _messages.Record(0, new KeyValuePair<string, object?>(MetricTags.Pool, pool));
        }
    }

    /// <summary>The queries in deploy/observability look for this text.</summary>
    [LoggerMessage(Level = LogLevel.Information,
        Message = "Pool {Pool} has about {Messages} messages and {Workers} workers; {OpenRuns} runs are open")]
    private partial void LogPool(string pool, int messages, int workers, int openRuns);
}
