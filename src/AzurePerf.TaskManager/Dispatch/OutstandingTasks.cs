using AzurePerf.Core.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>How many tasks are handed out and not over, by pool and over all runs: as many messages must be in its queue, hidden ones
/// included.</summary>
internal sealed class OutstandingTasks
{
    private readonly Dictionary<(string Run, string Pool), int> _byRun = [];

    /// <summary>Of all runs.</summary>
    /// <param name="pool">One of <see cref="WorkerPool.All"/>.</param>
    /// <param name="exceptRun">A run that is left out; null for none.</param>
    public int TotalOf(string pool, string? exceptRun = null) =>
        _byRun.Where(entry => entry.Key.Pool == pool && entry.Key.Run != exceptRun).Sum(entry => entry.Value);

    /// <summary>Takes note of one run.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="pool">One of <see cref="WorkerPool.All"/>.</param>
    /// <param name="count">Its tasks that are handed out and not terminal.</param>
    public void Note(string runId, string pool, int count)
    {
        if (count == 0)
        {
            _byRun.Remove((runId, pool));
        }
        else
        {
            _byRun[(runId, pool)] = count;
        }
    }

    /// <summary>Takes note of more tasks of a run.</summary>
    public void Add(string runId, string pool, int count) => Note(runId, pool, _byRun.GetValueOrDefault((runId, pool)) + count);

    /// <summary>Forgets a run that has ended, or that another process carries on.</summary>
    public void Forget(string runId)
    {
        foreach (var pool in WorkerPool.All)
        {
            _byRun.Remove((runId, pool));
        }
    }
}
