namespace AzurePerf.TaskManager.Dispatch;

/// <summary>How many tasks of one pool are handed out and not over, over all runs: as many messages must be in its queue, hidden ones included.</summary>
internal sealed class OutstandingTasks
{
    private readonly Dictionary<string, int> _byRun = [];

    public int Total => _byRun.Values.Sum();

    /// <summary>Takes note of one run.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="count">Its tasks that are handed out and not terminal.</param>
    public void Note(string runId, int count)
    {
        if (count == 0)
        {
            _byRun.Remove(runId);
        }
        else
        {
            _byRun[runId] = count;
        }
    }

    /// <summary>Takes note of more tasks of a run.</summary>
    public void Add(string runId, int count) => Note(runId, _byRun.GetValueOrDefault(runId) + count);
}
