namespace AzurePerf.Imagery.Hdf4.Stored;

/// <summary>
/// The head of an element that is not stored as it is: how, how long it is when read, and where its compressed data are
/// (HDF4 Specification and Developer's Guide, "Linked block elements", "Compressed elements").
/// </summary>
internal readonly record struct SpecialElement(short Code, long Length, ushort Reference, bool IsDeflated)
{
    public static SpecialElement Read(ref ByteCursor cursor, string what)
    {
        var code = cursor.Int16();
        return code switch
        {
            Tag.SpecialLinked => new(code, NotNegative(cursor.Int32(), what), 0, false),
            Tag.SpecialCompressed => Compressed(ref cursor, what),
            Tag.SpecialChunked => throw new UnreadableFileException($"The {what} is chunked, which only data sets may be."),
            _ => throw new UnreadableFileException($"The {what} is stored in a way that is not read here: special element {code}."),
        };
    }

    /// <summary>The model (always the standard one), the coding and its parameters.</summary>
    public static bool ReadIsDeflated(ref ByteCursor cursor, string what)
    {
        _ = cursor.UInt16();
        var coding = cursor.UInt16();
        return coding is Tag.CodingNone or Tag.CodingDeflate
            ? coding == Tag.CodingDeflate
            : throw new UnreadableFileException($"The {what} is compressed in a way that is not read here: coding {coding}.");
    }

    private static SpecialElement Compressed(ref ByteCursor cursor, string what)
    {
        _ = cursor.UInt16();
        var length = NotNegative(cursor.Int32(), what);
        var reference = cursor.UInt16();
        return new(Tag.SpecialCompressed, length, reference, ReadIsDeflated(ref cursor, what));
    }

    private static int NotNegative(int length, string what) => length >= 0
        ? length
        : throw new UnreadableFileException($"The {what} has a negative length.");
}
