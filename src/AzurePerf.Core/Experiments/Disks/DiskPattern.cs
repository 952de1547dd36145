namespace AzurePerf.Core.Experiments.Disks;

/// <summary>Which block of a file comes next.</summary>
public enum DiskPattern
{
    /// <summary>Of k clients, number c takes the blocks c, c + k, c + 2k and so on, so that all of them together go through the file; then from the start again.</summary>
    Sequential,

    /// <summary>Any of them, each as likely as any other, drawn again for every operation.</summary>
    Random,
}
