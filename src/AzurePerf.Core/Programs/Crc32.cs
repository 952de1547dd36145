namespace AzurePerf.Core.Programs;

/// <summary>The checksum of zip files (CRC-32 of ISO 3309).</summary>
internal static class Crc32
{
    private const uint Polynomial = 0xEDB88320;
    private static readonly uint[] Table = [.. Enumerable.Range(0, 256).Select(index => Entry((uint)index))];

    /// <summary>The checksum of more bytes.</summary>
    /// <param name="before">Of the bytes before them; 0 for none.</param>
    /// <param name="bytes">The bytes.</param>
    public static uint Append(uint before, ReadOnlySpan<byte> bytes)
    {
        var crc = ~before;
        foreach (var value in bytes)
        {
            crc = Table[(byte)(crc ^ value)] ^ (crc >> 8);
        }

        return ~crc;
    }

    private static uint Entry(uint value)
    {
        for (var bit = 0; bit < 8; bit++)
        {
            value = (value & 1) == 1 ? (value >> 1) ^ Polynomial : value >> 1;
        }

        return value;
    }
}
