namespace AzurePerf.Core.Experiments.Disks;

/// <summary>What is done with the blocks of a file.</summary>
public enum DiskDirection
{
    /// <summary>They are read.</summary>
    Read,

    /// <summary>They are written, over what is there.</summary>
    Write,
}
