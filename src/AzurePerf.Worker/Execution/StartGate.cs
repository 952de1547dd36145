namespace AzurePerf.Worker.Execution;

/// <summary>Where all clients of a point wait until everyone is there, so that they start together.</summary>
internal sealed class StartGate(int clients)
{
    private readonly TaskCompletionSource _allArrived = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _missing = clients;

    /// <summary>Completes when every client waits; fails when one never will.</summary>
    public Task AllArrived => _allArrived.Task;

    /// <summary>Called once by each client; completes when the gate opens.</summary>
    public Task ArriveAsync()
    {
        if (Interlocked.Decrement(ref _missing) == 0)
        {
            _allArrived.TrySetResult();
        }

        return _opened.Task;
    }

    public void Open() => _opened.TrySetResult();

    /// <summary>Tells whoever waits for the clients that one of them broke down.</summary>
    public void Break(Exception exception) => _allArrived.TrySetException(exception);
}
