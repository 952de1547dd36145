using System.Text.Json.Serialization;

namespace AzurePerf.Core.Measurements.Generators;

/// <summary>What a machine did in a window, all its processes together. Null is "not read": the system does not tell it, or the window was
/// too short.</summary>
public sealed record MachineActivity
{
    /// <summary>Share of the processors' time that was not idle, 0 to 1.</summary>
    public double? BusyShare { get; init; }

    /// <summary>Share of the processors' time that the hypervisor gave to others, 0 to 1.</summary>
    public double? StealShare { get; init; }

    /// <summary>Switches from one thread to another.</summary>
    public long? ContextSwitches { get; init; }

    /// <summary>Periods in which the process's control group had used up its processor time.</summary>
    public long? ThrottledPeriods { get; init; }

    /// <summary>For how long it was held back then, added up over its processors.</summary>
    public double? ThrottledSeconds { get; init; }

    /// <summary>Bytes that came over the network, headers included; the loopback apart.</summary>
    public long? ReceivedBytes { get; init; }

    /// <summary>Bytes that went over the network.</summary>
    public long? SentBytes { get; init; }

    /// <summary>Bytes that the machine sent to itself.</summary>
    public long? LoopbackBytes { get; init; }

    /// <summary>Bytes that this process alone made the storage read, past every cache of the system; not in files of older builds, as the
    /// next.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? StorageReadBytes { get; init; }

    /// <summary>Bytes that this process alone made the storage write.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? StorageWrittenBytes { get; init; }
}
