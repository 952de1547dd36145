using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>Figures of an invented point.</summary>
internal static class SampleSummary
{
    /// <summary>Of an open loop that was offered 50 operations per second.</summary>
    public static OpenLoopSummary OpenLoop(OverloadCause overload) => new()
    {
        Arrivals = ArrivalKind.Poisson,
        OfferedPerSecond = 50,
        AchievedPerSecond = 50,
        Due = 100,
        DroppedStarts = 0,
        ServiceTime = new(19, 1_000.5, 10.25, 900, 1_200, 1_000, 1_100, 1_150, null, null),
        Lag = new(19, 100.5, 1.25, 90, 120, 100, 110, 115, null, null),
        Overload = overload,
    };

    public static PointResult Of(int clients, params PointFlag[] flags) => new()
    {
        Operations = Operations(clients),
        ElapsedSeconds = 0.25,
        SetUpSeconds = 0.5,
        Flags = flags,
        Reasons = flags.Contains(PointFlag.GeneratorBound) ? [new(PointFlag.GeneratorBound, "the worker used 93.0 % of its processors; 80.0 % is allowed")] : [],
    };

    /// <summary>The same point where the target refused every operation.</summary>
    public static PointResult Refused(PointResult result) => result.With(operations => operations with
    {
        ClientsFinished = 0,
        Outcomes = new() { [OperationOutcome.Throttled] = operations.Operations },
        Bytes = 0,
        OperationsPerSecond = new(0, 0, 0, 0),
        BytesPerSecond = new(0, 0, 0, 0),
        Latency = new(0, null, null, null, null, null, null, null, null, null),
        FirstOperation = null,
    });

    private static OperationSummary Operations(int clients) => new()
    {
        Clients = clients,
        ClientsFinished = clients,
        Operations = 20 * clients,
        Outcomes = new() { [OperationOutcome.Ok] = (20 * clients) - 1, [OperationOutcome.Throttled] = 1 },
        Bytes = 1_048_576L * clients,
        WireRequests = 20 * clients,
        PlannedWireRequests = 20 * clients,
        OperationsPerSecond = new(100.5, 99.25, 98, 100.5 / clients),
        BytesPerSecond = new(2_048, null, 2_000, 2_048.0 / clients),
        Latency = new(19, 1_000.5, 10.25, 900, 1_200, 1_000, 1_100, 1_150, null, null),
        StartSkewSeconds = 0.001,
        OverlapSeconds = 0.24,
        OverlapRatio = 0.98,
        HarnessSeconds = 0.002,
        WarmUpSeconds = 0.3,
        WarmUpOperations = 10,
        WarmUpFailures = 0,
        SamplesKept = 20 * clients,
        FailureMessages = new() { [OperationOutcome.Throttled] = "503 ServerBusy" },
    };
}
