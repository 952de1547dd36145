using System.Buffers.Binary;

namespace AzurePerf.Imagery.GeoTiff;

/// <summary>
/// Looks at the first directory of a TIFF before the library does, which makes room for as many numbers as a tag claims: a damaged count of
/// four bytes would cost gigabytes of memory.
/// </summary>
internal static class DirectoryBounds
{
    /// <summary>Throws unless each list of the directory lies within the file.</summary>
    /// <exception cref="UnreadableFileException">The file is no classic TIFF of little-endian numbers, or a list ends outside.</exception>
    public static void Demand(ReadOnlySpan<byte> file)
    {
        if (file.Length < 16 || file[0] != 'I' || file[1] != 'I' || file[2] != 42 || file[3] != 0)
            throw new UnreadableFileException("The file is no TIFF of little-endian numbers.");
        long directory = BinaryPrimitives.ReadUInt32LittleEndian(file[4..]);
        if (directory + 2 > file.Length)
            throw new UnreadableFileException("The TIFF ends before its directory.");
        var entries = BinaryPrimitives.ReadUInt16LittleEndian(file[(int)directory..]);
        if (directory + 2 + entries * 12L > file.Length)
            throw new UnreadableFileException("The TIFF ends within its directory.");
        for (var entry = 0; entry < entries; entry++)
        {
            var field = file[((int)directory + 2 + entry * 12)..];
            var size = BinaryPrimitives.ReadUInt32LittleEndian(field[4..]) * SizeOf(BinaryPrimitives.ReadUInt16LittleEndian(field[2..]));
            if (size > 4 && BinaryPrimitives.ReadUInt32LittleEndian(field[8..]) + size > file.Length)
                throw new UnreadableFileException(
                    $"The list of tag {BinaryPrimitives.ReadUInt16LittleEndian(field)} ends outside the file.");
        }
    }

    private static long SizeOf(int type) => type switch
    {
        3 or 8 => 2,
        4 or 9 or 11 or 13 => 4,
        5 or 10 or 12 or 16 or 17 or 18 => 8,
        _ => 1,
    };
}
