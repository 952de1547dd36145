using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Probes;

namespace AzurePerf.Probes.Disks;

/// <summary>disk.warm: one operation is one pass over the whole file. The warm-up goes over a small file of its own, so that the first pass
/// is the first touch.</summary>
internal sealed class DiskWarmProbe(DiskWarmOptions options, ProbeScope scope) : DiskProbe(options, scope), IStreamProbe
{
    private Pass? _measured;
    private Pass? _warmUp;

    public int MoveBlock(Operation operation, CancellationToken cancellationToken)
    {
        if (operation.WarmUp)
        {
            // So that the first touch is not also the time to make a buffer.
            _measured!.Blocks.MakeReady(0);
        }

        return (operation.WarmUp ? _warmUp! : _measured!).MoveBlock(operation.Index);
    }

    protected override void Use(DiskFile file)
    {
        _warmUp = new(Create(DiskOptions.FileUnitBytes, CancellationToken.None), options, Seed);
        _measured = new(file, options, Seed);
    }

    public override ValueTask DisposeAsync()
    {
        _warmUp?.Blocks.Dispose();
        _measured?.Blocks.Dispose();
        return base.DisposeAsync();
    }

    private sealed class Pass(DiskFile file, DiskWarmOptions options, int seed)
    {
        private long _pass = -1;
        private long _moved;

        public DiskBlocks Blocks { get; } = new(
            file,
            new()
            {
                Pattern = DiskPattern.Sequential,
                BlockBytes = options.BlockBytes,
                Direction = options.Direction,
                FileBytes = file.Bytes,
            },
            seed);

        /// <summary>The next block of a pass, or 0 after its last.</summary>
        public int MoveBlock(long pass)
        {
            if (_pass != pass)
            {
                (_pass, _moved) = (pass, 0);
            }

            if (_moved + options.BlockBytes > file.Bytes)
            {
                return 0;
            }

            _moved += Blocks.MoveNext(0);
            Blocks.Verify(0);
            return options.BlockBytes;
        }
    }
}
