using AzurePerf.Core.Measurements;

namespace AzurePerf.Testing.Measurements;

/// <summary>Circumstances that no test cares about.</summary>
public static class SampleEnvironment
{
    public static MeasurementEnvironment Value { get; } = new()
    {
        Runtime = ".NET 10.0.0",
        OperatingSystem = "Linux 6.1",
        Architecture = "X64",
        Processors = 2,
        ServerGc = false,
        GcLatencyMode = "Interactive",
        ClockFrequency = 1_000_000_000,
        WindowSeconds = 0.25,
        ProcessorSeconds = 0.125,
        GcPauseSeconds = 0,
        GcCollections = [1, 0, 0],
        ThreadPoolThreads = 4,
        WorkingSetBytes = 104_857_600,
    };
}
