using System.Globalization;

namespace AzurePerf.Sandbox.Processes;

/// <summary>A line of /proc/ID/maps, such as "7f00-7f10 rw-s 00000100 fe:00 1234  /folder/file (deleted)".</summary>
/// <param name="Range">Its name in /proc/ID/map_files.</param>
/// <param name="Path">With " (deleted)" where no folder lists it.</param>
internal readonly record struct MappedFile(ulong Device, ulong Inode, long Bytes, string Range, string Path)
{
    private const string Deleted = " (deleted)";

    public bool IsDeleted => Path.EndsWith(Deleted, StringComparison.Ordinal);

    /// <summary>Null for memory of no file. The bytes reach from the file's beginning to the end of what is mapped.</summary>
    public static MappedFile? Parse(string line)
    {
        var words = line.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries);
        if (words.Length < 5 || !ulong.TryParse(words[4], NumberStyles.None, CultureInfo.InvariantCulture, out var inode) || inode == 0)
        {
            return null;
        }

        var range = words[0].Split('-');
        var device = words[3].Split(':');
        return new(
            Hex(device[0]) | (Hex(device[1]) << 32), inode, (long)(Hex(range[1]) - Hex(range[0]) + Hex(words[2])),
            string.Create(CultureInfo.InvariantCulture, $"{Hex(range[0]):x}-{Hex(range[1]):x}"),
            words.Length > 5 ? words[5].TrimStart() : "");
    }

    private static ulong Hex(string digits) => ulong.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture);
}
