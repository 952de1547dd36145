using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Disks;

/// <summary>disk.mark: one operation moves one block of a file that all clients share. The discarded pass of a test is over the same file:
/// that is what it warms up.</summary>
internal sealed class DiskMarkProbe(DiskBlockOptions options, ProbeScope scope) : DiskProbe(options, scope), IBlockingProbe
{
    private DiskBlocks? _blocks;

    protected override void Use(DiskFile file) => _blocks = new(file, options, Seed);

    public OperationResult Execute(Operation operation, CancellationToken cancellationToken) =>
        new(_blocks!.MoveNext(operation.Client), WireRequests: 0);

    public void Verify(Operation operation) => _blocks!.Verify(operation.Client);

    public override ValueTask DisposeAsync()
    {
        _blocks?.Dispose();
        return base.DisposeAsync();
    }
}
