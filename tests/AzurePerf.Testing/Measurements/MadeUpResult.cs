using AzurePerf.Core.Measurements;

namespace AzurePerf.Testing.Measurements;

/// <summary>The result of a point that nobody measured.</summary>
public static class MadeUpResult
{
    /// <param name="clients">How many took part.</param>
    /// <param name="rate">Operations per second of all of them.</param>
    /// <param name="bytes">Of one operation.</param>
    /// <param name="n">Operations of all of them, each a success.</param>
    /// <param name="flags">Of the point.</param>
    public static PointResult Of(int clients, double rate, double bytes, long n, params PointFlag[] flags) => new()
    {
        Operations = Operations(clients, rate, bytes, n),
        ElapsedSeconds = n / rate,
        SetUpSeconds = 0.1,
        Flags = flags,
    };

    private static OperationSummary Operations(int clients, double rate, double bytes, long n) => new()
    {
        Clients = clients,
        ClientsFinished = clients,
        Operations = n,
        Outcomes = new() { [OperationOutcome.Ok] = n },
        Bytes = (long)(bytes * n),
        WireRequests = n,
        PlannedWireRequests = n,
        OperationsPerSecond = new(rate, rate * 0.98, rate * 0.96, rate / clients),
        BytesPerSecond = new(rate * bytes, null, rate * bytes * 0.96, rate * bytes / clients),
        Latency = new(n, 1e9 / rate * clients, 123_456, 1_000_000, 9_876_543, 4_321_000, n >= 36 ? 7_654_321 : null, n >= 72 ? 8_000_000 : null, n >= 368 ? 9_000_000 : null, null),
        StartSkewSeconds = 0.001,
        OverlapSeconds = n / rate,
        OverlapRatio = 0.97,
        HarnessSeconds = 0.01,
        WarmUpSeconds = 0.3,
        WarmUpOperations = 10,
        WarmUpFailures = 0,
        SamplesKept = n,
    };
}
