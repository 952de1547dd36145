using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Disks;

namespace AzurePerf.Benchmarks.Disks;

/// <summary>The operations of disk.mark on a file that is there already, because fio works on it too.</summary>
internal sealed class SharedFileProbe(DiskFile file, DiskBlockOptions options, int seed) : IBlockingProbe
{
    private readonly DiskBlocks _blocks = new(file, options, seed);

    public bool Mutates => options.Direction == DiskDirection.Write;

    public int PlannedWireRequests => 0;

    public bool VerifiesContent => false;

    public bool KeepsMachineBusy => true;

    public DiskDirection? UncachedDirection => options.Direction;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task PreparePointAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public OperationResult Execute(Operation operation, CancellationToken cancellationToken) => new(_blocks.MoveNext(operation.Client), WireRequests: 0);

    public ValueTask DisposeAsync()
    {
        _blocks.Dispose();
        return ValueTask.CompletedTask;
    }
}
