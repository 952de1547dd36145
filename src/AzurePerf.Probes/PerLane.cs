using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Storage;

namespace AzurePerf.Probes;

/// <summary>One ready-made object per lane of each simulated client, and its warm-up twin, so that no operation has to make one.</summary>
internal sealed class PerLane<T>
{
    private readonly StorageTarget _target;
    private readonly T[] _measured;
    private readonly T[] _warmUp;

    public PerLane(StorageTarget target, Func<MeasuredLane, T> measured, Func<MeasuredLane, T> warmUp)
    {
        _target = target;
        _measured = [.. target.Lanes.Select(measured)];
        _warmUp = [.. target.Lanes.Select(warmUp)];
    }

    public T For(Operation operation) => (operation.WarmUp ? _warmUp : _measured)[_target.NumberOf(operation)];
}
