namespace AzurePerf.Worker.Execution;

/// <summary>Where all clients of a point wait until everyone is there, so that they start together.</summary>
/// <remarks>
/// A place per client, made beforehand, instead of one task for all: completing a task with many continuations puts them into the local
/// queue of the thread that does it, which may have to grow for them, and that would be memory of the measured window.
/// </remarks>
internal sealed class StartGate(int clients)
{
    private readonly TaskCompletionSource _allArrived = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly GateWaiter[] _places = [.. Enumerable.Range(0, clients).Select(_ => new GateWaiter())];
    private int _missing = clients;
    private int _opened;

    /// <summary>Completes when every client waits; fails when one never will.</summary>
    public Task AllArrived => _allArrived.Task;

    /// <summary>Called once by each client; completes when the gate opens.</summary>
    public ValueTask ArriveAsync(int client)
    {
        if (Interlocked.Decrement(ref _missing) == 0)
        {
            _allArrived.TrySetResult();
        }

        return _places[client].WaitAsync();
    }

    /// <summary>Lets everyone go, also those who arrive later. Further calls change nothing.</summary>
    public void Open()
    {
        if (Interlocked.Exchange(ref _opened, 1) == 0)
        {
            foreach (var place in _places)
            {
                ThreadPool.UnsafeQueueUserWorkItem(place, preferLocal: false);
            }
        }
    }

    /// <summary>Tells whoever waits for the clients that one of them broke down.</summary>
    public void Break(Exception exception) => _allArrived.TrySetException(exception);
}
