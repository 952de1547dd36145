namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>
/// Follows the tables of links of an element that grew while other elements were written behind it (HDF4 Specification and Developer's
/// Guide, "Linked block elements"). Each table names the next one and its blocks; 0 names none.
/// </summary>
internal static class LinkedBlocks
{
    /// <summary>References have 16 bits: more blocks than that repeat one.</summary>
    private const int Maximum = ushort.MaxValue;

    /// <param name="cursor">Stands behind the code of the special element.</param>
    public static List<(ReadOnlyMemory<byte> Bytes, int Length)> Find(Descriptors descriptors, ref ByteCursor cursor, string what)
    {
        long missing = cursor.Int32();
        var blockLength = cursor.Int32();
        var perTable = cursor.Int32();
        var table = cursor.UInt16();
        if (missing < 0 || blockLength <= 0 || perTable <= 0)
        {
            throw Damaged(what);
        }

        var blocks = new List<(ReadOnlyMemory<byte> Bytes, int Length)>();
        var seen = new HashSet<ushort>();
        while (missing > 0 && table != 0)
        {
            var links = new ByteCursor(Block(descriptors, table, seen, what).Span, what);
            table = links.UInt16();
            for (var i = 0; i < perTable && missing > 0; i++)
            {
                var reference = links.UInt16();
                var bytes = reference == 0 ? default : Block(descriptors, reference, seen, what);
                var length = (int)Math.Min(missing, reference == 0 ? blockLength : bytes.Length);
                if (length == 0 || blocks.Count == Maximum)
                {
                    throw Damaged(what);
                }

                blocks.Add((bytes, length));
                missing -= length;
            }
        }

        return blocks;
    }

    private static ReadOnlyMemory<byte> Block(Descriptors descriptors, ushort reference, HashSet<ushort> seen, string what) =>
        descriptors.Find(Tag.LinkedBlock, reference) is { IsSpecial: false } block && seen.Add(reference)
            ? block.Bytes
            : throw Damaged(what);

    private static UnreadableFileException Damaged(string what) => new($"The linked blocks of the {what} do not follow one another.");
}
