namespace AzurePerf.Core.Experiments.Disks;

/// <summary>What the probe of <see cref="DiskMarkOptions"/> is told: blocks of one size, read or written by as many clients as operations are to be under way.</summary>
public sealed record DiskBlockOptions : DiskOptions
{
    /// <summary>Which block comes next.</summary>
    public required DiskPattern Pattern { get; init; }

    /// <summary>Bytes that one operation moves; divides the file.</summary>
    public required int BlockBytes { get; init; }

    /// <inheritdoc cref="DiskMarkOptions.RestSeconds"/>
    public double RestSeconds { get; init; }

    public override double RestSecondsBefore => RestSeconds;

    protected override long PayloadBytes => BlockBytes;
}
