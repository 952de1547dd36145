namespace AzurePerf.Imagery;

/// <summary>A file that is taken into memory as a whole, before its bytes are believed.</summary>
internal static class WholeFile
{
    /// <summary>192 MiB: the largest MODIS granule has 170 MB, its largest data set 82 MB.</summary>
    public const long DefaultMaximalBytes = 192L << 20;

    /// <summary>What a stream has from where it stands to its end; the stream stays open.</summary>
    /// <param name="stream">The file.</param>
    /// <param name="maximalBytes">The most that is read, in bytes.</param>
    /// <returns>At its beginning.</returns>
    /// <exception cref="UnreadableFileException">The file is longer than the limit.</exception>
    public static MemoryStream Read(Stream stream, long maximalBytes)
    {
        ArgumentNullException.ThrowIfNull(stream);
        var memory = new MemoryStream(stream.CanSeek ? Checked(stream.Length - stream.Position, maximalBytes) : 0);
        var buffer = new byte[1 << 16];
        for (int count; (count = stream.Read(buffer)) > 0;)
        {
            _ = Checked(memory.Length + count, maximalBytes);
            memory.Write(buffer, 0, count);
        }

        memory.Position = 0;
        return memory;
    }

    private static int Checked(long length, long maximalBytes) => length <= Math.Min(maximalBytes, Array.MaxLength)
        ? (int)length
        : throw new UnreadableFileException($"The file is longer than the {maximalBytes} bytes that may be read.");
}
