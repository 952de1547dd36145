namespace AzurePerf.Core.Experiments.Disks;

/// <summary>A test of CrystalDiskMark, in its own notation: sequential or random blocks, their size, operations under way of each thread,
/// threads.</summary>
public enum DiskTest
{
    /// <summary>First of the default set of versions 8 and 9, and of their set for NVMe.</summary>
    Seq1MQ8T1,

    /// <summary>Second of the default set of versions 8 and 9; third of version 5.</summary>
    Seq1MQ1T1,

    /// <summary>First of version 5; second of the set for NVMe.</summary>
    Seq128KQ32T1,

    /// <summary>Third of the set for NVMe.</summary>
    Rnd4KQ32T16,

    /// <summary>Third of the default set of versions 8 and 9; second of version 5.</summary>
    Rnd4KQ32T1,

    /// <summary>Fourth of every set.</summary>
    Rnd4KQ1T1,
}
