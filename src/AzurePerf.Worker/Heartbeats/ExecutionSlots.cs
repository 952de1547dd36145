namespace AzurePerf.Worker.Heartbeats;

/// <summary>What this process executes just now: one task in a measure worker, up to as many as it has slots in a bag worker.</summary>
internal sealed class ExecutionSlots
{
    private readonly Lock _lock = new();
    private readonly List<CurrentExecution> _current = [];

    /// <summary>The executions under way.</summary>
    public IReadOnlyList<CurrentExecution> Current
    {
        get
        {
            lock (_lock)
            {
                return [.. _current];
            }
        }
    }

    public void Enter(CurrentExecution execution)
    {
        lock (_lock)
        {
            _current.Add(execution);
        }
    }

    /// <summary>One execution follows another in its slot: at no moment is neither listed.</summary>
    public void Replace(CurrentExecution ended, CurrentExecution next)
    {
        lock (_lock)
        {
            _current[_current.IndexOf(ended)] = next;
        }
    }

    public void Leave(CurrentExecution execution)
    {
        lock (_lock)
        {
            _current.Remove(execution);
        }
    }
}
