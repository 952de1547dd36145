using AzurePerf.Core.Executions;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Executions;
using AzurePerf.TaskManager.Metrics;

namespace AzurePerf.TaskManager.Executions;

/// <summary>Writes down how executions ended, and remembers for a minute what is known of a class.</summary>
internal sealed partial class CachedExecutionStatistics(ExecutionStatisticsStore kinds, ExecutionCounter counter, EngineTimes times,
    TimeProvider time, ILogger<CachedExecutionStatistics> logger)
{
    private const int MostCounted = 1_000;

    private readonly Dictionary<TaskClass, (ExecutionStatistics Statistics, long At)> _windows = [];
    private readonly Queue<string> _counted = [];

    /// <summary>Stores statistics under a name that the same statistics always have: whoever died after it, or had no answer, does it again
    /// and nothing counts twice.</summary>
    public async Task StoreAsync(IReadOnlyList<HourlyStatistics> entries, string batch, CancellationToken cancellationToken)
    {
        foreach (var corrupt in await kinds.AddAsync(entries, batch, cancellationToken))
        {
            LogCorrupt(corrupt);
        }

        Count(entries, batch);
    }

    /// <summary>What is known of a class from the last 24 hours; up to a minute old.</summary>
    public async Task<ExecutionStatistics> WindowAsync(TaskClass taskClass, CancellationToken cancellationToken)
    {
        if (_windows.TryGetValue(taskClass, out var known) && time.GetElapsedTime(known.At) < times.Sweep)
        {
            return known.Statistics;
        }

        var statistics = await kinds.ReadWindowAsync(taskClass, TimeLimit.Window, cancellationToken);
        if (_windows.Count >= 1_000)
        {
            _windows.Clear();
        }

        _windows[taskClass] = (statistics, time.GetTimestamp());
        return statistics;
    }

    /// <summary>The rows know by the batch's name that they have it; so does the counter.</summary>
    private void Count(IReadOnlyList<HourlyStatistics> entries, string batch)
    {
        if (_counted.Contains(batch))
        {
            return;
        }

        _counted.Enqueue(batch);
        if (_counted.Count > MostCounted)
        {
            _counted.Dequeue();
        }

        foreach (var entry in entries)
        {
            counter.Add(entry.TaskClass, entry.Statistics);
        }
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Ended executions cannot be added to a row: {Reason}")]
    private partial void LogCorrupt(string reason);
}
