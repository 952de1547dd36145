using System.Text.Json.Serialization;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Targets;

namespace AzurePerf.Core.Experiments.Disks;

/// <summary>What the experiments are told that measure the worker's own disk.</summary>
public abstract record DiskOptions : MeasurementOptions
{
    /// <summary>Files are made of whole ones.</summary>
    public const int FileUnitBytes = 1 << 20;

    private const long LargestFileBytes = 64L << 30;

    [Parameter("What is done with the blocks of the file: read or write.", Factor = true)]
    public DiskDirection Direction { get; init; } = DiskDirection.Read;

    [Parameter(
        "When a write counts as done: none when the device has taken it, perhaps into a cache of its own, dsync when it would survive a "
            + "loss of power.")]
    public DiskDurability Durability { get; init; } = DiskDurability.None;

    [Parameter(
        "Size of the file, a multiple of 1 MiB: it is written in full with random bytes before it is measured, and is gone afterwards.",
        Unit = "B", Minimum = FileUnitBytes, Maximum = LargestFileBytes, Factor = true)]
    public long FileBytes { get; init; } = 1L << 30;

    [JsonIgnore]
    public override TargetKind Target => MachineTarget.Kind;

    [JsonIgnore]
    public override bool NeedsLinux => true;

    [JsonIgnore]
    public override bool FixesClients => true;

    // Half of what a hard disk does: 100 operations and 50 MB each second.
    protected override OperationPace Pace => new(0.02, 50, 25e6, 25e6);

    public override IEnumerable<ParameterFault> Faults()
    {
        foreach (var fault in base.Faults().Concat(NeedsClosedLoop("an operation on a disk keeps a thread until it ends")))
        {
            yield return fault;
        }

        if (FileBytes % FileUnitBytes != 0)
        {
            yield return new("fileBytes", "must be a multiple of 1 MiB (1048576)");
        }

        if (Durability == DiskDurability.Dsync && Direction == DiskDirection.Read)
        {
            yield return new("durability", "must be none where direction has read: it says when a write counts as done");
        }
    }
}

/// <summary>When a write counts as done.</summary>
public enum DiskDurability
{
    /// <summary>When the device has taken it, perhaps into a cache of its own, as CrystalDiskMark has it.</summary>
    None,

    /// <summary>When it would survive a loss of power (O_DSYNC).</summary>
    Dsync,
}
