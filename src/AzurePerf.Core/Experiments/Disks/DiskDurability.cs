namespace AzurePerf.Core.Experiments.Disks;

/// <summary>When a write counts as done.</summary>
public enum DiskDurability
{
    /// <summary>When the device has taken it, perhaps into a cache of its own, as CrystalDiskMark has it.</summary>
    None,

    /// <summary>When it would survive a loss of power (O_DSYNC).</summary>
    Dsync,
}
