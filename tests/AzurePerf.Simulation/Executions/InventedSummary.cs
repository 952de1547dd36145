using AzurePerf.Core.Measurements;

namespace AzurePerf.Simulation.Executions;

/// <summary>Figures of a point that nobody measured.</summary>
internal static class InventedSummary
{
    private static readonly OperationSummary Operations = new()
    {
        Clients = 1,
        ClientsFinished = 1,
        Operations = 20,
        Outcomes = new() { [OperationOutcome.Ok] = 20 },
        Bytes = 1_024,
        WireRequests = 20,
        PlannedWireRequests = 20,
        OperationsPerSecond = new(100, 100, 100, 100),
        BytesPerSecond = new(2_048, null, 2_000, 2_048),
        Latency = new(20, 1_000, 10, 900, 1_200, 1_000, 1_100, 1_150, null, null),
        StartSkewSeconds = 0,
        OverlapSeconds = 0.2,
        OverlapRatio = 1,
        HarnessSeconds = 0,
        WarmUpSeconds = 0,
        WarmUpOperations = 0,
        WarmUpFailures = 0,
        SamplesKept = 20,
        FailureMessages = [],
    };

    public static PointResult Of(TimeSpan elapsed) => new() { Operations = Operations, ElapsedSeconds = elapsed.TotalSeconds, Flags = [] };
}
