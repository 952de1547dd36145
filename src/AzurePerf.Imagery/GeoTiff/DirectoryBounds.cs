using System.Buffers.Binary;

namespace AzurePerf.Imagery.GeoTiff;

/// <summary>
/// Looks at the first directory of a TIFF before the library does, which makes room for as many numbers as a tag claims, and as many strips
/// or tiles as the size of the image needs: damage of four bytes would cost gigabytes of memory. Strips or tiles that share their bytes,
/// each as long as the file, would cost hours.
/// </summary>
internal static class DirectoryBounds
{
    private const int Columns = 256;
    private const int Rows = 257;
    private const int StripOffsets = 273;
    private const int Bands = 277;
    private const int RowsPerStrip = 278;
    private const int StripBytes = 279;
    private const int Planes = 284;
    private const int TileColumns = 322;
    private const int TileRows = 323;
    private const int TileOffsets = 324;
    private const int TileBytes = 325;
    private const int Depth = 32997;
    private const int Short = 3;
    private const int Long = 4;
    private const int SeparatePlanes = 2;

    /// <summary>Throws unless each list of the directory lies within the file, and names all strips or tiles with their bytes.</summary>
    /// <exception cref="UnreadableFileException">The file is no classic TIFF of little-endian numbers, a list ends outside, or the image
    /// has more strips or tiles than are listed, or than have room in the file.</exception>
    public static void Demand(ReadOnlySpan<byte> file)
    {
        if (file is [(byte)'I', (byte)'I', 43, 0, ..])
            throw new UnreadableFileException("The file is a BigTIFF, which is not read: write a classic one.");
        if (file.Length < 16 || file[0] != 'I' || file[1] != 'I' || file[2] != 42 || file[3] != 0)
            throw new UnreadableFileException("The file is no TIFF of little-endian numbers.");
        long directory = BinaryPrimitives.ReadUInt32LittleEndian(file[4..]);
        if (directory + 2 > file.Length)
            throw new UnreadableFileException("The TIFF ends before its directory.");
        var entries = BinaryPrimitives.ReadUInt16LittleEndian(file[(int)directory..]);
        if (directory + 2 + entries * 12L > file.Length)
            throw new UnreadableFileException("The TIFF ends within its directory.");
        var size = new Dictionary<int, long>();
        for (var entry = 0; entry < entries; entry++)
        {
            var field = file[((int)directory + 2 + entry * 12)..];
            var tag = BinaryPrimitives.ReadUInt16LittleEndian(field);
            var type = BinaryPrimitives.ReadUInt16LittleEndian(field[2..]);
            var count = BinaryPrimitives.ReadUInt32LittleEndian(field[4..]);
            var bytes = count * SizeOf(type);
            if (bytes > 4 && BinaryPrimitives.ReadUInt32LittleEndian(field[8..]) + bytes > file.Length)
                throw new UnreadableFileException($"The list of tag {tag} ends outside the file.");
            if (tag is StripOffsets or TileOffsets)
                Note(size, tag, type is Short or Long ? count : 0);
            else if (tag is StripBytes or TileBytes)
                Note(size, tag, Sum(file, field, tag, type, count));
            else if (tag is Columns or Rows or Bands or RowsPerStrip or Planes or TileColumns or TileRows or Depth)
                Note(size, tag, Number(field, tag, type, count));
        }

        DemandPieces(size);
    }

    private static void Note(Dictionary<int, long> size, int tag, long value)
    {
        if (!size.TryAdd(tag, value))
            throw new UnreadableFileException($"The TIFF has tag {tag} twice.");
    }

    private static long Number(ReadOnlySpan<byte> field, int tag, int type, uint count)
    {
        var bytes = field[8..];
        var value = type == Short ? BinaryPrimitives.ReadUInt16LittleEndian(bytes) : BinaryPrimitives.ReadUInt32LittleEndian(bytes);
        // All rows in one strip may be said so. Other large numbers are negative to the library.
        return type is Short or Long && count == 1 && (value <= int.MaxValue || (tag == RowsPerStrip && value == uint.MaxValue))
            ? value
            : throw new UnreadableFileException($"Tag {tag} of the TIFF is not one number of a possible size.");
    }

    private static long Sum(ReadOnlySpan<byte> file, ReadOnlySpan<byte> field, int tag, int type, uint count)
    {
        if (type is not (Short or Long))
            throw new UnreadableFileException($"Tag {tag} of the TIFF is no list of possible numbers.");
        var bytes = (int)(count * SizeOf(type));
        var list = bytes > 4 ? file.Slice((int)BinaryPrimitives.ReadUInt32LittleEndian(field[8..]), bytes) : field.Slice(8, bytes);
        var sum = 0L;
        for (; !list.IsEmpty; list = list[(int)SizeOf(type)..])
            sum += type == Short ? BinaryPrimitives.ReadUInt16LittleEndian(list) : BinaryPrimitives.ReadUInt32LittleEndian(list);
        return sum <= file.Length ? sum : throw new UnreadableFileException("The strips or tiles of the TIFF are longer than the file.");
    }

    private static void DemandPieces(Dictionary<int, long> size)
    {
        var isTiled = size.ContainsKey(TileColumns) || size.ContainsKey(TileRows);
        var (columns, rows) = (size.GetValueOrDefault(Columns), size.GetValueOrDefault(Rows));
        var pieces = isTiled
            ? HowMany(columns, size.GetValueOrDefault(TileColumns)) * HowMany(rows, size.GetValueOrDefault(TileRows))
            : HowMany(rows, size.GetValueOrDefault(RowsPerStrip, uint.MaxValue));
        var planes = size.GetValueOrDefault(Planes) == SeparatePlanes ? size.GetValueOrDefault(Bands, 1) : 1;
        var listed = Math.Max(size.GetValueOrDefault(StripOffsets), size.GetValueOrDefault(TileOffsets));
        if (pieces > listed || pieces * planes > listed)
            throw new UnreadableFileException("The TIFF has more strips or tiles than it lists.");
        // The library would take each for as long as the file.
        if (!size.ContainsKey(StripBytes) && !size.ContainsKey(TileBytes))
            throw new UnreadableFileException("The TIFF does not say how long its strips or tiles are.");
        if (size.GetValueOrDefault(Depth, 1) != 1)
            throw new UnreadableFileException("The TIFF has more than two dimensions.");
    }

    private static long HowMany(long cells, long perPiece) => (cells + Math.Max(1, perPiece) - 1) / Math.Max(1, perPiece);

    private static long SizeOf(int type) => type switch
    {
        3 or 8 => 2,
        4 or 9 or 11 or 13 => 4,
        5 or 10 or 12 or 16 or 17 or 18 => 8,
        _ => 1,
    };
}
