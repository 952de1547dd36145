namespace AzurePerf.Core.Measurements.Generators;

/// <summary>What the process made the machine's disks move since it started; what the page cache served is not among it.</summary>
/// <param name="ReadBytes">Bytes fetched from disks.</param>
/// <param name="WrittenBytes">Bytes handed to the page cache to be written to disks.</param>
public sealed record StorageCounters(long ReadBytes, long WrittenBytes)
{
    /// <summary>Reads proc/self/io; null where a line is missing.</summary>
    public static StorageCounters? Parse(string io)
    {
        ArgumentNullException.ThrowIfNull(io);
        return ValueOf(io, "read_bytes:") is { } read && ValueOf(io, "write_bytes:") is { } written ? new(read, written) : null;
    }

    private static long? ValueOf(string io, string name) => io.Split('\n')
        .Where(line => line.StartsWith(name, StringComparison.Ordinal))
        .Select(line => KernelNumber.Parse(line[name.Length..].Trim()))
        .FirstOrDefault();
}
