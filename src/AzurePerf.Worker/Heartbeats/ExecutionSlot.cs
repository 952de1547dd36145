namespace AzurePerf.Worker.Heartbeats;

/// <summary>The one slot of a measure worker.</summary>
internal sealed class ExecutionSlot
{
    /// <summary>How long a message is hidden: fixed, because the get comes before its body is known. Longer executions renew it at half time.</summary>
    public static readonly TimeSpan Visibility = TimeSpan.FromMinutes(10);

    private volatile CurrentExecution? _current;

    /// <summary>What is executed; null when idle.</summary>
    public CurrentExecution? Current
    {
        get => _current;
        set => _current = value;
    }
}
