using System.Text.Json.Serialization;
using AzurePerf.Core.Measurements.Generators;

namespace AzurePerf.Core.Measurements;

/// <summary>Where a point was measured, and what the measuring process itself did meanwhile.</summary>
public sealed record MeasurementEnvironment
{
    /// <summary>Name and version of the runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>Name and version of the operating system.</summary>
    public required string OperatingSystem { get; init; }

    /// <summary>Architecture of the process.</summary>
    public required string Architecture { get; init; }

    /// <summary>Processors that the process may use.</summary>
    public required int Processors { get; init; }

    /// <summary>Whether the garbage collector ran in server mode.</summary>
    public required bool ServerGc { get; init; }

    /// <summary>The collector's latency mode; Interactive means that it works concurrently.</summary>
    public required string GcLatencyMode { get; init; }

    /// <summary>Ticks per second of the clock that timed the operations.</summary>
    public required long ClockFrequency { get; init; }

    /// <summary>From opening the measured window to the end of the last client.</summary>
    public required double WindowSeconds { get; init; }

    /// <summary>Processor time of the whole process in the window, over all processors.</summary>
    public required double ProcessorSeconds { get; init; }

    /// <summary>Time in the window for which the collector stopped all threads.</summary>
    public required double GcPauseSeconds { get; init; }

    /// <summary>Collections in the window by generation, from 0; a collection of a generation counts for all below it too.</summary>
    public required IReadOnlyList<int> GcCollections { get; init; }

    /// <summary>Threads of the thread pool when the window closed.</summary>
    public required int ThreadPoolThreads { get; init; }

    /// <summary>Memory of the process when the window closed.</summary>
    public required long WorkingSetBytes { get; init; }

    /// <summary>Names and versions of the client libraries that made the requests; empty in files of older builds.</summary>
    public string Sdk { get; init; } = "";

    /// <summary>The kind of machine, as its worker names it; empty likewise.</summary>
    public string Sku { get; init; } = "";

    /// <summary>Release of the kernel; empty where it was not read, likewise the next.</summary>
    public string Kernel { get; init; } = "";

    /// <summary>What the processor calls itself.</summary>
    public string ProcessorModel { get; init; } = "";

    /// <summary>Processors whose time the process's control group may use; null without a limit, or where it was not read.</summary>
    public double? ProcessorQuota { get; init; }

    /// <summary>What the machine did in the window; null in files of older builds.</summary>
    public MachineActivity? Machine { get; init; }

    /// <summary>What a watching thread saw in the window; null where none watched.</summary>
    public CanaryReading? Canary { get; init; }

    /// <summary>Processor time, in the window, of the busiest of the threads that receive for all sockets; null where it was not
    /// read.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? ReceivingThreadSeconds { get; init; }

    /// <summary>What the worker can do at most; null where it was not measured.</summary>
    public CalibrationResult? Calibration { get; init; }

    /// <summary>How fast its processors were before and after, where they are what is measured; else null.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public FmaRates? Fma { get; init; }

    /// <summary>Bytes per second and direction with which the machine's network is sold, as its worker was told; null where nobody
    /// said.</summary>
    public double? NetworkLimitBytesPerSecond { get; init; }

    /// <summary>Connections to the target that its clients opened in the window; 0 when the warm-up opened them all, null where nobody
    /// counted.</summary>
    public long? ConnectionsOpened { get; init; }
}
