namespace AzurePerf.Core.Measurements.Generators;

/// <summary>Bytes that passed the machine's network devices since it started, headers included, from <c>/proc/net/dev</c>
/// (proc_pid_net(5)).</summary>
/// <param name="ReceivedBytes">Over the devices to the outside, each byte once.</param>
/// <param name="SentBytes">Likewise.</param>
/// <param name="LoopbackBytes">What the machine sent to itself.</param>
public sealed record NetworkCounters(long ReceivedBytes, long SentBytes, long LoopbackBytes)
{
    private const string Loopback = "lo";
    private const int Received = 0;
    private const int Sent = 8;

    /// <summary>Null when no line names a device with its counters.</summary>
    /// <param name="text">Of the file.</param>
    /// <param name="known">What is known of the devices. A byte that passes a bridge, a bond, a tunnel or the two sides of accelerated
    /// networking has passed several: it is counted by hardware that serves no other hardware. Without hardware, as in a container, all
    /// devices count.</param>
    public static NetworkCounters? Parse(string text, IReadOnlyCollection<NetworkDevice> known)
    {
        ArgumentNullException.ThrowIfNull(text);
        ArgumentNullException.ThrowIfNull(known);
        var rows = text.Split('\n').Select(ReadRow).OfType<Row>().ToLookup(row => row.Name == Loopback);
        var hardware = known.Where(device => device.IsHardware).ToArray();
        var names = hardware.Select(device => device.Name).ToHashSet();
        var counted = hardware.Where(device => !names.Contains(device.Master ?? "")).Select(device => device.Name).ToHashSet();
        var outside = rows[false].Where(row => counted.Count == 0 || counted.Contains(row.Name)).ToArray();
        return rows.Count == 0
            ? null
            : new(outside.Sum(row => row.ReceivedBytes), outside.Sum(row => row.SentBytes), rows[true].Sum(row => row.SentBytes));
    }

    private static Row? ReadRow(string line)
    {
        // A name may stand against its first counter without a space.
        if (line.IndexOf(':', StringComparison.Ordinal) is not (> 0 and var colon))
        {
            return null;
        }

        var counters = line[(colon + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return counters.Length > Sent && KernelNumber.Parse(counters[Received]) is { } received
            && KernelNumber.Parse(counters[Sent]) is { } sent ? new(line[..colon].Trim(), received, sent) : null;
    }

    private sealed record Row(string Name, long ReceivedBytes, long SentBytes);
}

/// <summary>A network device, from <c>/sys/class/net</c>.</summary>
/// <param name="Name">As the kernel has it.</param>
/// <param name="IsHardware">Of the machine or the hypervisor, not made by the kernel.</param>
/// <param name="Master">The device that it serves; null: none.</param>
public sealed record NetworkDevice(string Name, bool IsHardware, string? Master);
