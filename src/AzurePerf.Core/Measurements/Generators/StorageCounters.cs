namespace AzurePerf.Core.Measurements.Generators;

/// <summary>Bytes that a process has made the storage move since it started, from <c>/proc/self/io</c> (proc_pid_io(5)): what a cache of the system answered is not among them.</summary>
/// <param name="ReadBytes">Fetched from storage.</param>
/// <param name="WrittenBytes">Sent to storage.</param>
public sealed record StorageCounters(long ReadBytes, long WrittenBytes)
{
    /// <summary>Null when the text has not both counters.</summary>
    public static StorageCounters? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return Find(text, "read_bytes:") is { } read && Find(text, "write_bytes:") is { } written ? new(read, written) : null;
    }

    private static long? Find(string text, string name) =>
        text.Split('\n').FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal)) is { } line ? KernelNumber.Parse(line[name.Length..].Trim()) : null;
}
