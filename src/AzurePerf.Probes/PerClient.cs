using AzurePerf.Core.Probes;

namespace AzurePerf.Probes;

/// <summary>One ready-made object per simulated client, and its warm-up twin, so that no operation has to make one.</summary>
internal sealed class PerClient<T>
{
    private readonly T[] _measured;
    private readonly T[] _warmUp;

    public PerClient(int clients, Func<int, T> measured, Func<int, T> warmUp)
    {
        _measured = [.. Enumerable.Range(0, clients).Select(measured)];
        _warmUp = [.. Enumerable.Range(0, clients).Select(warmUp)];
    }

    public T For(Operation operation) => operation.WarmUp ? _warmUp[operation.Client] : _measured[operation.Client];
}
