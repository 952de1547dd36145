namespace AzurePerf.Core.Measurements.Generators;

/// <summary>Bytes that passed the machine's network devices since it started, headers included, from <c>/proc/net/dev</c>
/// (proc_pid_net(5)).</summary>
/// <param name="ReceivedBytes">Over all devices but the loopback.</param>
/// <param name="SentBytes">Likewise.</param>
/// <param name="LoopbackBytes">What the machine sent to itself.</param>
public sealed record NetworkCounters(long ReceivedBytes, long SentBytes, long LoopbackBytes)
{
    private const string Loopback = "lo";
    private const int Received = 0;
    private const int Sent = 8;

    /// <summary>Null when no line names a device with its counters.</summary>
    public static NetworkCounters? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var devices = text.Split('\n').Select(ReadDevice).OfType<Device>().ToArray();
        var outside = devices.Where(device => device.Name != Loopback).ToArray();
        return devices.Length == 0
            ? null
            : new(outside.Sum(device => device.ReceivedBytes), outside.Sum(device => device.SentBytes),
                devices.Except(outside).Sum(device => device.SentBytes));
    }

    private static Device? ReadDevice(string line)
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

    private sealed record Device(string Name, long ReceivedBytes, long SentBytes);
}
