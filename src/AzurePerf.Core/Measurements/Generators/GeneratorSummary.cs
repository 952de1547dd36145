using System.Text.Json.Serialization;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements.Generators;

/// <summary>What the machines that made a point's load did meanwhile; of several workers the worst number each. Null is "not
/// read".</summary>
public sealed record GeneratorSummary
{
    /// <summary>Share of the processor time that the process could use, from 0.</summary>
    public required double ProcessorShare { get; init; }

    /// <summary>Time for which the garbage collector stopped all threads, over the window.</summary>
    public required double GcPauseShare { get; init; }

    /// <summary>99th percentile of how late a sleeping thread woke; null when it slept too few times for it.</summary>
    public long? HiccupP99Nanoseconds { get; init; }

    /// <summary>Longest that a work item waited for a thread of the thread pool.</summary>
    public long? QueueDelayMaximumNanoseconds { get; init; }

    /// <summary>Share of the machine's processor time that was not idle, all its processes together.</summary>
    public double? MachineBusyShare { get; init; }

    /// <summary>Share of it that the hypervisor gave to others.</summary>
    public double? StealShare { get; init; }

    /// <summary>For how long a limit of processor time held the process back, added up over its processors.</summary>
    public double? ThrottledSeconds { get; init; }

    /// <summary>Bytes per second in the busier direction, headers included, with what the machine sent to itself.</summary>
    public double? NetworkBytesPerSecond { get; init; }

    /// <summary>Bytes that the process fetched from disks, past the page cache.</summary>
    public long? StorageReadBytes { get; init; }

    /// <summary>Bytes that it wrote for disks.</summary>
    public long? StorageWrittenBytes { get; init; }

    /// <summary>Memory of the process when the window closed.</summary>
    public long? WorkingSetBytes { get; init; }

    /// <summary>Connections that the clients opened in the window, over all workers.</summary>
    public long? ConnectionsOpened { get; init; }

    /// <summary>How fast the processors were before and after, of the worker whose changed most; null where they are not what is
    /// measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public FmaRates? Fma { get; init; }

    /// <summary>Names and versions of the runtimes; empty in points of older builds, as are the next.</summary>
    public string Runtime { get; init; } = "";

    /// <summary>Names and versions of the operating systems.</summary>
    public string OperatingSystem { get; init; } = "";

    /// <summary>Releases of the kernels.</summary>
    public string Kernel { get; init; } = "";

    /// <summary>What the processors call themselves.</summary>
    public string ProcessorModel { get; init; } = "";

    /// <summary>Null without any worker.</summary>
    public static GeneratorSummary? Of(IReadOnlyCollection<GeneratorLoad> loads)
    {
        ArgumentNullException.ThrowIfNull(loads);
        return loads.Count == 0 ? null : new()
        {
            ProcessorShare = loads.Max(load => load.ProcessorShare),
            GcPauseShare =
                loads.Max(load =>
                    load.Environment.WindowSeconds > 0 ? load.Environment.GcPauseSeconds / load.Environment.WindowSeconds : 0),
            HiccupP99Nanoseconds = loads.Max(load => load.Environment.Canary?.Hiccups.P99Nanoseconds),
            QueueDelayMaximumNanoseconds = loads.Max(load => load.Environment.Canary?.QueueDelays.MaximumNanoseconds),
            MachineBusyShare = loads.Max(load => load.Environment.Machine?.BusyShare),
            StealShare = loads.Max(load => load.Environment.Machine?.StealShare),
            ThrottledSeconds = loads.Max(load => load.Environment.Machine?.ThrottledSeconds),
            NetworkBytesPerSecond = loads.Max(load => load.NetworkBytesPerSecond),
            StorageReadBytes = loads.Max(load => load.Environment.Machine?.StorageReadBytes),
            StorageWrittenBytes = loads.Max(load => load.Environment.Machine?.StorageWrittenBytes),
            WorkingSetBytes = loads.Max(load => load.Environment.WorkingSetBytes),
            Fma = loads.Select(load => load.Environment.Fma).OfType<FmaRates>().MaxBy(fma => Math.Abs(fma.Change)),
            Runtime = DistinctText.Of(loads.Select(load => load.Environment.Runtime)),
            OperatingSystem = DistinctText.Of(loads.Select(load => load.Environment.OperatingSystem)),
            Kernel = DistinctText.Of(loads.Select(load => load.Environment.Kernel)),
            ProcessorModel = DistinctText.Of(loads.Select(load => load.Environment.ProcessorModel)),
            ConnectionsOpened = loads.Any(load => load.Environment.ConnectionsOpened is null)
                ? null
                : loads.Sum(load => load.Environment.ConnectionsOpened),
        };
    }
}

/// <summary>How fast a fixed number of independent fused multiply-adds ran in the registers of the processors that a point used: nothing
/// but a change of the machine itself changes it.</summary>
/// <param name="BeforeFlopPerSecond">When all clients were warm, all their processors together.</param>
/// <param name="AfterFlopPerSecond">When the last client had ended.</param>
public sealed record FmaRates(double BeforeFlopPerSecond, double AfterFlopPerSecond)
{
    /// <summary>A change beyond this is told: two readings of an undisturbed machine differ by 1 to 2 %, and comparisons take 5 % for a
    /// change.</summary>
    public const double NotableChange = 0.05;

    /// <summary>Relative to before.</summary>
    [JsonIgnore]
    public double Change => BeforeFlopPerSecond > 0 ? (AfterFlopPerSecond / BeforeFlopPerSecond) - 1 : 0;

    [JsonIgnore]
    public bool IsNotable => Math.Abs(Change) > NotableChange;
}
