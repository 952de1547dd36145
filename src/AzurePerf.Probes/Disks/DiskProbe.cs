using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets.Machine;

namespace AzurePerf.Probes.Disks;

/// <summary>What the probes of the worker's own disk have in common: a file of their own, which nobody else sees.</summary>
internal abstract class DiskProbe(DiskOptions options, ProbeScope scope) : IProbeSetup
{
    private readonly List<DiskFile> _files = [];

    public bool Mutates => options.Direction == DiskDirection.Write;

    public int PlannedWireRequests => 0;

    /// <summary>The time of a verification is no part of the operation, so that its share is not worth a note.</summary>
    public bool VerifiesContent => false;

    public bool KeepsMachineBusy => true;

    public DiskDirection? UncachedDirection => options.Direction;

    protected int Seed => scope.Seed;

    public Task PrepareDatasetAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <exception cref="NotSupportedException">This worker cannot do it.</exception>
    /// <exception cref="IOException">There is too little space, or the disk fails.</exception>
    public Task PreparePointAsync(CancellationToken cancellationToken) =>
        Task.Run(() => Use(Create(options.FileBytes, cancellationToken)), cancellationToken);

    public virtual ValueTask DisposeAsync()
    {
        _files.ForEach(file => file.Dispose());
        return ValueTask.CompletedTask;
    }

    /// <summary>Gets ready to work on the file that is measured.</summary>
    protected abstract void Use(DiskFile file);

    /// <summary>A file that is gone with the probe.</summary>
    protected DiskFile Create(long bytes, CancellationToken cancellationToken)
    {
        var file = DiskFile.Create(scope.DiskDirectory, bytes, options.Durability == DiskDurability.Dsync, Seed, cancellationToken);
        _files.Add(file);
        return file;
    }
}
