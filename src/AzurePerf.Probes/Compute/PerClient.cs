namespace AzurePerf.Probes.Compute;

/// <summary>What each client of a kernel works on, of its own.</summary>
/// <param name="clients">How many clients there are.</param>
/// <param name="make">Makes what a client works on, from the client's number.</param>
internal sealed class PerClient<T>(int clients, Func<int, T> make) : IDisposable
    where T : class, IDisposable
{
    private readonly T?[] _made = new T?[clients];

    /// <summary>Made at the client's first operation by the thread that works on it, so that it lies in the memory of its processor.
    /// The first operation is a warm-up: the options see to that.</summary>
    public T this[int client] => _made[client] ??= make(client);

    public void Dispose()
    {
        foreach (var made in _made)
        {
            made?.Dispose();
        }
    }
}
