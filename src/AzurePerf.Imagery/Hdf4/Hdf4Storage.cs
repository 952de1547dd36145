namespace AzurePerf.Imagery.Hdf4;

/// <summary>How the data of a new set are stored in the file. Readers see no difference but size and speed. Made granules are deflated; the
/// other forms are those of archives, so that tests can write what is read from there.</summary>
public sealed record Hdf4Storage
{
    private Hdf4Storage()
    {
    }

    /// <summary>As they are.</summary>
    public static Hdf4Storage Plain { get; } = new();

    internal int? Level { get; private init; }

    internal int[]? Chunk { get; private init; }

    internal int? BlockBytes { get; private init; }

    /// <summary>Deflated as one piece.</summary>
    /// <param name="level">0 (not at all) to 9 (smallest).</param>
    public static Hdf4Storage Deflate(int level = 6) => new() { Level = Checked(level) };

    /// <summary>In blocks of one shape, each an element of its own.</summary>
    /// <param name="lengths">Elements along each axis, at least 1 and no more than the axis has.</param>
    internal static Hdf4Storage Chunked(params int[] lengths) => new() { Chunk = lengths };

    /// <summary>In blocks of one shape, each deflated.</summary>
    /// <param name="level">0 (not at all) to 9 (smallest).</param>
    /// <param name="lengths">Elements along each axis, at least 1 and no more than the axis has.</param>
    internal static Hdf4Storage ChunkedDeflate(int level, params int[] lengths) => new() { Level = Checked(level), Chunk = lengths };

    /// <summary>In pieces that a table links, as sets are that grew.</summary>
    /// <param name="blockBytes">Bytes in one piece, at least 1.</param>
    internal static Hdf4Storage Linked(int blockBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(blockBytes);
        return new() { BlockBytes = blockBytes };
    }

    private static int Checked(int level)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(level);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(level, 9);
        return level;
    }
}
