namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>How chunks of one shape lie in a data set of another. In both the last axis varies fastest; chunks may stand out.</summary>
internal sealed class ChunkShape(int[] dimensions, int[] chunk)
{
    public int Rank => dimensions.Length;

    /// <summary>Elements of one chunk, those that stand out included; <see cref="long.MaxValue"/> when nobody could hold them.</summary>
    public long ChunkElements { get; } = Product(chunk);

    /// <summary>Whether one chunk is the data set.</summary>
    public bool IsWhole { get; } = dimensions.AsSpan().SequenceEqual(chunk);

    /// <summary>Rows along the last axis in all chunks together, each of which is copied by itself.</summary>
    public long RowCount => Product(dimensions[..^1]) * Chunks(Rank - 1);

    /// <summary>How many chunks an axis takes.</summary>
    public int Chunks(int axis) => (int)(((long)dimensions[axis] + chunk[axis] - 1) / chunk[axis]);

    /// <summary>The number of a chunk among all, or null when it lies outside. <paramref name="origin"/> counts chunks.</summary>
    public long? Index(ReadOnlySpan<int> origin)
    {
        long index = 0;
        for (var axis = 0; axis < origin.Length; axis++)
        {
            if (origin[axis] < 0 || origin[axis] >= Chunks(axis))
            {
                return null;
            }

            index = (index * Chunks(axis)) + origin[axis];
        }

        return index;
    }

    /// <summary>Copies what of a chunk lies in the data set.</summary>
    public void Place(ReadOnlySpan<byte> from, ReadOnlySpan<int> origin, Span<byte> into, int size)
    {
        foreach (var (inChunk, inSet, length) in Rows(origin.ToArray()))
        {
            from.Slice(inChunk * size, length * size).CopyTo(into[(inSet * size)..]);
        }
    }

    /// <summary>Copies the part of a data set that a chunk covers.</summary>
    public void Cut(ReadOnlySpan<byte> from, ReadOnlySpan<int> origin, Span<byte> into, int size)
    {
        foreach (var (inChunk, inSet, length) in Rows(origin.ToArray()))
        {
            from.Slice(inSet * size, length * size).CopyTo(into[(inChunk * size)..]);
        }
    }

    /// <summary>Rows along the last axis that a chunk and the data set share: where each begins in either, and its length.</summary>
    private IEnumerable<(int InChunk, int InSet, int Length)> Rows(int[] origin)
    {
        var last = Rank - 1;
        var start = origin.Select((number, axis) => number * chunk[axis]).ToArray();
        var extent = start.Select((first, axis) => Math.Min(chunk[axis], dimensions[axis] - first)).ToArray();
        var at = new int[Rank];
        while (true)
        {
            var (inChunk, inSet) = (0, 0);
            for (var axis = 0; axis < Rank; axis++)
            {
                inChunk = (inChunk * chunk[axis]) + at[axis];
                inSet = (inSet * dimensions[axis]) + start[axis] + at[axis];
            }

            yield return (inChunk, inSet, extent[last]);
            var moved = last - 1;
            while (moved >= 0 && ++at[moved] == extent[moved])
            {
                at[moved--] = 0;
            }

            if (moved < 0)
            {
                yield break;
            }
        }
    }

    private static long Product(int[] lengths)
    {
        long product = 1;
        foreach (var length in lengths)
        {
            product = product > int.MaxValue ? long.MaxValue / int.MaxValue : product * length;
        }

        return product;
    }
}
