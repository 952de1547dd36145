namespace AzurePerf.Worker.Heartbeats;

/// <summary>The one slot of a measure worker.</summary>
internal sealed class ExecutionSlot : IDisposable
{
    /// <summary>How long a message is hidden: fixed, because the get comes before its body is known. Longer executions renew it at half time.</summary>
    public static readonly TimeSpan Visibility = TimeSpan.FromMinutes(10);

    private readonly CancellationTokenSource _ended = new();
    private volatile CurrentExecution? _current;

    /// <summary>What is executed; null when idle.</summary>
    public CurrentExecution? Current
    {
        get => _current;
        set => _current = value;
    }

    /// <summary>Cancelled when nothing will be executed any more and everything is handed back.</summary>
    public CancellationToken Ended => _ended.Token;

    public void End() => _ended.Cancel();

    public void Dispose() => _ended.Dispose();
}
