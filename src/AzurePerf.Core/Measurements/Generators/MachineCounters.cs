namespace AzurePerf.Core.Measurements.Generators;

/// <summary>What the operating system counted until one instant; a part that could not be read is null.</summary>
public sealed record MachineCounters
{
    /// <summary>Of a system that offers none of them.</summary>
    public static MachineCounters NotRead { get; } = new();

    public ProcStat? Machine { get; init; }

    public CgroupThrottling? Throttling { get; init; }

    public NetworkCounters? Network { get; init; }

    /// <summary>Of this process alone.</summary>
    public StorageCounters? Storage { get; init; }

    /// <summary>What happened from here to a later instant.</summary>
    public MachineActivity Until(MachineCounters end)
    {
        ArgumentNullException.ThrowIfNull(end);
        var ticks = end.Machine?.TotalTicks - Machine?.TotalTicks;
        return new()
        {
            BusyShare = Share(end.Machine?.BusyTicks - Machine?.BusyTicks, ticks),
            StealShare = Share(end.Machine?.StealTicks - Machine?.StealTicks, ticks),
            ContextSwitches = end.Machine?.ContextSwitches - Machine?.ContextSwitches,
            ThrottledPeriods = end.Throttling?.Periods - Throttling?.Periods,
            ThrottledSeconds = (end.Throttling?.Nanoseconds - Throttling?.Nanoseconds) / 1e9,
            ReceivedBytes = end.Network?.ReceivedBytes - Network?.ReceivedBytes,
            SentBytes = end.Network?.SentBytes - Network?.SentBytes,
            LoopbackBytes = end.Network?.LoopbackBytes - Network?.LoopbackBytes,
            StorageReadBytes = end.Storage?.ReadBytes - Storage?.ReadBytes,
            StorageWrittenBytes = end.Storage?.WrittenBytes - Storage?.WrittenBytes,
        };
    }

    /// <summary>Null in a window so short that no tick passed.</summary>
    private static double? Share(long? part, long? ticks) => ticks > 0 ? (double)part!.Value / ticks.Value : null;
}

/// <summary>Bytes that a process has made the storage move since it started, from <c>/proc/self/io</c> (proc_pid_io(5)): what a cache of
/// the system answered is not among them.</summary>
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
        text.Split('\n').FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal)) is { } line
            ? KernelNumber.Parse(line[name.Length..].Trim())
            : null;
}
