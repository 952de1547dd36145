namespace AzurePerf.Core.Experiments.Disks;

/// <summary>What a test of CrystalDiskMark does.</summary>
/// <param name="Pattern">Which block comes next.</param>
/// <param name="BlockBytes">Bytes that one operation moves.</param>
/// <param name="QueueDepth">Operations under way of each thread.</param>
/// <param name="Threads">Threads.</param>
public sealed record DiskTestShape(DiskPattern Pattern, int BlockBytes, int QueueDepth, int Threads)
{
    /// <summary>Operations under way at once: as many clients, each with a thread of its own, stand for the queue.</summary>
    public int Clients => QueueDepth * Threads;

    /// <summary>The definition, from the source of CrystalDiskMark.</summary>
    public static DiskTestShape Of(DiskTest test) => test switch
    {
        DiskTest.Seq1MQ8T1 => new(DiskPattern.Sequential, 1 << 20, 8, 1),
        DiskTest.Seq1MQ1T1 => new(DiskPattern.Sequential, 1 << 20, 1, 1),
        DiskTest.Seq128KQ32T1 => new(DiskPattern.Sequential, 128 << 10, 32, 1),
        DiskTest.Rnd4KQ32T16 => new(DiskPattern.Random, 4 << 10, 32, 16),
        DiskTest.Rnd4KQ32T1 => new(DiskPattern.Random, 4 << 10, 32, 1),
        DiskTest.Rnd4KQ1T1 => new(DiskPattern.Random, 4 << 10, 1, 1),
        _ => throw new ArgumentOutOfRangeException(nameof(test), test, "no such test"),
    };
}

/// <summary>Which block of a file comes next.</summary>
public enum DiskPattern
{
    /// <summary>Of k clients, number c takes the blocks c, c + k, c + 2k and so on, so that all of them together go through the file; then
    /// from the start again.</summary>
    Sequential,

    /// <summary>Any of them, each as likely as any other, drawn again for every operation.</summary>
    Random,
}
