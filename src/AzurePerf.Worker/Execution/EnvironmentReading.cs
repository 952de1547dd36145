using System.Runtime;
using System.Runtime.InteropServices;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>Counters of this process at one instant; two of them tell what happened in between.</summary>
internal readonly record struct EnvironmentReading(long Nanoseconds, TimeSpan ProcessorTime, TimeSpan GcPause, int Gen0, int Gen1, int Gen2)
{
    public static EnvironmentReading Take(MeasurementClock clock) => new(
        clock.Nanoseconds(),
        Environment.CpuUsage.TotalTime,
        GC.GetTotalPauseDuration(),
        GC.CollectionCount(0),
        GC.CollectionCount(1),
        GC.CollectionCount(2));

    public MeasurementEnvironment Until(EnvironmentReading end, MeasurementClock clock) => new()
    {
        Runtime = RuntimeInformation.FrameworkDescription,
        OperatingSystem = RuntimeInformation.OSDescription,
        Architecture = RuntimeInformation.ProcessArchitecture.ToString(),
        Processors = Environment.ProcessorCount,
        ServerGc = GCSettings.IsServerGC,
        GcLatencyMode = GCSettings.LatencyMode.ToString(),
        ClockFrequency = clock.Frequency,
        WindowSeconds = (end.Nanoseconds - Nanoseconds) / 1e9,
        ProcessorSeconds = (end.ProcessorTime - ProcessorTime).TotalSeconds,
        GcPauseSeconds = (end.GcPause - GcPause).TotalSeconds,
        GcCollections = [end.Gen0 - Gen0, end.Gen1 - Gen1, end.Gen2 - Gen2],
        ThreadPoolThreads = ThreadPool.ThreadCount,
        WorkingSetBytes = Environment.WorkingSet,
    };
}
